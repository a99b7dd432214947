"""Measures that come from a judge's verdict."""

from __future__ import annotations

from collections.abc import Sequence

from trustmh.judges.question import Verdict


def verdict_measures(
    verdict: Verdict | None, criteria: Sequence[str], *, lenient: bool = False
) -> tuple[dict[str, float | None], dict[str, str]]:
    """Numeric scores of a verdict by criterion, None where unscored, and the reasons.

    Args:
        verdict: None when no judge was asked or recorded.
        criteria: ids of the criteria wanted.
        lenient: keep the criteria that were read from an incomplete verdict (the reference's rule). Otherwise an
            incomplete verdict leaves every criterion unscored.
    """
    if verdict is None:
        return dict.fromkeys(criteria), dict.fromkeys(criteria, "no judge")
    if verdict.problem and not lenient:
        return dict.fromkeys(criteria), dict.fromkeys(criteria, f"verdict unread: {verdict.problem}")
    scores: dict[str, float | None] = {}
    reasons: dict[str, str] = {}
    for name in criteria:
        value = verdict.scores.get(name)
        scores[name] = float(value) if isinstance(value, int | float) else None
        if scores[name] is None:
            reasons[name] = verdict.problem or "missing"
    return scores, reasons


def label_measure(verdict: Verdict | None, criterion: str, values: dict[str, float]) -> tuple[float | None, str]:
    """The number a verdict's label stands for, or None with the reason."""
    if verdict is None:
        return None, "no judge"
    label = verdict.scores.get(criterion)
    if verdict.problem or not isinstance(label, str) or label not in values:
        return None, f"verdict unread: {verdict.problem or 'unknown label'}"
    return values[label], ""
