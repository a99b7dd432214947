"""Audited against reference: every figure and every reading that differs, with the declared reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trustmh.items import Estimate
from trustmh.pillars.reference_readings import NOT_READ
from trustmh.pillars.scoring import ScoredSubtask
from trustmh.pillars.subtask import Difference


@dataclass(frozen=True, slots=True)
class FigureDifference:
    """One figure under both scorings. A value is None where that scoring does not have or define the figure."""

    subtask: str
    figure: str
    reference: float | None
    audited: float | None
    reference_n: int
    audited_n: int
    reasons: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class ReadingDifference:
    """One item whose value is read differently."""

    subtask: str
    item: str
    reference: str
    audited: str
    rule: str


def compare(reference: ScoredSubtask, audited: ScoredSubtask) -> tuple[list[FigureDifference], list[ReadingDifference]]:
    """Figures whose value or n differ, and items whose reading differs where both readings are of one kind."""
    return figure_differences(reference, audited), list(reading_differences(reference, audited))


def figure_differences(reference: ScoredSubtask, audited: ScoredSubtask) -> list[FigureDifference]:
    """Figures that differ, in the order of the audited result, figures only the reference has last."""
    before, after = _figures(reference), _figures(audited)
    found = []
    for name in [*after, *(name for name in before if name not in after)]:
        one, other = before.get(name), after.get(name)
        if (one and (one.value, one.n)) == (other and (other.value, other.n)):
            continue
        reasons = tuple(
            declared
            for declared in audited.subtask.differences
            if declared.explains(name, n_moved=one is not None and other is not None and one.n != other.n)
        )
        found.append(
            FigureDifference(
                audited.subtask.id,
                name,
                one.value if one else None,
                other.value if other else None,
                one.n if one else 0,
                other.n if other else 0,
                reasons,
            )
        )
    return found


def reading_differences(reference: ScoredSubtask, audited: ScoredSubtask) -> Iterable[ReadingDifference]:
    """Items read differently; replies that the reference does not read at all are not compared."""
    for one, other in zip(reference.grades, audited.grades, strict=True):
        before, after = one.reading.value, other.reading.value
        if one.reading.rule != NOT_READ and _plain(before) != _plain(after):
            yield ReadingDifference(one.subtask, one.item.id, _plain(before), _plain(after), other.reading.rule)


def _plain(value: object) -> str:
    # The reference's control parser says 0 and 1 where ours says no and yes.
    if value is None or value == -1:
        return "none"
    if isinstance(value, int) and not isinstance(value, bool) and value in (0, 1):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _figures(scored: ScoredSubtask) -> dict[str, Estimate]:
    result = scored.result
    return {estimate.name: estimate for estimate in (result.headline, *result.secondary)}
