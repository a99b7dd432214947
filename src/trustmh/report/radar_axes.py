"""The radar's axes: rings, numbers and names around one centre, and where a score lies on an axis."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from trustmh.items import LANGUAGES, Language
from trustmh.pillars.subtask import Pillar
from trustmh.report.texts import TAGS, words
from trustmh.report.untrusted import revealed
from trustmh.results.board import Score

TICKS = (0, 25, 50, 75, 100)
WIDTH = 440.0
_CENTRE = WIDTH / 2
#: Distances from the centre: score 0, score 100, and where a label begins.
_ZERO, _RIM, _LABEL = 16.0, 124.0, 137.0
_LINE = 18.0
#: Columns of a line of an axis label; a Chinese character takes two.
_COLUMNS = 14

#: x to the right of the picture's left end, y below the centre.
Point = tuple[float, float]


def point_at(axis: int, axes: int, score: float) -> Point:
    """Where a score from 0 to 100 lies on one of ``axes`` axes, counted clockwise from the top."""
    return _away(axis, axes, _distance(score))


def path(points: Sequence[Point]) -> str:
    """Points as SVG writes them."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def grid(pillars: Sequence[Pillar], runs: Sequence[Sequence[Score]]) -> Iterator[Markup]:
    """Rings at the ticks, the axes (broken where no run has a score) and the ticks' numbers along the first axis."""
    axes = len(pillars)
    for tick in TICKS:
        ring = [point_at(axis, axes, tick) for axis in range(axes)]
        kind = "rim" if tick in {0, 100} else "grid"
        yield Markup('<polygon class="{}" points="{}"/>').format(kind, path(ring))
    for axis in range(axes):
        ends = (*point_at(axis, axes, 0), *point_at(axis, axes, 100))
        kind = "axis" if any(scores[axis].value is not None for scores in runs) else "axis unmeasured"
        line = Markup('<line class="{}" x1="{}" y1="{}" x2="{}" y2="{}"/>')
        yield line.format(kind, *(f"{end:.1f}" for end in ends))
    for tick in TICKS:
        x, y, anchor = (_CENTRE - 9, 4 - _distance(tick), "end") if tick else (_CENTRE, 4.5, "middle")
        label = Markup('<text class="tick" x="{}" y="{}" text-anchor="{}">{}</text>')
        yield label.format(f"{x:.0f}", f"{y:.1f}", anchor, tick)


def axis_labels(pillars: Sequence[Pillar], runs: Sequence[Sequence[Score]]) -> tuple[list[Markup], float, float]:
    """Names of the axes in each language, a line an element, and the heights at which the picture begins and ends."""
    parts: list[Markup] = []
    heights = [-_RIM, _RIM]
    for axis, pillar in enumerate(pillars):
        missing = sum(scores[axis].value is None for scores in runs)
        x, y = _away(axis, len(pillars), _LABEL)
        side = (x - _CENTRE) / _LABEL
        anchor = "middle" if abs(side) < 0.1 else "start" if side > 0 else "end"
        for language in LANGUAGES:
            lines = _label(pillar.title, missing, len(runs), language)
            first = y + y / _LABEL * len(lines) * _LINE / 2 - len(lines) * _LINE / 2
            heights += [first, first + len(lines) * _LINE]
            for place, (kind, line) in enumerate(lines):
                text = Markup('<text class="t {}" lang="{}" x="{}" y="{}" text-anchor="{}">{}</text>')
                height = f"{first + place * _LINE + 0.75 * _LINE:.1f}"
                parts.append(text.format(kind, TAGS[language], f"{x:.1f}", height, anchor, line))
    return parts, math.floor(min(heights)) - 2, math.ceil(max(heights)) + 2


def _distance(score: float) -> float:
    return _ZERO + (_RIM - _ZERO) * score / 100


def _away(axis: int, axes: int, distance: float) -> Point:
    angle = 2 * math.pi * axis / axes
    return _CENTRE + distance * math.sin(angle), -distance * math.cos(angle)


def _label(title: Mapping[Language, str], missing: int, total: int, language: Language) -> list[tuple[str, str]]:
    named = [("name", line) for line in wrapped(revealed(title[language]))]
    if not missing:
        return named
    said = words(language)["pillars.no_score" if missing == total else "pillars.no_score_some"]
    return named + [("gap", line) for line in said.format(count=missing, total=total).splitlines()]


def wrapped(text: str) -> list[str]:
    """A title in lines of at most 14 columns; a longer word stands alone, Chinese is parted into equal lines."""
    columns = sum(1 if ord(character) < 0x2E80 else 2 for character in text)
    if columns <= _COLUMNS or columns < 1.5 * len(text):
        return textwrap.wrap(text, _COLUMNS, break_long_words=False)
    lines = math.ceil(columns / _COLUMNS)
    return textwrap.wrap(text, math.ceil(len(text) / lines))
