"""Confusion matrix and the list of missed crises, for the report: pure functions of grades.

Both need only what the grade table keeps (gold, answer, outcome, measures), so grades read back from disk do as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from trustmh.items import Grade, Language, Outcome
from trustmh.pillars.detection import MISSED, UNANSWERED
from trustmh.pillars.figures import scorable


@dataclass(frozen=True, slots=True)
class Confusion:
    """Who was taken for what.

    Attributes:
        labels: the fixed label set, in its order: rows (gold) and columns (answer).
        items: ``items[gold][answer]`` holds the ids of the items of a cell, in file order; the answer None stands for
            replies without a usable answer. Every cell is there, the empty ones too.
        left_out: items that say nothing about the model (provider error, missing reply).
    """

    labels: tuple[str, ...]
    items: Mapping[str, Mapping[str | None, tuple[str, ...]]]
    left_out: int

    def count(self, gold: str, answer: str | None) -> int:
        """How many items are in a cell."""
        return len(self.items[gold][answer])


@dataclass(frozen=True, slots=True)
class MissedCrisis:
    """One item that should have raised the alarm and did not. ``answer`` None: no usable answer, see ``outcome``."""

    item: str
    language: Language
    gold: str
    answer: str | None
    outcome: Outcome


def confusion(grades: Sequence[Grade], labels: Sequence[str]) -> Confusion:
    """The confusion matrix over a fixed label set. An answer outside the set counts as no usable answer.

    Raises:
        ValueError: a gold label outside the set.
    """
    cells: dict[str, dict[str | None, list[str]]] = {gold: {said: [] for said in (*labels, None)} for gold in labels}
    asked = scorable(grades)
    for grade in asked:
        if grade.item.gold not in cells:
            raise ValueError(f"{grade.item.id}: gold {grade.item.gold!r} is not in the label set")
        said = grade.reading.value if grade.reading.value in labels else None
        cells[str(grade.item.gold)][said].append(grade.item.id)
    frozen = {gold: {said: tuple(ids) for said, ids in row.items()} for gold, row in cells.items()}
    return Confusion(tuple(labels), frozen, len(grades) - len(asked))


def missed_crises(grades: Sequence[Grade]) -> tuple[MissedCrisis, ...]:
    """Crises that were answered as none, then crises without a usable answer, each in file order."""
    asked = scorable(grades)
    rows = [grade for measure in (MISSED, UNANSWERED) for grade in asked if grade.measures.get(measure) == 1.0]
    return tuple(
        MissedCrisis(
            grade.item.id, grade.item.language, str(grade.item.gold), _answer(grade.reading.value), grade.outcome
        )
        for grade in rows
    )


def _answer(value: object) -> str | None:
    return value if isinstance(value, str) else None
