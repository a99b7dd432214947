"""The radar: pillar scores of each run on fixed axes from 0 to 100, drawn as inline SVG: no script is needed.

Zero is an inner ring and not the centre, so that a zero is seen and is not taken for a gap. A pillar without a score
breaks the run's line, has no mark, and its axis says so.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from trustmh.items import LANGUAGES
from trustmh.pillars.subtask import Pillar
from trustmh.report.numbers import written, written_interval
from trustmh.report.radar_axes import WIDTH, Point, axis_labels, grid, path, point_at
from trustmh.report.texts import TAGS, words
from trustmh.report.untrusted import revealed, visible
from trustmh.results.board import Board, Score

_NAME_LENGTH = 60
_COLOURS = 8


def _corners(count: int, turn: float = 0.0, radius: float = 7.5, waist: float = 1.0) -> str:
    """A regular shape of ``count`` corners around the origin; a waist below 1 makes it a star."""
    steps = count if waist == 1.0 else 2 * count
    angles = [math.radians(turn) + 2 * math.pi * step / steps for step in range(steps)]
    reach = [radius * (waist if step % 2 and waist != 1.0 else 1.0) for step in range(steps)]
    return f"M{' '.join(f'{r * math.sin(a):.1f},{-r * math.cos(a):.1f}' for a, r in zip(angles, reach, strict=True))}Z"


#: Marks of runs. Seven shapes and eight colours, so that the ninth run has the first one's colour and another mark.
SHAPES = (
    "M-5.5,0a5.5,5.5 0 1 0 11,0a5.5,5.5 0 1 0 -11,0Z",
    _corners(4, 45),
    _corners(4),
    _corners(3),
    _corners(5, waist=0.45, radius=8.5),
    _corners(3, 180),
    _corners(6),
)


@dataclass(frozen=True, slots=True)
class RadarKey:
    """One run in the legend: its name and a piece of its line with its mark."""

    name: Markup
    sample: Markup


@dataclass(frozen=True, slots=True)
class RadarView:
    """The plot; ``keys`` is empty for a single run, and ``hollow`` None when no score is provisional."""

    plot: Markup
    keys: tuple[RadarKey, ...]
    hollow: Markup | None


def radar_view(pillars: Sequence[Pillar], board: Board) -> RadarView:
    """The radar of every run on the board, with its legend.

    Args:
        pillars: the axes, clockwise from the top; at least three.
        board: a pillar that it does not hold has no score.
    """
    runs = [[_score(board, pillar, place) for pillar in pillars] for place in range(len(board.runs))]
    several = len(runs) > 1
    keys = tuple(RadarKey(visible(name), _sample(number)) for number, name in enumerate(board.runs) if several)
    unsure = any(score.provisional for scores in runs for score in scores if score.value is not None)
    parts = [*grid(pillars, runs)]
    if not several:
        parts += _area(runs[0])
    for number, scores in enumerate(runs):
        parts += _curve(scores, number)
    for name, scores in zip(board.runs, runs, strict=True):
        parts += _hints(pillars, scores, revealed(name[:_NAME_LENGTH]) if several else "")
    labels, top, bottom = axis_labels(pillars, runs)
    plot = Markup('<svg class="radar" viewBox="0 {} {} {}" role="img" aria-labelledby="radar-caption">{}</svg>').format(
        f"{top:.0f}", f"{WIDTH:.0f}", f"{bottom - top:.0f}", Markup("").join([*parts, *labels])
    )
    return RadarView(plot, keys, _hollow_sample() if unsure else None)


def _score(board: Board, pillar: Pillar, place: int) -> Score:
    return board.scores[pillar.id][place].score if pillar.id in board.scores else Score(None)


def _known(scores: Sequence[Score]) -> dict[int, Point]:
    """Where the scores lie, by axis; a gap lies nowhere."""
    return {axis: point_at(axis, len(scores), one.value) for axis, one in enumerate(scores) if one.value is not None}


def _area(scores: Sequence[Score]) -> Iterator[Markup]:
    """The tint of a run without gaps. Beside others it would set that run above those that have gaps."""
    if len(known := _known(scores)) == len(scores):
        yield Markup('<polygon class="area {}" points="{}"/>').format(_look(0), path(list(known.values())))


def _curve(scores: Sequence[Score], number: int) -> Iterator[Markup]:
    """One run: a closed polygon, or as many open lines as the gaps leave; a score alone between gaps is only a mark."""
    axes, look, known = len(scores), _look(number), _known(scores)
    if len(known) == axes:
        yield Markup('<polygon class="curve {}" points="{}"/>').format(look, path(list(known.values())))
    for start in known:
        if (start - 1) % axes not in known:
            length = next(step for step in range(1, axes + 1) if (start + step) % axes not in known)
            if length > 1:
                piece = [known[(start + step) % axes] for step in range(length)]
                yield Markup('<polyline class="curve {}" points="{}"/>').format(look, path(piece))
    for axis, point in known.items():
        yield _mark(number, point, "point hollow" if scores[axis].provisional else "point")


def _look(number: int) -> str:
    return f"line-{number % _COLOURS}"


def _mark(number: int, point: Point, kind: str) -> Markup:
    return Markup('<path class="{} {}" transform="translate({:.1f} {:.1f})" d="{}"/>').format(
        kind, _look(number), *point, SHAPES[number % len(SHAPES)]
    )


def _sample(number: int) -> Markup:
    line = Markup('<line class="curve {}" x1="1" x2="39" y1="10" y2="10"/>').format(_look(number))
    return Markup('<svg class="radar sample" viewBox="0 0 40 20" aria-hidden="true">{}{}</svg>').format(
        line, _mark(number, (20.0, 10.0), "point")
    )


def _hollow_sample() -> Markup:
    """A hollow mark of no run's colour."""
    return Markup(
        '<svg class="radar sample" viewBox="0 0 20 20" aria-hidden="true">'
        '<path class="hollow" transform="translate(10 10)" d="{}"/></svg>'
    ).format(SHAPES[0])


def _hints(pillars: Sequence[Pillar], scores: Sequence[Score], name: str) -> Iterator[Markup]:
    """What a pointer over a mark is told, in each language; a wide target that cannot be seen."""
    for axis, (x, y) in _known(scores).items():
        pillar, score = pillars[axis], scores[axis]
        stated = written(score.value, 1) + (f" ({written_interval(score.interval, 1)})" if score.interval else "")
        for language in LANGUAGES:
            mark = words(language)["mark.provisional"] if score.provisional else ""
            hint = " · ".join(part for part in (name, revealed(pillar.title[language]), stated, mark) if part)
            target = Markup('<circle class="t hint" lang="{}" cx="{}" cy="{}" r="11"><title>{}</title></circle>')
            yield target.format(TAGS[language], f"{x:.1f}", f"{y:.1f}", hint)
