"""Ranks among the runs shown, with what makes a rank less sure than it looks.

A rank that rests on a provisional figure is marked, a figure that is not defined has none, and runs whose figures were not
made alike (another decider, other items, another protocol) are marked as not comparable; lines below say which and why, and
that no rank carries any uncertainty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from trustmh.pillars.subtask import Pillar, Subtask
from trustmh.report.comparability import unequal
from trustmh.report.report_run import ReportRun
from trustmh.report.texts import both, listed, say
from trustmh.report.untrusted import visible
from trustmh.results.board import Board


@dataclass(frozen=True, slots=True)
class RankCell:
    """One run's rank among ``count`` runs; None without a figure."""

    rank: int | None
    count: int
    provisional: bool
    unequal: bool


@dataclass(frozen=True, slots=True)
class RankColumn:
    """The ranks of one subtask or pillar. ``why`` says in which ways the figures were not made alike."""

    title: Markup
    runs: tuple[str, ...]
    cells: tuple[RankCell, ...]
    why: tuple[Markup, ...] = ()

    def names(self, wanted: Callable[[RankCell], bool]) -> list[Markup]:
        """The runs whose cell is wanted."""
        return [_run(name) for name, cell in zip(self.runs, self.cells, strict=True) if wanted(cell)]


@dataclass(frozen=True, slots=True)
class Ranks:
    """Rank columns by id, and the lines that belong below them; empty for a single run."""

    subtasks: Mapping[str, RankColumn]
    pillars: Mapping[str, RankColumn]
    subtask_lines: tuple[Markup, ...]
    pillar_lines: tuple[Markup, ...]


def rank_columns(
    runs: Sequence[ReportRun], board: Board, subtasks: Sequence[Subtask], pillars: Sequence[Pillar]
) -> Ranks:
    """Ranks of the runs with their marks. ``subtasks`` are those that some run was asked for."""
    if len(runs) < 2:
        return Ranks({}, {}, (), ())
    reasons = {one.id: unequal(runs, one) for one in subtasks}
    by_subtask = {
        one.id: _column(
            both(one.title), board.runs, board.subtask_ranks[one.id], board.provisional[one.id], reasons[one.id]
        )
        for one in subtasks
    }
    by_pillar = {}
    for pillar in pillars:
        members = [one for one in subtasks if one.pillar.id == pillar.id]
        if pillar.id not in board.pillar_ranks or not members:
            continue
        unsure = [any(board.provisional[one.id][place] for one in members) for place in range(len(runs))]
        why = [both(one.title) for one in members if reasons[one.id]]
        by_pillar[pillar.id] = _column(both(pillar.title), board.runs, board.pillar_ranks[pillar.id], unsure, why)
    return Ranks(
        by_subtask,
        by_pillar,
        (*_lines(by_subtask.values()), *_reasons(by_subtask.values())),
        (*_lines(by_pillar.values()), *_unlike_pillars(by_pillar.values())),
    )


def _column(
    title: Markup,
    runs: tuple[str, ...],
    ranks: Sequence[int | None],
    provisional: Sequence[bool],
    why: Sequence[Markup],
) -> RankColumn:
    count = sum(rank is not None for rank in ranks)
    # A single ranked run is compared with none.
    why = tuple(why) if count > 1 else ()
    cells = tuple(
        RankCell(rank, count, rank is not None and unsure, rank is not None and bool(why))
        for rank, unsure in zip(ranks, provisional, strict=True)
    )
    return RankColumn(title, runs, cells, why)


def _lines(columns: Iterable[RankColumn]) -> tuple[Markup, ...]:
    """What is to be said below the ranks, by kind, over all columns that rank anything."""
    ranked = [column for column in columns if any(cell.rank is not None for cell in column.cells)]
    compared = any(cell.count > 1 for column in ranked for cell in column.cells)
    kinds = (
        ("rank.provisional", [_of(one, one.names(lambda cell: cell.provisional and cell.count > 1)) for one in ranked]),
        ("rank.undefined", [_of(one, one.names(lambda cell: cell.rank is None)) for one in ranked]),
    )
    marks = (
        say(key, names=listed(names)) for key, found in kinds if (names := [name for name in found if name is not None])
    )
    return (*([say("rank.unsure")] if compared else []), *marks)


def _reasons(columns: Iterable[RankColumn]) -> tuple[Markup, ...]:
    """In which ways figures were not made alike, one line for all subtasks of which the same is true."""
    alike: dict[tuple[Markup, ...], list[Markup]] = {}
    for column in columns:
        if column.why:
            alike.setdefault(column.why, []).append(column.title)
    return tuple(say("rank.unequal", names=listed(names), why=_joined(why)) for why, names in alike.items())


def _unlike_pillars(columns: Iterable[RankColumn]) -> tuple[Markup, ...]:
    unlike = [said for column in columns if (said := _of(column, column.why)) is not None]
    return (say("rank.unequal_pillars", names=listed(unlike)),) if unlike else ()


def _joined(sentences: Sequence[Markup]) -> Markup:
    return say("rank.separator").join(sentences)


def _of(column: RankColumn, what: Sequence[Markup]) -> Markup | None:
    return say("rank.of", name=column.title, why=listed(what)) if what else None


def _run(name: str) -> Markup:
    return Markup("<bdi>{}</bdi>").format(visible(name))
