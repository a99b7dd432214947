"""What the character and the word level act on, with what is protected left out; sentences are in their own module.

Each class has ``pool``, the units that may be edited, by the number that operations are called with; the length of
the pool is what declared rates are shares of.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import compress

from trustmh.items import LANGUAGES
from trustmh.stress.chinese_words import pieces
from trustmh.stress.guards import decisive_words
from trustmh.stress.letters import DIGITS, HAN, LATIN, editable
from trustmh.stress.source import GUARDED, Source
from trustmh.stress.tokens import token_spans

#: Beyond this a run of letters is no word, and several edits in it are several errors.
LONGEST_WORD = 20
_ASCII_LETTERS = {language: bytes(chr(code) in editable(language) for code in range(256)) for language in LANGUAGES}


class Characters:
    """Letters and ideographs. A unit's number is its position in the text."""

    __slots__ = ("_ends", "_spaced", "language", "letters", "pool", "text")

    def __init__(self, source: Source) -> None:
        text = source.text
        self.text = text
        self.language = source.language
        self.letters = editable(source.language)
        self._spaced = source.language == "en"
        self._ends: dict[int, int] | None = None
        if source.clusters is not None:
            self._ends = {start: end for start, end in source.clusters.spans() if text[start] in self.letters}
            self.pool = [at for at in self._ends if not source.mask[at]]
            return
        if text.isascii():
            chosen = bytearray(text.encode("ascii").translate(_ASCII_LETTERS[source.language]))
        else:
            chosen = bytearray(map(self.letters.__contains__, text))
        for start, end in source.spans:
            chosen[start:end] = bytes(end - start)
        self.pool = list(compress(range(len(text)), chosen))

    def end(self, start: int) -> int:
        """Where the unit that starts here ends."""
        return start + 1 if self._ends is None else self._ends[start]

    def next_end(self, start: int) -> int | None:
        """Where the unit that starts here ends, or None when no unit starts here."""
        if self._ends is not None:
            return self._ends.get(start)
        return start + 1 if start < len(self.text) and self.text[start] in self.letters else None

    def reach(self, start: int, end: int) -> tuple[int, int]:
        """The stretch in which no second edit may fall: what stands between two spaces; in Chinese, a Latin word or the edit."""
        text = self.text
        if self._spaced:
            left = text.rfind(" ", 0, start) + 1
            right = text.find(" ", end)
            if right < 0:
                right = len(text)
        else:
            left, right = start, end
            while left > 0 and start - left < LONGEST_WORD and text[left - 1] in LATIN:
                left -= 1
            while right < len(text) and right - end < LONGEST_WORD and text[right] in LATIN:
                right += 1
        if right - left <= LONGEST_WORD:
            return left, right
        return max(left, start - LONGEST_WORD // 2), min(right, end + LONGEST_WORD // 2)


class Words:
    """Words. A unit's number is its index in ``spans``, which holds every word, protected or not."""

    __slots__ = ("_decisive", "language", "lower", "pool", "spans", "text")

    def __init__(self, source: Source) -> None:
        text = source.text
        self.text = text
        self.language = source.language
        self._decisive = decisive_words(source.language)
        self.spans = token_spans(text, source.plain) if source.language == "en" else _chinese_words(source.text)
        #: Each word in lower case.
        self.lower = source.plain.words if source.plain is not None else []
        if len(self.lower) != len(self.spans):
            self.lower = [text[start:end].lower() for start, end in self.spans]
        self.pool = self._pool(source) if source.spans else list(range(len(self.spans)))

    def _pool(self, source: Source) -> list[int]:
        spans, text, mask = self.spans, source.text, source.mask
        left_out = set()
        for start, end in source.spans:
            if start == end:
                continue
            following = bisect_left(spans, (end,))
            index = following - 1
            while index >= 0 and spans[index][1] > start:
                left_out.add(index)
                index -= 1
            # The word after a negation or a number stays with it, so that neither changes its object.
            if following < len(spans) and mask[start] == GUARDED and not text[end : spans[following][0]].strip(" -"):
                left_out.add(following)
        pool = list(range(len(spans)))
        for index in sorted(left_out, reverse=True):
            del pool[index]
        return pool

    def word(self, index: int) -> str:
        """The word itself."""
        start, end = self.spans[index]
        return self.text[start:end]

    def decisive(self, index: int) -> bool:
        """Whether a label may rest on the word: then it is neither deleted nor moved."""
        if self.language == "en":
            return self.lower[index] in self._decisive
        return any(one in self.lower[index] for one in self._decisive)

    def alone(self) -> bool:
        """Whether the text has a single word."""
        return len(self.spans) == 1


def _chinese_words(text: str) -> list[tuple[int, int]]:
    spans = []
    start = 0
    for piece in pieces(text):
        end = start + len(piece)
        if piece[0] in HAN or piece[0] in LATIN or piece[0] in DIGITS:
            spans.append((start, end))
        start = end
    return spans
