"""A headline that is the mean of several macro-F1 scores over different tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trustmh.items import Estimate, Grade
from trustmh.pillars.chance import MAJORITY, RANDOM
from trustmh.pillars.figures import as_tuple, cut_note_of, is_provisional, joined, outcome_counts, scorable
from trustmh.stats import bootstrap_interval, cluster_weights, macro_f1_baselines, weighted_macro_f1


@dataclass(frozen=True, slots=True)
class Part:
    """One task of the mean: its grades, its fixed label set, and its share of the mean (the shares add up to 1)."""

    name: str
    grades: Sequence[Grade]
    labels: tuple[str, ...]
    share: float


def mean_macro_f1(name: str, parts: Sequence[Part], absent: Sequence[str] = ()) -> Estimate:
    """The mean of macro-F1 over the parts, weighted by their shares, with a bootstrap that draws clusters whole.

    Not defined while a part has no items or something is ``absent``: a mean over fewer parts is another figure. Clusters
    are drawn within their dataset, so that a draw never loses one. Provisional while a part is: what is lost in a small
    part weighs as much as it does.
    """
    grades = [grade for part in parts for grade in part.grades]
    asked = [scorable(part.grades) for part in parts]
    rows = [grade for rows_of_part in asked for grade in rows_of_part]
    lacking = [*absent, *(part.name for part, rows_of_part in zip(parts, asked, strict=True) if not rows_of_part)]
    value: float | None = None
    interval = None
    if rows and not lacking:
        statistics = []
        start = 0
        for part, rows_of_part in zip(parts, asked, strict=True):
            gold = [str(grade.item.gold) for grade in rows_of_part]
            said = [grade.reading.value if grade.reading.value in part.labels else None for grade in rows_of_part]
            columns = slice(start, start + len(rows_of_part))
            statistics.append((part.share, columns, weighted_macro_f1(gold, said, part.labels)))
            start += len(rows_of_part)

        def statistic(weights: NDArray[np.float64]) -> NDArray[np.float64]:
            return np.asarray(np.sum([share * f1(weights[:, columns]) for share, columns, f1 in statistics], axis=0))

        value = float(statistic(np.ones((1, len(rows))))[0])
        clusters = [grade.item.cluster for grade in rows]
        if len(set(clusters)) > 1:
            weights = cluster_weights(clusters, strata=[grade.item.dataset for grade in rows])
            interval = bootstrap_interval(statistic, weights)
    absence = "" if value is not None else f"not defined: no items of {', '.join(lacking) or 'any part'}"
    return Estimate(
        name,
        value,
        len(rows),
        interval=as_tuple(interval),
        method="cluster bootstrap" if interval else "",
        clusters=len({grade.item.cluster for grade in rows}),
        outcomes=outcome_counts(grades),
        provisional=any(is_provisional(part.grades) for part in parts),
        note=joined(absence, cut_note_of(grades)),
    )


def mean_macro_f1_baselines(parts: Sequence[Part]) -> tuple[Estimate, ...]:
    """The same mean for the commonest label of each part, and for uniform guessing."""
    found = [
        (part, macro_f1_baselines([str(g.item.gold) for g in scorable(part.grades)], part.labels)) for part in parts
    ]
    known = [(part, baselines) for part, baselines in found if baselines is not None]
    if len(known) < len(parts) or not parts:
        return ()
    n = sum(len(scorable(part.grades)) for part in parts)
    always = ", ".join(f"{part.name} {baselines.majority_label}" for part, baselines in known)
    return (
        Estimate(MAJORITY, sum(part.share * b.majority for part, b in known), n, note=f"always: {always}"),
        Estimate(RANDOM, sum(part.share * b.uniform for part, b in known), n, note="uniform guess, expected counts"),
    )
