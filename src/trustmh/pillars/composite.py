"""A headline that is the mean of several rates over the same stories."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from trustmh.items import Estimate, Grade
from trustmh.pillars.figures import (
    as_tuple,
    cut_note_of,
    is_provisional,
    joined,
    outcome_counts,
    scorable,
    unscored_note,
    unscored_reasons,
)
from trustmh.stats import bootstrap_interval, cluster_weights, weighted_mean


def mean_of_rates(name: str, grades: Sequence[Grade], measures: Sequence[str], *, note: str = "") -> Estimate:
    """The unweighted mean of the means of ``measures``, with a cluster bootstrap that draws stories whole.

    Not defined while one of the rates has no value: a mean over fewer rates would be another figure. Then ``note`` names
    what is missing. Provisional while one of the rates is: what is lost in a rate of few items weighs as much as it does.
    """
    sent = [grade for grade in grades if any(measure in grade.measures for measure in measures)]
    asked = scorable(sent)
    rows = [
        (measure, score, grade.item.cluster)
        for grade in asked
        for measure in measures
        if (score := grade.measures.get(measure)) is not None
    ]
    parts = {measure: [grade for grade in sent if measure in grade.measures] for measure in measures}
    wanted = sum(len(scorable(part)) for part in parts.values())
    unscored = wanted - len(rows)
    by_measure = {measure: [i for i, row in enumerate(rows) if row[0] == measure] for measure in measures}
    absent = [measure for measure, index in by_measure.items() if not index]
    notes = [note, unscored_note(unscored, wanted, unscored_reasons(asked, *measures))]
    if absent:
        notes.append(f"not defined: no value for {', '.join(absent)}")
    value: float | None = None
    interval = None
    if not absent and rows:
        values = np.array([row[1] for row in rows])
        value = float(np.mean([values[index].mean() for index in by_measure.values()]))
        statistics = [(index, weighted_mean(values[index])) for index in by_measure.values()]

        def statistic(weights: NDArray[np.float64]) -> NDArray[np.float64]:
            rates = np.array([rate(weights[:, index]) for index, rate in statistics])
            return np.asarray(rates.mean(axis=0), dtype=np.float64)

        interval = bootstrap_interval(statistic, cluster_weights([row[2] for row in rows]))
    return Estimate(
        name,
        value,
        n=len(rows),
        interval=as_tuple(interval),
        method="cluster bootstrap" if interval else "",
        clusters=len({row[2] for row in rows}),
        unscored=unscored,
        outcomes=outcome_counts(sent),
        provisional=any(
            is_provisional(part, sum(grade.measures[measure] is None for grade in scorable(part)))
            for measure, part in parts.items()
        ),
        note=joined(*notes, cut_note_of(sent)),
    )
