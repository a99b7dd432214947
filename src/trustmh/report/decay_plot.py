"""Decay curves: retained quality over the intensity of the perturbation, a curve for each stack of levels, with bands.

The points are the run's own figures (``retention/<levels>/<intensity>``), drawn as inline SVG: no script is needed. What
has no figure breaks the line, a point without an interval breaks the band, a provisional point is hollow, and what
lies beyond the axis is a triangle that points there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from trustmh.items import LANGUAGES, Estimate
from trustmh.pillars.pillars import ROBUSTNESS
from trustmh.pillars.robustness.perturbed_items import CLEAN
from trustmh.pillars.subtask import Subtask
from trustmh.report.decay_scale import HEIGHT, LEFT, PLACES, RIGHT, WIDTH, Curves, DecayScale, x_of
from trustmh.report.figure_names import part_name
from trustmh.report.report_run import ReportRun
from trustmh.report.texts import TAGS, words
from trustmh.stress.operations.table import INTENSITIES

#: Curves are set side by side by so many units, so that their error bars do not cover each other.
_ASIDE = 7.0
#: Triangles around the origin by the end that they point over (1 the upper, -1 the lower): of a value, of an interval.
_VALUE_BEYOND = {1: "M0,-8L6.5,3.5H-6.5Z", -1: "M0,8L6.5,-3.5H-6.5Z"}
_END_BEYOND = {1: "M0,-7L4.5,0H-4.5Z", -1: "M0,7L4.5,0H-4.5Z"}


@dataclass(frozen=True, slots=True)
class DecayView:
    """One subtask's curves in one run.

    Attributes:
        names: the curves' names in the order of their colours.
        hollow: whether any point is provisional.
        clipped: whether any point or end of an interval lies beyond the axis.
    """

    subtask: Subtask
    run_name: str
    plot: Markup
    names: tuple[Markup, ...]
    hollow: bool
    clipped: bool


def decay_views(runs: Sequence[ReportRun]) -> list[DecayView]:
    """Curves of every subtask of the robustness pillar that has at least one point, by subtask and then by run.

    All runs of a subtask are drawn on one scale.
    """
    found: dict[str, list[tuple[Subtask, str, Curves]]] = {}
    for run in runs:
        for one in run.subtasks:
            members = found.setdefault(one.id, [])
            if one.pillar.id == ROBUSTNESS.id and one.id in run.results:
                curves = decay_curves(run.results[one.id].secondary)
                members += [(one, run.name, curves)] if curves else []
    return [
        _view(subtask, name, curves, scale)
        for members in found.values()
        for scale in [DecayScale([curves for *_, curves in members])]
        for subtask, name, curves in members
    ]


def _view(subtask: Subtask, run_name: str, curves: Curves, scale: DecayScale) -> DecayView:
    return DecayView(
        subtask=subtask,
        run_name=run_name,
        plot=decay_plot(curves, scale),
        names=tuple(part_name(level) for level in curves),
        hollow=any(one.provisional for points in curves.values() for one in points.values()),
        clipped=scale.clips(curves),
    )


def decay_curves(figures: Sequence[Estimate]) -> dict[str, dict[str, Estimate]]:
    """Levels -> intensity -> retention, from figures called ``retention/<levels>/<intensity>``; gaps are left out."""
    curves: dict[str, dict[str, Estimate]] = {}
    for figure in figures:
        kind, _, rest = figure.name.partition("/")
        level, _, intensity = rest.rpartition("/")
        if kind == "retention" and level and intensity in INTENSITIES and figure.value is not None:
            curves.setdefault(level, {})[intensity] = figure
    return curves


def decay_plot(curves: Curves, scale: DecayScale | None = None) -> Markup:
    """The curves as SVG. Each starts at 1 where nothing is perturbed; a gap breaks its line and is no zero.

    Args:
        curves: levels -> intensity -> retention, as :func:`decay_curves` gives them.
        scale: that of all runs that are to be compared; these curves' own without it.
    """
    scale = scale or DecayScale([curves])
    parts = [*_axes(scale)]
    for number, points in enumerate(curves.values()):
        parts += _curve(scale, points, number, (number - (len(curves) - 1) / 2) * _ASIDE)
    return Markup('<svg class="decay" viewBox="0 0 {} {}" aria-hidden="true">{}</svg>').format(
        f"{WIDTH:.0f}", f"{HEIGHT:.0f}", Markup("").join(parts)
    )


def _axes(scale: DecayScale) -> list[Markup]:
    line = Markup('<line class="{}" x1="{}" x2="{}" y1="{}" y2="{}"/>')
    parts = []
    for tick in scale.ticks():
        y = scale.y(tick)
        parts.append(line.format("whole" if tick == 1 else "grid", f"{LEFT:.0f}", f"{WIDTH - RIGHT:.0f}", y, y))
        label = Markup('<text class="tick" x="{}" y="{}" text-anchor="end">{}</text>')
        parts.append(label.format(f"{LEFT - 8:.0f}", f"{float(y) + 4:.1f}", f"{tick:.1f}"))
    for place in PLACES:
        for language in LANGUAGES:
            label = Markup('<text class="t tick" lang="{}" x="{}" y="{}" text-anchor="middle">{}</text>')
            said = words(language)[f"part.{place}"]
            parts.append(label.format(TAGS[language], f"{x_of(place):.1f}", f"{HEIGHT - 12:.0f}", said))
    return parts


def _curve(scale: DecayScale, points: Mapping[str, Estimate], number: int, aside: float) -> list[Markup]:
    colour = f"line-{number % 8}"
    at = {CLEAN: x_of(CLEAN), **{place: x_of(place, aside) for place in points}}
    values = {CLEAN: 1.0, **{place: one.value or 0.0 for place, one in points.items()}}
    bands = {CLEAN: (1.0, 1.0), **{place: one.interval for place, one in points.items() if one.interval is not None}}
    parts = []
    for piece in _pieces(bands):
        lower = [(at[place], bands[place][0]) for place in piece]
        upper = [(at[place], bands[place][1]) for place in reversed(piece)]
        parts.append(Markup('<polygon class="band {}" points="{}"/>').format(colour, _path(scale, lower + upper)))
    for piece in _pieces(values):
        line = _path(scale, [(at[place], values[place]) for place in piece])
        parts.append(Markup('<polyline class="curve {}" points="{}"/>').format(colour, line))
    for place, one in points.items():
        parts += _bar(scale, at[place], one, colour)
    parts += [_mark(scale, at[place], one, colour) for place, one in points.items()]
    parts.append(Markup('<circle class="origin" cx="{}" cy="{}" r="4.5"/>').format(f"{at[CLEAN]:.1f}", scale.y(1.0)))
    return parts


def _pieces(known: Collection[str]) -> list[list[str]]:
    """Stretches of at least two neighbours that are all known; one alone between gaps has nothing to be joined to."""
    stretches = [list(places) for is_known, places in groupby(PLACES, lambda place: place in known) if is_known]
    return [one for one in stretches if len(one) > 1]


def _bar(scale: DecayScale, x: float, figure: Estimate, colour: str) -> list[Markup]:
    """The interval, with a triangle at an end that lies beyond the scale; the value's own triangle says it too."""
    if figure.interval is None:
        return []
    low, high = figure.interval
    bar = Markup('<line class="bar-end {0}" x1="{1}" x2="{1}" y1="{2}" y2="{3}"/>')
    beyond = {scale.beyond(end): end for end in figure.interval if scale.beyond(end)}
    beyond.pop(scale.beyond(figure.value or 0.0), None)
    return [
        bar.format(colour, f"{x:.1f}", scale.y(low), scale.y(high)),
        *(_triangle(f"clip {colour}", x, scale.y(end), _END_BEYOND[side]) for side, end in beyond.items()),
    ]


def _mark(scale: DecayScale, x: float, figure: Estimate, colour: str) -> Markup:
    value = figure.value or 0.0
    kind = f"point hollow {colour}" if figure.provisional else f"point {colour}"
    if side := scale.beyond(value):
        return _triangle(kind, x, scale.y(value), _VALUE_BEYOND[side])
    return Markup('<circle class="{}" cx="{}" cy="{}" r="4.5"/>').format(kind, f"{x:.1f}", scale.y(value))


def _triangle(kind: str, x: float, y: str, shape: str) -> Markup:
    return Markup('<path class="{}" transform="translate({} {})" d="{}"/>').format(kind, f"{x:.1f}", y, shape)


def _path(scale: DecayScale, points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{scale.y(value)}" for x, value in points)
