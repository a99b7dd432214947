"""Figures computed as the reference repository computes them, for ``reference`` scoring only."""

from __future__ import annotations

from collections.abc import Sequence

from trustmh.items import Estimate, Grade
from trustmh.pillars.figures import outcome_counts
from trustmh.stats import reference_half_width


def dropped_mean_figure(name: str, grades: Sequence[Grade], measure: str) -> Estimate:
    """Mean over the items that have the measure; others are dropped without a trace, as in the reference.

    The half-width is 1.96 s/√n (t quantile below 30 items, 0 for one), reference repository, ethics pipeline.
    """
    values = [value for grade in grades if (value := grade.measures.get(measure)) is not None]
    if not values:
        return Estimate(name, None, 0, outcomes=outcome_counts(grades), note="not defined: no item has a value")
    mean = sum(values) / len(values)
    half = reference_half_width(values)
    return Estimate(
        name,
        mean,
        len(values),
        interval=(mean - half, mean + half),
        method="reference: 1.96 s/sqrt(n)",
        clusters=len(values),
        unscored=len(grades) - len(values),
        outcomes=outcome_counts(grades),
    )
