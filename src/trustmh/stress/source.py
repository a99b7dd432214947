"""One text with what the levels need to know about it, found once: words, protection, clusters."""

from __future__ import annotations

from collections.abc import Sequence

from trustmh.items import Language
from trustmh.stress.clusters import Clusters, is_simple
from trustmh.stress.guards import Span, guarded_spans, plain_words

#: Marks in a mask. What the caller named may not even be moved; what is guarded may be carried along whole.
GUARDED, NAMED = 1, 2


class Source:
    """A text about to be perturbed.

    Attributes:
        text: the text.
        language: its language.
        guards: whether negations, numbers and answers are protected.
        plain: the plain form of it, when it is simple ASCII text.
        spans: what is protected.
        mask: one byte a character: 0, GUARDED or NAMED.
        clusters: the grapheme clusters, or None when every character is one.
    """

    __slots__ = ("clusters", "guards", "language", "mask", "plain", "spans", "text")

    def __init__(self, text: str, language: Language, named: Sequence[Span], guards: bool) -> None:
        self.text = text
        self.language = language
        self.guards = guards
        self.clusters = None if is_simple(text) else Clusters(text)
        self.mask = bytearray(len(text))
        self.plain = plain_words(text)
        self.spans = guarded_spans(text, self.plain) if guards else []
        for start, end in self.spans:
            self.mask[start:end] = b"\x01" * (end - start)
        for start, end in named:
            self.mask[start:end] = b"\x02" * (end - start)
        self.spans += named

    def forbids(self, start: int, end: int, moves: bool) -> bool:
        """Whether an edit of ``text[start:end]`` would touch what is protected, or split it if ``moves`` carries it along."""
        mask = self.mask
        if start < end:
            stretch = mask[start:end]
            if not moves:
                return stretch.count(0) != end - start
            if NAMED in stretch:
                return True
            return self._inside(start) or self._inside(end)
        return self._inside(start)

    def _inside(self, at: int) -> bool:
        mask = self.mask
        return 0 < at < len(mask) and mask[at - 1] != 0 and mask[at] != 0
