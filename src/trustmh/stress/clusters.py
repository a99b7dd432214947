r"""Grapheme clusters: what a reader sees as one character (an emoji with its joiners, a letter with its marks).

Most text consists of characters that are clusters by themselves; one scan finds that out and nothing further is
needed. Otherwise clusters are those of Unicode Standard Annex 29, as the ``regex`` library's ``\\X`` finds them.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

import regex

#: Characters that never join a neighbour: no marks, joiners, conjoining letters, flags; and no carriage return.
_SIMPLE = re.compile(
    "[\t\n\x20-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u3000-\u3029\u3031-\u3096\u309b-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff01-\uff9d]*"
)
# Flags first, as pairs from the left: at each of them the library's own rule counts back to the start of the run.
_CLUSTER = regex.compile(r"[\U0001f1e6-\U0001f1ff]{2}[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}]*+|\X")


def is_simple(text: str) -> bool:
    """Whether every character of the text is a cluster of its own, whatever is put between or taken out."""
    return "\r" not in text if text.isascii() else _SIMPLE.fullmatch(text) is not None


def cluster_ends(text: str) -> list[int]:
    """Where the clusters of a text end, ascending; the last is its length."""
    return [match.end() for match in _CLUSTER.finditer(text)]


class Clusters:
    """The clusters of one text that is not simple."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._bounds = [0, *cluster_ends(text)]

    def spans(self) -> list[tuple[int, int]]:
        """Start and end of each cluster."""
        return list(zip(self._bounds, self._bounds[1:], strict=False))

    def unbroken(self, start: int, end: int, after: str) -> bool:
        """Whether putting ``after`` in place of ``text[start:end]`` splits no cluster and joins none to another."""
        bounds = self._bounds
        left, right = bisect_left(bounds, start), bisect_left(bounds, end)
        if bounds[left] != start or bounds[right] != end:
            return False
        before = self._text[bounds[left - 1] : start] if left else ""
        following = self._text[end : bounds[min(bisect_right(bounds, end), len(bounds) - 1)]]
        ends = {0, *cluster_ends(before + after + following)}
        return len(before) in ends and len(before) + len(after) in ends
