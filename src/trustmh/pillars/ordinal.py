"""Figures for ordered labels: quadratic-weighted kappa, absolute error, under- and over-estimation.

An answer that could not be read has no place on the scale. Kappa, error and under-estimation therefore rest on the
usable answers only, say how many there were, and are provisional when fewer than nine in ten items have one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trustmh.items import Estimate, Grade
from trustmh.pillars.figures import as_tuple, cut_note_of, is_provisional, joined, mean_figure, outcome_counts, scorable
from trustmh.stats import bootstrap_interval, cluster_weights, quadratic_kappa
from trustmh.stats.bootstrap import Statistic

#: Share of items with a usable answer below which these figures are provisional.
COVERAGE = 0.9


def ordinal_measures(gold: str, said: str | None, labels: Sequence[str]) -> dict[str, float | None]:
    """Distance and direction of an answer on the scale ``labels``, lowest first; empty without a usable answer."""
    if said not in labels:
        return {}
    distance = labels.index(said) - labels.index(gold)
    return {
        "absolute_error": float(abs(distance)),
        "under_estimated": float(distance < 0),
        "over_estimated": float(distance > 0),
    }


def ordinal_figures(grades: Sequence[Grade], labels: Sequence[str], prefix: str = "") -> tuple[Estimate, ...]:
    """Kappa, mean absolute error, under- and over-estimation rate."""
    usable, asked = _usable(grades, labels)
    note = f"over the {len(usable)} of {len(asked)} items with a usable answer"
    short = len(usable) < COVERAGE * len(asked)
    parts = (
        ("mean_absolute_error", "absolute_error", (0.0, len(labels) - 1.0)),
        ("under_estimation_rate", "under_estimated", (0.0, 1.0)),
        ("over_estimation_rate", "over_estimated", (0.0, 1.0)),
    )
    rates = [
        mean_figure(f"{prefix}{name}", usable, measure, bounds=ends, note=note, among=grades)
        for name, measure, ends in parts
    ]
    return (
        kappa_figure(f"{prefix}quadratic_kappa", grades, labels),
        *(replace(rate, provisional=short or rate.provisional) for rate in rates),
    )


def kappa_figure(name: str, grades: Sequence[Grade], labels: Sequence[str]) -> Estimate:
    """Cohen's kappa with quadratic weights (Cohen 1968) between gold and answers, with a cluster bootstrap."""
    usable, asked = _usable(grades, labels)
    gold = [str(grade.item.gold) for grade in usable]
    said = [str(grade.reading.value) for grade in usable]
    clusters = [grade.item.cluster for grade in usable]
    value = quadratic_kappa(gold, said, labels) if usable else None
    notes = [f"over the {len(usable)} of {len(asked)} items with a usable answer"]
    interval = None
    if value is None:
        notes.append("not defined: gold or answers do not vary" if usable else "not defined: no usable answer")
    elif len(set(clusters)) > 1:
        places = [[labels.index(label) for label in side] for side in (gold, said)]
        interval = bootstrap_interval(weighted_quadratic_kappa(*places), cluster_weights(clusters))
    return Estimate(
        name,
        value,
        len(usable),
        interval=as_tuple(interval),
        method="cluster bootstrap" if interval else "",
        clusters=len(set(clusters)),
        outcomes=outcome_counts(grades),
        provisional=len(usable) < COVERAGE * len(asked) or is_provisional(grades),
        note=joined(*notes, cut_note_of(grades)),
    )


def weighted_quadratic_kappa(gold: ArrayLike, said: ArrayLike) -> Statistic:
    """Quadratic kappa as a statistic of bootstrap weights; both sides are positions on the scale, shape ``(n,)``.

    With quadratic weights kappa needs no table: it is 1 - E[(g - s)^2] / (var g + var s + (mean g - mean s)^2), since the
    denominator is the squared distance expected when the two sides are independent. NaN where that is 0.
    """
    a, b = np.asarray(gold, dtype=np.float64), np.asarray(said, dtype=np.float64)

    def statistic(weights: NDArray[np.float64]) -> NDArray[np.float64]:
        total = np.maximum(weights.sum(axis=1), 1e-300)

        def mean(values: NDArray[np.float64]) -> NDArray[np.float64]:
            return np.asarray(weights @ values / total)

        chance = mean(a * a) + mean(b * b) - 2 * mean(a) * mean(b)
        defined = chance > 1e-12
        return np.asarray(np.where(defined, 1 - mean((a - b) ** 2) / np.where(defined, chance, 1.0), np.nan))

    return statistic


def _usable(grades: Sequence[Grade], labels: Sequence[str]) -> tuple[list[Grade], list[Grade]]:
    asked = scorable(grades)
    return [grade for grade in asked if grade.reading.value in labels], asked
