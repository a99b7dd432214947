"""The published ranks and numbers, laid out for the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from trustmh.pillars.subtask import Pillar
from trustmh.report.figure_names import figure_name
from trustmh.report.numbers import written
from trustmh.report.report_run import ReportRun
from trustmh.report.texts import both, say
from trustmh.results.published import (
    PublishedRanks,
    published_models,
    published_numbers,
    published_pillar_ranks,
    published_ranks,
    published_subtasks,
)


@dataclass(frozen=True, slots=True)
class RankRow:
    """One row of the rank table. ``cells`` are rank and whether it is doubtful, in the paper's order of models."""

    title: Markup
    pillar: bool
    measured: bool
    cells: tuple[tuple[int, bool], ...]
    note: Markup | None


@dataclass(frozen=True, slots=True)
class NumberRow:
    """A recorded figure of the twelve models; ``half_widths`` are empty where none was recorded."""

    title: Markup
    values: tuple[str, ...]
    half_widths: tuple[str, ...]
    n: str


def rank_rows(pillars: Sequence[Pillar], measured: frozenset[str], scored: frozenset[str]) -> list[RankRow]:
    """Every published pillar followed by its subtasks.

    Args:
        pillars: in the order in which they are shown.
        measured: the subtasks that some run has a headline figure of.
        scored: the pillars that some run has a score of.
    """
    rows = []
    for pillar in pillars:
        ranks = published_pillar_ranks(pillar.id)
        if ranks is None:
            continue
        subtasks = published_subtasks(pillar.id)
        rows.append(_rank_row(both(pillar.title), ranks, pillar=True, measured=pillar.id in scored))
        for name in subtasks:
            found = published_ranks(name)
            if found is not None:
                rows.append(_rank_row(say(f"subtask.{name}"), found, pillar=False, measured=name in measured))
    return rows


def number_rows(runs: Sequence[ReportRun], subtask: str) -> list[NumberRow]:
    """Recorded figures of one subtask, one row a figure, in the order in which the runs show them."""
    figures = list(dict.fromkeys(number.figure for number in published_numbers(subtask)))
    results = [run.results[subtask] for run in runs if subtask in run.results]
    shown = [one.name for result in results for one in (result.headline, *result.secondary)]
    figures.sort(key=lambda name: shown.index(name) if name in shown else len(shown))
    rows = []
    for figure in figures:
        found = {number.model: number for number in published_numbers(subtask, figure)}
        numbers = [found.get(model) for model in published_models()]
        sizes = sorted({number.n for number in found.values()})
        widths = [number.half_width if number else None for number in numbers]
        rows.append(
            NumberRow(
                figure_name(figure),
                tuple(written(number.value if number else None) for number in numbers),
                tuple("" if width is None else f"± {written(width)}" for width in widths),
                ", ".join(map(str, sizes)),
            )
        )
    return rows


def _rank_row(title: Markup, ranks: PublishedRanks, *, pillar: bool, measured: bool) -> RankRow:
    note = both(ranks.note) if ranks.note else None
    cells = tuple((rank, model in ranks.doubtful) for model, rank in ranks.ranks.items())
    return RankRow(title, pillar, measured, cells, note)
