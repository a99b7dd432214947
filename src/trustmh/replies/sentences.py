"""The sentences and list items of a text, and the rows that judge a name each."""

from __future__ import annotations

import re
from collections.abc import Sequence

from trustmh.replies.enumerations import Place
from trustmh.replies.verdicts import verdict_after

_BULLET = re.compile(r"^\s{0,8}(?:[-*•]|\d{1,2}[.)、]|\(\d{1,2}\))\s{0,4}(?P<rest>[^\n]{1,600})", re.MULTILINE)
_SENTENCE = re.compile(r"(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)(?<!\bProf)[.!?。！？]+(?:\s|$|(?<=[。！？]))|\n+|[;；]")
#: So many characters may stand before the name that a line is about.
ROW_LEAD = 12


def list_items(text: str) -> dict[int, int]:
    """Bullets and numbered lines, without their marks, as start -> end."""
    return {match.start("rest"): match.end("rest") for match in _BULLET.finditer(text)}


def rows_of(text: str, places: Sequence[Place], bullets: dict[int, int]) -> dict[int, int]:
    """Lines that open with a name and a verdict ("Dr. Sun: yes", a row of a table), as start -> end."""
    rows: dict[int, int] = {}
    for place in places:
        start = text.rfind("\n", 0, place.start) + 1
        end = text.find("\n", place.end)
        end = len(text) if end < 0 else end
        if place.start - start <= ROW_LEAD and not any(start <= at <= place.start for at in (*rows, *bullets)):
            alone = sum(start <= other.start < end for other in places) == 1
            if alone and verdict_after(text, place.end, end) is not None:
                rows[start] = end
    return rows


def units_of(text: str, bullets: dict[int, int]) -> list[tuple[int, int]]:
    """Sentences and list items as (start, end)."""
    units: list[tuple[int, int]] = []
    position = 0
    for start, end in sorted(bullets.items()):
        units += _sentences(text, position, start)
        units.append((start, end))
        position = end
    return units + _sentences(text, position, len(text))


def _sentences(text: str, start: int, end: int) -> list[tuple[int, int]]:
    units: list[tuple[int, int]] = []
    position = start
    for stop in _SENTENCE.finditer(text, start, end):
        if "?" not in stop[0] and "？" not in stop[0]:  # a question says nothing of whom it names
            units.append((position, stop.start()))
        position = stop.end()
    units.append((position, end))
    return [(a, b) for a, b in units if a < b]
