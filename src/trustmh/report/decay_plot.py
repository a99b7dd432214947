"""Decay curves: retained quality over the intensity of the perturbation, a curve for each stack of levels, with bands.

The points are the run's own figures (``retention/<levels>/<intensity>``), drawn as inline SVG: no script is needed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from trustmh.items import LANGUAGES, Estimate
from trustmh.pillars.subtask import Subtask
from trustmh.report.figure_names import part_name
from trustmh.report.report_run import ReportRun
from trustmh.report.texts import TAGS, words

SUBTASKS = ("robust_support", "robust_diagnosis")
INTENSITIES = ("low", "medium", "high")
PLACES = ("clean", *INTENSITIES)
_WIDTH, _HEIGHT = 560.0, 300.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 48.0, 26.0, 14.0, 34.0
#: Curves are set side by side by so many units, so that their error bars do not cover each other.
_ASIDE = 7.0

#: Levels -> intensity -> retention.
Curves = Mapping[str, Mapping[str, Estimate]]


@dataclass(frozen=True, slots=True)
class DecayView:
    """One subtask's curves in one run; ``names`` are the curves' in the order of their colours."""

    subtask: Subtask
    run_name: str
    plot: Markup
    names: tuple[Markup, ...]


def decay_views(runs: Sequence[ReportRun]) -> list[DecayView]:
    """Curves of every robustness subtask that has at least one point, by subtask and then by run.

    All runs of a subtask are drawn on one scale.
    """
    found = [
        (subtask, run.name, curves)
        for name in SUBTASKS
        for run in runs
        for subtask in run.subtasks
        if subtask.id == name and name in run.results and (curves := decay_curves(run.results[name].secondary))
    ]
    beside = {name: [curves for subtask, _, curves in found if subtask.id == name] for name in SUBTASKS}
    return [
        DecayView(subtask, name, decay_plot(curves, beside[subtask.id]), tuple(part_name(level) for level in curves))
        for subtask, name, curves in found
    ]


def decay_curves(figures: Sequence[Estimate]) -> dict[str, dict[str, Estimate]]:
    """Levels -> intensity -> retention, from figures called ``retention/<levels>/<intensity>``; gaps are left out."""
    curves: dict[str, dict[str, Estimate]] = {}
    for figure in figures:
        kind, _, rest = figure.name.partition("/")
        level, _, intensity = rest.rpartition("/")
        if kind == "retention" and level and intensity in INTENSITIES and figure.value is not None:
            curves.setdefault(level, {})[intensity] = figure
    return curves


def decay_plot(curves: Curves, beside: Sequence[Curves] = ()) -> Markup:
    """The curves as SVG. Each starts at 1 where nothing is perturbed; a gap breaks no line and is no zero.

    Args:
        curves: levels -> intensity -> retention, as :func:`decay_curves` gives them.
        beside: curves of other runs that the scale must hold too.
    """
    scale = _Scale([curves, *beside])
    parts = [*_axes(scale)]
    for number, points in enumerate(curves.values()):
        parts += _curve(scale, points, number, (number - (len(curves) - 1) / 2) * _ASIDE)
    return Markup('<svg class="decay" viewBox="0 0 {} {}" aria-hidden="true">{}</svg>').format(
        f"{_WIDTH:.0f}", f"{_HEIGHT:.0f}", Markup("").join(parts)
    )


class _Scale:
    """From retention to height; the lower end is 0.8 or whatever is needed below it, and stands on the axis."""

    def __init__(self, shown: Sequence[Curves]) -> None:
        figures = [one for curves in shown for points in curves.values() for one in points.values()]
        ends = [end for one in figures for end in (*(one.interval or ()), one.value or 0.0)]
        self.low = max(0.0, math.floor(min([0.8, *ends]) * 10 - 1e-9) / 10)
        self.high = math.ceil(min(max([1.0, *ends]), 2.0) * 20 + 1e-9) / 20
        self.step = 0.1 if self.high - self.low <= 0.75 else 0.2

    def y(self, value: float) -> str:
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return f"{_TOP + (1 - share) * (_HEIGHT - _TOP - _BOTTOM):.1f}"

    def ticks(self) -> list[float]:
        first, last = math.ceil(self.low / self.step - 1e-9), math.floor(self.high / self.step + 1e-9)
        return [round(number * self.step, 2) for number in range(first, last + 1)]


def _x(place: str, aside: float = 0.0) -> float:
    room = (_WIDTH - _LEFT - _RIGHT - 60) / (len(PLACES) - 1)
    return _LEFT + 30 + PLACES.index(place) * room + aside


def _axes(scale: _Scale) -> list[Markup]:
    line = Markup('<line class="{}" x1="{}" x2="{}" y1="{}" y2="{}"/>')
    parts = []
    for tick in scale.ticks():
        y = scale.y(tick)
        parts.append(line.format("whole" if tick == 1 else "grid", f"{_LEFT:.0f}", f"{_WIDTH - _RIGHT:.0f}", y, y))
        label = Markup('<text class="tick" x="{}" y="{}" text-anchor="end">{}</text>')
        parts.append(label.format(f"{_LEFT - 8:.0f}", f"{float(y) + 4:.1f}", f"{tick:.1f}"))
    for place in PLACES:
        for language in LANGUAGES:
            label = Markup('<text class="t tick" lang="{}" x="{}" y="{}" text-anchor="middle">{}</text>')
            said = words(language)[f"part.{place}"]
            parts.append(label.format(TAGS[language], f"{_x(place):.1f}", f"{_HEIGHT - 12:.0f}", said))
    return parts


def _curve(scale: _Scale, points: Mapping[str, Estimate], number: int, aside: float) -> list[Markup]:
    known = [(_x(place, aside), points[place]) for place in INTENSITIES if place in points]
    colour = f"line-{number % 8}"
    start = (_x("clean"), 1.0)
    line = [start, *((x, one.value or 0.0) for x, one in known)]
    band = [(x, one.interval) for x, one in known if one.interval is not None]
    parts = []
    if len(band) > 1:
        ends = [start, *((x, low) for x, (low, _) in band), *((x, high) for x, (_, high) in reversed(band))]
        parts.append(Markup('<polygon class="band {}" points="{}"/>').format(colour, _path(scale, ends)))
    parts.append(Markup('<polyline class="curve {}" points="{}"/>').format(colour, _path(scale, line)))
    bar = Markup('<line class="bar-end {0}" x1="{1}" x2="{1}" y1="{2}" y2="{3}"/>')
    parts += [bar.format(colour, f"{x:.1f}", scale.y(low), scale.y(high)) for x, (low, high) in band]
    dot = Markup('<circle class="point {}" cx="{}" cy="{}" r="4.5"/>')
    parts += [dot.format(colour, f"{x:.1f}", scale.y(value)) for x, value in line[1:]]
    parts.append(Markup('<circle class="origin" cx="{}" cy="{}" r="4.5"/>').format(f"{start[0]:.1f}", scale.y(1.0)))
    return parts


def _path(scale: _Scale, points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{scale.y(value)}" for x, value in points)
