"""A mean over dialogues of the means of their turns: every dialogue counts the same, however long it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from trustmh.items import PROVISIONAL_SHARE, Estimate, Grade
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
        ``n`` counts turns, ``clusters`` dialogues. A turn that is lost, unscored or cut counts as it weighs: a share of
        its dialogue, and so much the more in a short one.
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
    notes = [note, unscored_note(unscored, len(asked), unscored_reasons(asked, measure))]
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
        provisional=is_provisional(sent, unscored)
        or any(
            _weight(sent, hit) > PROVISIONAL_SHARE
            for hit in (
                lambda grade: not scorable([grade]),
                lambda grade: bool(scorable([grade])) and grade.measures[measure] is None,
                lambda grade: grade.kept < 1.0,
            )
        ),
        note=joined(*notes, cut_note_of(sent)),
    )


def _weight(grades: Sequence[Grade], hit: Callable[[Grade], bool]) -> float:
    """The share of the mean that some turns have: the mean over dialogues of their share of a dialogue."""
    dialogues: dict[str, list[bool]] = {}
    for grade in grades:
        dialogues.setdefault(grade.item.cluster, []).append(hit(grade))
    return sum(sum(hits) / len(hits) for hits in dialogues.values()) / len(dialogues) if dialogues else 0.0
