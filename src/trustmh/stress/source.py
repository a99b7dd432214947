"""One text with what the levels need to know about it, found once: words, protection, clusters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from trustmh.items import Language
from trustmh.stress.clusters import Clusters, is_simple
from trustmh.stress.guards import guarded_spans
from trustmh.stress.letters import width_pairs
from trustmh.stress.tokens import Span, plain_words

#: Marks in a mask. What the caller named may not even be moved; what is guarded may be carried along whole.
#: The mark beside a guarded stretch of Chinese stays in its place: 不，想 is not 不想.
GUARDED, NAMED, BESIDE = 1, 2, 3


class Source:
    """A text about to be perturbed.

    Attributes:
        text: the text.
        language: its language.
        guards: whether negations, numbers and answers are protected.
        plain: the plain form of it, when it is simple ASCII text.
        spans: what is protected.
        mask: one byte a character: 0, GUARDED, NAMED or BESIDE.
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
        if language == "zh":
            self.spans += self._beside()
        for start, end in named:
            self.mask[start:end] = b"\x02" * (end - start)
        self.spans += named

    def forbids(self, start: int, end: int, after: str, moves: bool) -> bool:
        """Whether an edit of ``text[start:end]`` would touch what is protected.

        If ``moves`` carries it along, only its being split counts. An insertion right behind something guarded would
        become part of it, unless a space or a full stop comes between.
        """
        mask = self.mask
        if start < end:
            stretch = mask[start:end]
            if not moves:
                return stretch.count(0) != end - start
            if NAMED in stretch:
                return True
            return self._inside(start) or self._inside(end)
        return self._inside(start) or (start > 0 and mask[start - 1] == GUARDED and after[0] not in " \n。")

    def ends_guarded(self, end: int) -> bool:
        """Whether the character before this place is guarded."""
        return 0 < end <= len(self.mask) and self.mask[end - 1] == GUARDED

    def _inside(self, at: int) -> bool:
        mask = self.mask
        return 0 < at < len(mask) and mask[at - 1] in (GUARDED, NAMED) and mask[at] in (GUARDED, NAMED)

    def _beside(self) -> list[Span]:
        text, mask = self.text, self.mask
        found = []
        for start, end in self.spans:
            for at in (start - 1, end):
                if 0 <= at < len(text) and text[at] in _marks() and not mask[at]:
                    mask[at] = BESIDE
                    found.append((at, at + 1))
        return found


@cache
def _marks() -> frozenset[str]:
    """Punctuation that the character level edits in Chinese."""
    return frozenset(mark for pair in width_pairs().items() for mark in pair if not mark.isalpha())
