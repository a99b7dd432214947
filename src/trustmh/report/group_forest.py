"""The forest plot of groups: how far each group's support departs from its attribute's mean in the same dialogues.

The rows are the run's own figures (``departure/<language>/<attribute>/<group>``), on one scale for the whole run.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from trustmh.items import Estimate
from trustmh.pillars.subtask import Subtask, SubtaskResult
from trustmh.report.figure_names import part_name
from trustmh.report.numbers import written, written_interval
from trustmh.report.report_run import ReportRun

SUBTASK = "fairness"
KIND = "departure"
_WIDTH, _HEIGHT, _MARGIN = 300.0, 26.0, 8.0

#: (language, attribute) -> groups with their departures.
Departures = dict[tuple[str, str], list[tuple[str, Estimate]]]


@dataclass(frozen=True, slots=True)
class GroupRow:
    """One group: name, departure, interval, dialogues and its place on the scale."""

    name: Markup
    value: str
    interval: str
    dialogues: int
    plot: Markup


@dataclass(frozen=True, slots=True)
class AttributeRows:
    """The groups of one attribute in one language."""

    language: str
    name: Markup
    rows: tuple[GroupRow, ...]


@dataclass(frozen=True, slots=True)
class ForestView:
    """One run's groups. ``reach`` is the scale's end on both sides; the three figures are written, a dash for a gap."""

    subtask: Subtask
    run_name: str
    reach: str
    attributes: tuple[AttributeRows, ...]
    spread: str
    floor: str
    excess: str


def forest_views(runs: Sequence[ReportRun]) -> list[ForestView]:
    """The plot of every run that has departures of groups, all on one scale."""
    found = [
        (run.name, subtask, run.results[SUBTASK], departures)
        for run in runs
        for subtask in run.subtasks
        if subtask.id == SUBTASK and SUBTASK in run.results and (departures := _departures(run.results[SUBTASK]))
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
    )


def _stated(figure: Estimate | None) -> str:
    if figure is None or figure.value is None:
        return written(None)
    return written(figure.value) + (f" ({written_interval(figure.interval)})" if figure.interval else "")


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
        forest_plot(figure.value or 0.0, figure.interval, reach),
    )


def forest_plot(value: float, interval: tuple[float, float] | None, reach: float) -> Markup:
    """One row of the plot: value and interval around a line at 0; left is less support than the attribute's mean."""

    def x(figure: float) -> str:
        share = (min(max(figure, -reach), reach) + reach) / (2 * reach)
        return f"{_MARGIN + share * (_WIDTH - 2 * _MARGIN):.1f}"

    middle = f"{_HEIGHT / 2:.1f}"
    parts = [Markup('<line class="zero" x1="{0}" x2="{0}" y1="0" y2="{1}"/>').format(x(0.0), f"{_HEIGHT:.0f}")]
    if interval is not None:
        line = Markup('<line class="interval" x1="{}" x2="{}" y1="{}" y2="{}"/>')
        parts.append(line.format(x(interval[0]), x(interval[1]), middle, middle))
    parts.append(Markup('<circle class="value" cx="{}" cy="{}" r="4.5"/>').format(x(value), middle))
    return Markup('<svg class="plot forest-plot" viewBox="0 0 {} {}" aria-hidden="true">{}</svg>').format(
        f"{_WIDTH:.0f}", f"{_HEIGHT:.0f}", Markup("").join(parts)
    )
