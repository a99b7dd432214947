"""From grades to figures: the rules that hold for every subtask, in one place.

Every item sent is counted by its outcome. Provider errors and missing replies leave the score and are shown beside it;
an item a judge failed on is unscored and counted. More than PROVISIONAL_SHARE of either makes a figure provisional.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from trustmh.items import NOT_THE_MODEL, PROVISIONAL_SHARE, Estimate, Grade, Outcome
from trustmh.stats import (
    Interval,
    accuracy_baselines,
    bootstrap_interval,
    cluster_mean_interval,
    cluster_proportion_interval,
    cluster_weights,
    macro_f1,
    weighted_macro_f1,
)


def outcome_counts(grades: Sequence[Grade]) -> dict[str, int]:
    """How many items had each outcome, in the order of :class:`Outcome`, zeros left out."""
    counts = Counter(grade.outcome for grade in grades)
    return {outcome.value: counts[outcome] for outcome in Outcome if counts[outcome]}


def scorable(grades: Sequence[Grade]) -> list[Grade]:
    """Grades of items that say something about the model (no provider error, no missing reply)."""
    return [grade for grade in grades if grade.outcome not in NOT_THE_MODEL]


def is_provisional(grades: Sequence[Grade], unscored: int = 0) -> bool:
    """Whether too many items carry no information about the model, or no verdict, for the figure to stand."""
    lost = len(grades) - len(scorable(grades))
    return bool(grades) and (lost > PROVISIONAL_SHARE * len(grades) or unscored > PROVISIONAL_SHARE * len(grades))


def mean_figure(
    name: str,
    grades: Sequence[Grade],
    measure: str,
    *,
    bounds: tuple[float, float] = (0.0, 1.0),
    note: str = "",
) -> Estimate:
    """Mean of a measure over the items it applies to, with a 95 % interval that respects clusters.

    Args:
        name: name of the figure.
        grades: all grades of the subtask; those without the measure are not part of the figure.
        measure: name in ``Grade.measures``. A measure of zeros and ones gets a cluster-adjusted Wilson interval, any other
            a cluster-robust t interval.
        bounds: ends of the scale.
        note: shown beside the figure.
    """
    sent = [grade for grade in grades if measure in grade.measures]
    asked = scorable(sent)
    scored = [(grade.measures[measure], grade.item.cluster) for grade in asked]
    values = [value for value, _ in scored if value is not None]
    clusters = [cluster for value, cluster in scored if value is not None]
    unscored = len(asked) - len(values)
    reasons = sorted({grade.reasons.get(measure, "unscored") for grade in asked if grade.measures[measure] is None})
    notes = [note] if note else []
    if unscored:
        notes.append(f"{unscored} of {len(asked)} unscored: {'; '.join(reasons)}")
    binary = bool(values) and all(value in (0.0, 1.0) for value in values) and bounds == (0.0, 1.0)
    interval: Interval | None = None
    method = ""
    if values:
        interval = (
            cluster_proportion_interval(values, clusters)
            if binary
            else cluster_mean_interval(values, clusters, bounds=bounds)
        )
        method = ("wilson, clustered" if binary else "t, clustered") if interval else ""
    else:
        notes.append("not defined: no item has a value")
    return Estimate(
        name=name,
        value=sum(values) / len(values) if values else None,
        n=len(values),
        interval=as_tuple(interval),
        method=method,
        clusters=len(set(clusters)),
        unscored=unscored,
        outcomes=outcome_counts(sent),
        provisional=is_provisional(sent, unscored),
        note="; ".join(notes),
    )


def macro_f1_figure(name: str, grades: Sequence[Grade], labels: Sequence[str], *, note: str = "") -> Estimate:
    """Macro-F1 over a fixed label set; an item without a usable answer is a miss of its gold label, not a class."""
    asked = scorable(grades)
    gold = [str(grade.item.gold) for grade in asked]
    predicted = [grade.reading.value if grade.reading.value in labels else None for grade in asked]
    clusters = [grade.item.cluster for grade in asked]
    value = macro_f1(gold, predicted, labels) if asked else None
    interval = None
    if value is not None and len(set(clusters)) > 1:
        interval = bootstrap_interval(weighted_macro_f1(gold, predicted, labels), cluster_weights(clusters))
    return Estimate(
        name=name,
        value=value,
        n=len(asked),
        interval=as_tuple(interval),
        method="cluster bootstrap" if interval else "",
        clusters=len(set(clusters)),
        outcomes=outcome_counts(grades),
        provisional=is_provisional(grades),
        note=note,
    )


def baseline_figures(grades: Sequence[Grade], labels: Sequence[str]) -> tuple[Estimate, ...]:
    """Accuracy of answering the majority class always, and of guessing uniformly, on the same items."""
    gold = [str(grade.item.gold) for grade in scorable(grades)]
    baselines = accuracy_baselines(gold, labels)
    if baselines is None:
        return ()
    return (
        Estimate("baseline/majority", baselines.majority, len(gold), note=f"always {baselines.majority_label}"),
        Estimate("baseline/random", baselines.uniform, len(gold), note="uniform guess"),
    )


def by_group(
    grades: Sequence[Grade], group: str, figure: Callable[[str, Sequence[Grade]], Estimate]
) -> tuple[Estimate, ...]:
    """One figure per value of a group, in order of first appearance; named ``<group>/<value>``."""
    parts: dict[str, list[Grade]] = {}
    for grade in grades:
        if group in grade.item.groups:
            parts.setdefault(grade.item.groups[group], []).append(grade)
    return tuple(figure(f"{group}/{value}", part) for value, part in parts.items()) if len(parts) > 1 else ()


def as_tuple(interval: Interval | None) -> tuple[float, float] | None:
    """A plain pair, for storage."""
    return None if interval is None else (float(interval.low), float(interval.high))
