"""What the sentence level acts on: the sentences of one text, and what stands between them."""

from __future__ import annotations

import re

from trustmh.stress.source import GUARDED, Source

# Possessive, and begun only at the start of a run of marks: a run of ten thousand stops is looked at once.
_BREAK = re.compile(r"(?<![.!?…])[.!?…]++[\"'”’)\]]*+(?=\s)|[。！？…]++[”’」』）]*+|\n++")
_ABBREVIATION = re.compile(r"(?<![A-Za-z0-9])(?:Mr|Mrs|Ms|Dr|Prof|St|vs|etc|e\.g|i\.e|approx|[A-Z])$")


class Sentences:
    """Sentences with their closing marks, without the space between them. A unit's number is its index in ``spans``."""

    __slots__ = ("_source", "language", "pool", "spans", "text")

    def __init__(self, source: Source) -> None:
        self._source = source
        self.text = source.text
        self.language = source.language
        self.spans = _kept_whole(sentence_spans(source.text), source)
        self.pool = list(range(len(self.spans)))

    def sentence(self, index: int) -> str:
        """The sentence itself."""
        start, end = self.spans[index]
        return self.text[start:end]

    def closed(self, index: int) -> bool:
        """Whether the sentence ends in a closing mark."""
        return self.text[self.spans[index][1] - 1] in _CLOSING

    def joint(self, index: int) -> str | None:
        """What stands between this sentence and one that is put behind it.

        None where the sentence ends, without a closing mark, in something guarded that the next would run into.
        """
        if self.language == "zh":
            return "" if self.closed(index) else "。"
        return None if not self.closed(index) and self._source.ends_guarded(self.spans[index][1]) else " "

    def between_guarded(self, index: int) -> bool:
        """Whether the sentence's last mark stands beside something guarded, such as ``no`` or a number."""
        end = self.spans[index][1]
        following = end
        while following < len(self.text) and self.text[following] == " ":
            following += 1
        return self._source.ends_guarded(end - 1) or self._source.ends_guarded(following + 1)


_CLOSING = frozenset(".!?…。！？\"'”’)）」』]")


def _kept_whole(spans: list[tuple[int, int]], source: Source) -> list[tuple[int, int]]:
    """Sentences of which no guarded stretch, such as code, holds the end of one and the start of the next."""
    if not source.spans:
        return spans
    whole: list[tuple[int, int]] = []
    for start, end in spans:
        last = whole[-1][1] if whole else start
        if whole and source.mask.count(GUARDED, last - 1, start + 1) == start - last + 2:
            whole[-1] = (whole[-1][0], end)
        else:
            whole.append((start, end))
    return whole


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Where each sentence starts and ends; ends at closing marks and line breaks, not after ``Dr.`` or an initial."""
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _BREAK.finditer(text):
        if match[0].startswith(".") and _ABBREVIATION.search(text, max(start, match.start() - 8), match.start()):
            continue
        end = match.start() if match[0].startswith("\n") else match.end()
        _append_trimmed(text, start, end, spans)
        start = match.end()
    _append_trimmed(text, start, len(text), spans)
    return spans


def _append_trimmed(text: str, start: int, end: int, spans: list[tuple[int, int]]) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if end > start:
        spans.append((start, end))
