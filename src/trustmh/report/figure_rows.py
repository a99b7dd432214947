"""Figures as table rows: the headline of each subtask, and the secondary figures in groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from trustmh.items import Estimate, Outcome
from trustmh.pillars.subtask import NEEDS, Need, Subtask, SubtaskResult
from trustmh.report.figure_names import figure_name
from trustmh.report.interval_plot import interval_plot
from trustmh.report.notes import brief_html, note_html
from trustmh.report.numbers import written, written_interval
from trustmh.report.report_run import ReportRun
from trustmh.results.board import subtask_score

BASELINE = "baseline/"
NOTHING = Markup("")
#: Notes of more characters than the first are folded beside a headline; the second is what still shows.
_LONG, _BRIEF = 160, 100


@dataclass(frozen=True, slots=True)
class FigureRow:
    """One figure, ready to be shown. ``asked`` is False when the subtask was not part of the run.

    ``brief`` is the beginning of a long note, empty for a short one.
    """

    run: str
    name: Markup
    value: str
    interval: str
    n: int
    clusters: int
    method: Markup
    unscored: int
    outcomes: tuple[tuple[str, int], ...]
    provisional: bool
    missing: bool
    no_interval: bool
    note: Markup
    brief: Markup
    asked: bool = True
    plot: Markup = NOTHING
    score: str = ""
    baselines: tuple[tuple[Markup, str, Markup], ...] = ()


def headline_row(run: ReportRun, subtask: Subtask) -> FigureRow:
    """The headline of a subtask, with its plot, its score and its baselines."""
    result = run.results.get(subtask.id)
    if result is None:
        empty = Estimate(subtask.metric.name, None, 0)
        return _row(run.name, empty, asked=False)
    found = [one for one in result.secondary if one.name.startswith(BASELINE) and one.value is not None]
    score = subtask_score(result, subtask.metric)
    return _row(
        run.name,
        result.headline,
        plot=_plot(result.headline, subtask, found),
        score=written(score.value, 1),
        baselines=tuple((figure_name(one.name), written(one.value), note_html(one.note)) for one in found),
    )


def judged_part(runs: Sequence[ReportRun], subtask: Subtask) -> Need:
    """What rests on a judge in the runs shown, under the deciders that each chose: the most of any run."""
    needs = [subtask.deciders(run.record.options).judge for run in runs if subtask.id in run.results]
    return next((need for need in NEEDS if need in needs), "no")


def secondary_rows(run: ReportRun, result: SubtaskResult) -> list[FigureRow]:
    """Every secondary figure except the baselines, which stand beside the headline."""
    return [_row(run.name, one) for one in result.secondary if not one.name.startswith(BASELINE)]


def _row(
    run: str,
    figure: Estimate,
    *,
    asked: bool = True,
    plot: Markup = NOTHING,
    score: str = "",
    baselines: tuple[tuple[Markup, str, Markup], ...] = (),
) -> FigureRow:
    counts = {str(name): count for name, count in figure.outcomes.items()}
    return FigureRow(
        run=run,
        name=figure_name(figure.name),
        value=written(figure.value),
        interval=written_interval(figure.interval),
        n=figure.n,
        clusters=figure.clusters,
        method=note_html(figure.method),
        unscored=figure.unscored,
        outcomes=tuple((outcome.value, counts[outcome.value]) for outcome in Outcome if counts.get(outcome.value)),
        provisional=figure.provisional,
        missing=figure.value is None,
        no_interval=figure.value is not None and figure.interval is None,
        note=note_html(figure.note),
        brief=brief_html(figure.note, _BRIEF) if len(figure.note) > _LONG else NOTHING,
        asked=asked,
        plot=plot,
        score=score,
        baselines=baselines,
    )


def _plot(figure: Estimate, subtask: Subtask, baselines: Sequence[Estimate]) -> Markup:
    floor, ideal = subtask.metric.floor, subtask.metric.ideal
    marks = [one.value for one in baselines if one.value is not None]
    seen = [floor, ideal, *marks, *(figure.interval or ()), *([figure.value] if figure.value is not None else [])]
    scale = (min(seen), max(seen)) if ideal > floor else (max(seen), min(seen))
    return interval_plot(figure.value, figure.interval, scale, marks)
