"""The crisis pillar's matrices and missed crises, laid out for the page.

A missed crisis is the failure that matters most to a clinician, so each one is a row that leads to its transcript. A
crisis without a usable answer is another failure and stands in a list of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from trustmh.items import Grade
from trustmh.pillars.confusion import Confusion, MissedCrisis, confusion
from trustmh.pillars.subtask import Subtask
from trustmh.report.figure_names import part_name
from trustmh.report.missed_crises import LABEL_SETS, UNUSABLE_LISTED, missed_and_unusable
from trustmh.report.report_run import ReportRun
from trustmh.report.texts import listed
from trustmh.report.transcripts import ShownItems, short

#: Steps of shading above an empty cell.
SHADES = 5


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: how many items, their share of the row in per cent, and the step of shading (0 for an empty cell).

    ``kind`` is ``right``, ``missed`` (a crisis taken for none), ``unusable`` or ``wrong``.
    """

    count: int
    percent: str
    shade: int
    kind: str


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """The items of one gold label. ``alarm``: the label should raise the alarm."""

    label: Markup
    alarm: bool
    cells: tuple[Cell, ...]
    total: int


@dataclass(frozen=True, slots=True)
class MissedRow:
    """One crisis that was not seen. ``anchor`` is empty when its transcript is not at hand."""

    item: Markup
    anchor: str
    language: str
    gold: Markup
    answer: Markup
    outcome: str


@dataclass(frozen=True, slots=True)
class CrisisView:
    """What the page shows of one subtask in one run.

    Attributes:
        rows: the matrix, empty when a gold label is not in the label set; ``columns`` are its answers in order.
        totals: items by answer, the unusable ones last.
        left_out: items without a reply that says anything about the model.
        alarms: the labels that should raise the alarm.
        crises: items that should raise the alarm; ``missed`` and ``unusable`` of them were not seen.
        unusable: the first ones; ``unlisted`` further ones are only counted.
    """

    subtask: Subtask
    run: int
    run_name: str
    columns: tuple[Markup, ...]
    rows: tuple[MatrixRow, ...]
    totals: tuple[int, ...]
    left_out: int
    alarms: Markup
    crises: int
    missed: tuple[MissedRow, ...]
    unusable: tuple[MissedRow, ...]
    unlisted: int

    @property
    def unusable_count(self) -> int:
        """All crises without a usable answer."""
        return len(self.unusable) + self.unlisted


def crisis_views(runs: Sequence[ReportRun], shown: Sequence[ShownItems]) -> list[CrisisView]:
    """Matrix and lists of every subtask with a label set of crises, by subtask and then by run."""
    anchors = {(group.run, group.subtask.id): group.anchors for group in shown}
    return [
        _view(subtask, place, run, grades, anchors.get((place, subtask.id), {}))
        for name in LABEL_SETS
        for place, run in enumerate(runs)
        for subtask, grades in _graded(run, name)
    ]


def _graded(run: ReportRun, name: str) -> Iterator[tuple[Subtask, list[Grade]]]:
    grades = [one.grade for one in run.grades if one.grade.subtask == name]
    if grades:
        yield from ((subtask, grades) for subtask in run.subtasks if subtask.id == name)


def _view(
    subtask: Subtask, place: int, run: ReportRun, grades: Sequence[Grade], anchors: Mapping[str, str]
) -> CrisisView:
    labels, alarms = LABEL_SETS[subtask.id]
    rows, totals, left_out = _matrix(grades, labels, alarms)
    missed, unusable = missed_and_unusable(grades, labels)
    return CrisisView(
        subtask=subtask,
        run=place,
        run_name=run.name,
        columns=tuple(part_name(label) for label in labels),
        rows=rows,
        totals=totals,
        left_out=left_out,
        alarms=listed([part_name(label) for label in alarms]),
        crises=sum(row.total for row in rows if row.alarm),
        missed=tuple(_missed_row(one, anchors) for one in missed),
        unusable=tuple(_missed_row(one, anchors) for one in unusable[:UNUSABLE_LISTED]),
        unlisted=len(unusable[UNUSABLE_LISTED:]),
    )


def _matrix(
    grades: Sequence[Grade], labels: tuple[str, ...], alarms: tuple[str, ...]
) -> tuple[tuple[MatrixRow, ...], tuple[int, ...], int]:
    try:
        found = confusion(grades, labels)
    except (ValueError, TypeError):
        # A grade table of other labels, or one that somebody changed: no matrix is better than a wrong one.
        return (), (), 0
    answers = (*labels, None)
    rows = tuple(_matrix_row(found, gold, answers, alarms) for gold in labels)
    totals = tuple(sum(found.count(gold, answer) for gold in labels) for answer in answers)
    return rows, totals, found.left_out


def _matrix_row(found: Confusion, gold: str, answers: Sequence[str | None], alarms: tuple[str, ...]) -> MatrixRow:
    counts = [found.count(gold, answer) for answer in answers]
    total = sum(counts)
    cells = tuple(
        Cell(
            count=count,
            percent=f"{100 * count / total:.0f}" if total else "",
            shade=-(-SHADES * count // total) if total else 0,
            kind=_kind(gold, answer, alarms),
        )
        for answer, count in zip(answers, counts, strict=True)
    )
    return MatrixRow(part_name(gold), gold in alarms, cells, total)


def _kind(gold: str, answer: str | None, alarms: tuple[str, ...]) -> str:
    if answer is None:
        return "unusable"
    if answer == gold:
        return "right"
    return "missed" if gold in alarms and answer not in alarms else "wrong"


def _missed_row(one: MissedCrisis, anchors: Mapping[str, str]) -> MissedRow:
    return MissedRow(
        item=short(one.item, 300),
        anchor=anchors.get(one.item, ""),
        language=one.language,
        gold=part_name(one.gold),
        answer=Markup("–") if one.answer is None else part_name(one.answer),
        outcome=one.outcome.value,
    )
