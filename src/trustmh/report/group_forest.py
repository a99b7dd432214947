"""The forest plot of groups: how far each group's support departs from its attribute's mean in the same dialogues.

The rows are the run's own figures (``departure/<language>/<attribute>/<group>``), on one scale that holds every value and
interval of all runs. A provisional figure has a hollow mark, and says so in words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from trustmh.items import Estimate
from trustmh.pillars.pillars import FAIRNESS
from trustmh.pillars.subtask import Subtask, SubtaskResult
from trustmh.report.figure_names import part_name
from trustmh.report.numbers import written, written_interval
from trustmh.report.report_run import ReportRun
from trustmh.report.texts import say

#: First part of the figures' names.
KIND = "departure"
_WIDTH, _HEIGHT, _MARGIN = 300.0, 26.0, 8.0

#: (language, attribute) -> groups with their departures.
Departures = dict[tuple[str, str], list[tuple[str, Estimate]]]


@dataclass(frozen=True, slots=True)
class GroupRow:
    """One group: name, departure, interval, dialogues, whether that is provisional, and its place on the scale."""

    name: Markup
    value: str
    interval: str
    dialogues: int
    provisional: bool
    plot: Markup


@dataclass(frozen=True, slots=True)
class AttributeRows:
    """The groups of one attribute in one language."""

    language: str
    name: Markup
    rows: tuple[GroupRow, ...]


@dataclass(frozen=True, slots=True)
class ForestView:
    """One run's groups in one subtask.

    Attributes:
        reach: the scale's end on both sides.
        spread, floor, excess: written with their intervals, a dash for a gap, marked where provisional.
        hollow: whether any group's figure is provisional.
    """

    subtask: Subtask
    run_name: str
    reach: str
    attributes: tuple[AttributeRows, ...]
    spread: Markup
    floor: Markup
    excess: Markup
    hollow: bool


def forest_views(runs: Sequence[ReportRun]) -> list[ForestView]:
    """The plot of every run and subtask of the fairness pillar with departures of groups, all on one scale."""
    found = [
        (run.name, subtask, run.results[subtask.id], departures)
        for run in runs
        for subtask in run.subtasks
        if subtask.pillar.id == FAIRNESS.id
        and subtask.id in run.results
        and (departures := _departures(run.results[subtask.id]))
    ]
    reach = _reach([figure for *_, groups in found for rows in groups.values() for _, figure in rows])
    return [_view(name, subtask, result, departures, reach) for name, subtask, result, departures in found]


def _departures(result: SubtaskResult) -> Departures:
    found: Departures = {}
    for figure in result.secondary:
        kind, *path = figure.name.split("/", 3)
        if kind == KIND and len(path) == 3 and figure.value is not None:
            found.setdefault((path[0], path[1]), []).append((path[2], figure))
    return found


def _view(run_name: str, subtask: Subtask, result: SubtaskResult, found: Departures, reach: float) -> ForestView:
    named = {figure.name: figure for figure in result.secondary}
    return ForestView(
        subtask=subtask,
        run_name=run_name,
        reach=written(reach, 1),
        attributes=tuple(
            AttributeRows(language, part_name(attribute), tuple(_row(group, figure, reach) for group, figure in rows))
            for (language, attribute), rows in found.items()
        ),
        spread=_stated(result.headline),
        floor=_stated(named.get("noise_floor")),
        excess=_stated(named.get("excess")),
        hollow=any(figure.provisional for rows in found.values() for _, figure in rows),
    )


def _stated(figure: Estimate | None) -> Markup:
    if figure is None or figure.value is None:
        return Markup(written(None))
    stated = Markup(written(figure.value) + (f" ({written_interval(figure.interval)})" if figure.interval else ""))
    mark = Markup(' <span class="mark">{}</span>').format(say("mark.provisional"))
    return stated + mark if figure.provisional else stated


def _reach(figures: Sequence[Estimate]) -> float:
    """The furthest end of any value or interval, rounded up to a tenth."""
    ends = [abs(end) for figure in figures for end in (figure.value or 0.0, *(figure.interval or ()))]
    return float(max(0.1, math.ceil(max([0.0, *ends]) * 10 - 1e-9) / 10))


def _row(group: str, figure: Estimate, reach: float) -> GroupRow:
    return GroupRow(
        part_name(group),
        written(figure.value),
        written_interval(figure.interval),
        figure.clusters,
        figure.provisional,
        forest_plot(figure, reach),
    )


def forest_plot(figure: Estimate, reach: float) -> Markup:
    """One row of the plot: value and interval around a line at 0; left is less support than the attribute's mean.

    Args:
        figure: a departure that is defined.
        reach: the scale's end on both sides; nothing of the figure lies beyond it.
    """

    def x(departure: float) -> str:
        return f"{_MARGIN + (departure + reach) / (2 * reach) * (_WIDTH - 2 * _MARGIN):.1f}"

    middle = f"{_HEIGHT / 2:.1f}"
    parts = [Markup('<line class="zero" x1="{0}" x2="{0}" y1="0" y2="{1}"/>').format(x(0.0), f"{_HEIGHT:.0f}")]
    if figure.interval is not None:
        line = Markup('<line class="interval" x1="{}" x2="{}" y1="{}" y2="{}"/>')
        parts.append(line.format(*map(x, figure.interval), middle, middle))
    kind = "value hollow" if figure.provisional else "value"
    parts.append(Markup('<circle class="{}" cx="{}" cy="{}" r="4.5"/>').format(kind, x(figure.value or 0.0), middle))
    return Markup('<svg class="plot forest-plot" viewBox="0 0 {} {}" aria-hidden="true">{}</svg>').format(
        f"{_WIDTH:.0f}", f"{_HEIGHT:.0f}", Markup("").join(parts)
    )
