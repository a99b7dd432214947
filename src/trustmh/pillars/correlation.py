"""Figures that compare a numeric answer with people's mean ratings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from trustmh.items import Estimate, Grade
from trustmh.pillars.figures import as_tuple, cut_note_of, is_provisional, joined, outcome_counts, scorable
from trustmh.stats import bootstrap_interval, cluster_weights, expanded_bootstrap_interval, pearson, weighted_pearson

#: Share of items with a usable answer below which a correlation is provisional.
COVERAGE = 0.9


def correlation_figure(name: str, grades: Sequence[Grade], measure: str) -> Estimate:
    """Pearson's r between a measure and the gold ratings over the items that have a value.

    The interval is Fisher's where every item is a cluster of its own, else from a bootstrap that draws clusters whole: the
    languages of one question are not two questions. A correlation cannot count an unreadable answer as a miss; below COVERAGE of the items it is provisional and says on
    how many it rests.
    """
    rated = _rated(grades, measure)
    said, gold = [value for _, value in rated], [_gold(row) for row, _ in rated]
    result = pearson(said, gold)
    clusters = [row.item.cluster for row, _ in rated]
    count = len(set(clusters))
    interval, method = result.interval, "fisher z"
    if interval is not None and count < len(rated):
        interval = expanded_bootstrap_interval(weighted_pearson(said, gold), cluster_weights(clusters), count)
        method = "cluster bootstrap, expanded"
    short = len(rated) < COVERAGE * len(grades)
    notes = [] if result.r is not None else [f"not defined: {result.reason}"]
    if short:
        notes.append(f"rests on {len(rated)} of {len(grades)} items")
    return Estimate(
        name,
        result.r,
        result.n,
        interval=as_tuple(interval),
        method=method if interval else "",
        clusters=count,
        unscored=len(scorable(grades)) - len(rated),
        outcomes=outcome_counts(grades),
        provisional=short or is_provisional(grades),
        note=joined(*notes, cut_note_of(grades)),
    )


def coverage_figure(name: str, grades: Sequence[Grade], measure: str) -> Estimate:
    """Share of the items sent that got a usable value."""
    share = len(_rated(grades, measure)) / len(grades) if grades else None
    return Estimate(name, share, len(grades), outcomes=outcome_counts(grades))


def mean_correlation(
    name: str,
    parts: Mapping[str, Sequence[Grade]],
    figures: Sequence[Estimate],
    measure: str,
    *,
    strata: Callable[[Grade], str],
) -> Estimate:
    """The unweighted mean of the parts' correlations, with a bootstrap that draws clusters within strata.

    Not defined while one of the parts is not: a mean over fewer parts would be another figure.
    """
    grades = [row for part in parts.values() for row in part]
    rated = [(row, value, part) for part, rows in parts.items() for row, value in _rated(rows, measure)]
    values = [figure.value for figure in figures if figure.value is not None]
    interval, notes = None, [f"{figure.name} {figure.note}" for figure in figures if figure.value is None]
    if values and not notes:
        weights = cluster_weights(
            [row.item.cluster for row, _, _ in rated], strata=[strata(row) for row, _, _ in rated]
        )
        interval = bootstrap_interval(_mean_of(rated), weights)
    absence = f"not defined: {'; '.join(notes)}" if notes else "" if values else "not defined: no items"
    return Estimate(
        name,
        None if notes or not values else sum(values) / len(values),
        n=len(rated),
        interval=as_tuple(interval),
        method="cluster bootstrap" if interval else "",
        clusters=len({row.item.cluster for row, _, _ in rated}),
        unscored=len(scorable(grades)) - len(rated),
        outcomes=outcome_counts(grades),
        provisional=any(figure.provisional for figure in figures),
        note=joined(absence, cut_note_of(grades)),
    )


def _rated(grades: Sequence[Grade], measure: str) -> list[tuple[Grade, float]]:
    return [(row, value) for row in grades if (value := row.measures.get(measure)) is not None]


def _gold(row: Grade) -> float:
    return float(row.item.gold if row.item.gold is not None else "nan")


def _mean_of(rated: Sequence[tuple[Grade, float, str]]) -> Callable[[NDArray[np.float64]], NDArray[np.float64]]:
    members: dict[str, list[int]] = {}
    for place, (_, _, part) in enumerate(rated):
        members.setdefault(part, []).append(place)
    statistics = [
        (index, weighted_pearson([rated[i][1] for i in index], [_gold(rated[i][0]) for i in index]))
        for index in members.values()
    ]

    def statistic(weights: NDArray[np.float64]) -> NDArray[np.float64]:
        parts = np.array([one(weights[:, index]) for index, one in statistics])
        return np.asarray(parts.mean(axis=0), dtype=np.float64)

    return statistic
