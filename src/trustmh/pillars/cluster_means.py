"""A mean over dialogues of the means of their turns: every dialogue counts the same, however long it is."""

from __future__ import annotations

from collections.abc import Sequence

from trustmh.items import Estimate, Grade
from trustmh.pillars.figures import as_tuple, is_provisional, outcome_counts, scorable
from trustmh.stats import mean_interval


def mean_of_cluster_means(
    name: str, grades: Sequence[Grade], measure: str, *, bounds: tuple[float, float] = (0.0, 1.0), note: str = ""
) -> Estimate:
    """Mean over clusters of the mean of a measure, with a t interval over the clusters.

    Args:
        name: name of the figure.
        grades: grades of turns; those without the measure are not part of the figure.
        measure: name in ``Grade.measures``. Unscored turns leave their dialogue's mean and are counted.
        bounds: ends of the scale.
        note: shown beside the figure.

    Returns:
        ``n`` counts turns, ``clusters`` dialogues.
    """
    sent = [grade for grade in grades if measure in grade.measures]
    asked = scorable(sent)
    by_cluster: dict[str, list[float]] = {}
    for grade in asked:
        value = grade.measures[measure]
        if value is not None:
            by_cluster.setdefault(grade.item.cluster, []).append(value)
    means = [sum(values) / len(values) for values in by_cluster.values()]
    scored = sum(map(len, by_cluster.values()))
    unscored = len(asked) - scored
    notes = [note] if note else []
    if unscored:
        reasons = sorted({grade.reasons.get(measure, "unscored") for grade in asked if grade.measures[measure] is None})
        notes.append(f"{unscored} of {len(asked)} unscored: {'; '.join(reasons)}")
    if not means:
        notes.append("not defined: no item has a value")
    interval = mean_interval(means, bounds=bounds) if means else None
    return Estimate(
        name,
        sum(means) / len(means) if means else None,
        scored,
        interval=as_tuple(interval),
        method="t over dialogues" if interval else "",
        clusters=len(means),
        unscored=unscored,
        outcomes=outcome_counts(sent),
        provisional=is_provisional(sent, unscored),
        note="; ".join(notes),
    )
