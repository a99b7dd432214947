"""One text with what the levels need to know about it, found once: words, protection, clusters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from trustmh.items import Language
from trustmh.stress.clusters import Clusters, is_simple
from trustmh.stress.guards import TOKEN, Span, format_spans, guarded_character_spans, guarded_words

#: Marks in a mask. What the caller named may not even be moved; what is guarded may be carried along whole.
GUARDED, NAMED = 1, 2

#: ASCII text -> its words with spaces between: punctuation but the apostrophe becomes a space, every digit a 0.
_PLAIN = {code: " " for code in range(128) if not chr(code).isalnum() and chr(code) != "'"} | {code: "0" for code in range(0x30, 0x3A)}


class Source:
    """A text about to be perturbed.

    Attributes:
        text: the text.
        language: its language.
        guards: whether negations, numbers and answers are protected.
        mask: one byte a character: 0, GUARDED or NAMED.
        unprotected: whether the mask is empty.
        clusters: the grapheme clusters, or None when every character is one.
    """

    def __init__(self, text: str, language: Language, named: Sequence[Span], guards: bool) -> None:
        self.text = text
        self.language = language
        self.guards = guards
        self.clusters = None if is_simple(text) else Clusters(text)
        self.mask = bytearray(len(text))
        self.bound: list[bool] = []
        if guards:
            self._guard()
        for start, end in named:
            self.mask[start:end] = bytes((NAMED,)) * (end - start)
        self.unprotected = not any(self.mask)

    def _guard(self) -> None:
        text, mask = self.text, self.mask
        spans = format_spans(text)
        if not text.isascii():
            spans += guarded_character_spans(text)
        if _may_hold_guarded(text):
            guarded = guarded_words()
            self.bound = [match.lastindex is not None or match[0].lower() in guarded for match in TOKEN.finditer(text)]
            spans += [span for span, bound in zip(self.tokens, self.bound, strict=True) if bound]
        for start, end in spans:
            mask[start:end] = b"\x01" * (end - start)

    @cached_property
    def tokens(self) -> list[Span]:
        """Every word of Latin letters and every number, in order."""
        return [match.span() for match in TOKEN.finditer(self.text)]

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


def _may_hold_guarded(text: str) -> bool:
    """A quick look at ASCII text: most sentences hold no negation and no number, and need no search for them."""
    if not text.isascii():
        return True
    plain = text.translate(_PLAIN)
    return "0" in plain or not guarded_words().isdisjoint(plain.lower().split())
