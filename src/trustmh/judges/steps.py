"""A judge's whole-number level as a value from 0 to 1."""

from __future__ import annotations

from trustmh.judges.question import Verdict
from trustmh.judges.rubric import Criterion


def unit_interval(verdict: Verdict | None, criterion: Criterion) -> float | None:
    """The level of ``criterion`` mapped linearly so that its lowest is 0 and its highest 1; None without a usable verdict.

    Raises ``ValueError`` for a criterion without a scale.
    """
    if criterion.low is None or criterion.high is None:
        raise ValueError(f"criterion {criterion.id} has labels, not a scale")
    level = None if verdict is None or verdict.problem else verdict.scores.get(criterion.id)
    if not isinstance(level, int | float):
        return None
    return (float(level) - criterion.low) / (criterion.high - criterion.low)
