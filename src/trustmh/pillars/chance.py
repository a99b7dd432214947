"""Baselines beside a classification score: what a model gets that never looks at the item."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from trustmh.items import Estimate, Grade, Item
from trustmh.pillars.figures import scorable
from trustmh.stats import macro_f1_baselines, uniform_accuracy

MAJORITY, RANDOM = "baseline/majority", "baseline/random"


def macro_f1_baseline_figures(grades: Sequence[Grade], labels: Sequence[str]) -> tuple[Estimate, ...]:
    """Macro-F1 of answering the commonest label always, and of guessing uniformly, on the same items."""
    gold = [str(grade.item.gold) for grade in scorable(grades)]
    baselines = macro_f1_baselines(gold, labels)
    if baselines is None:
        return ()
    return (
        Estimate(MAJORITY, baselines.majority, len(gold), note=f"always {baselines.majority_label}"),
        Estimate(RANDOM, baselines.uniform, len(gold), note="uniform guess, expected counts"),
    )


def option_baseline_figures(
    grades: Sequence[Grade], right: Callable[[Item], str], combinations: Callable[[Item], int]
) -> tuple[Estimate, ...]:
    """Accuracy of the commonest right position always, and of guessing, for items that offer different options.

    Args:
        grades: all grades of the subtask.
        right: the right answer's position in an item ("C", "A/D").
        combinations: how many answers an item offers.
    """
    items = [grade.item for grade in scorable(grades)]
    if not items:
        return ()
    place, count = Counter(right(item) for item in items).most_common(1)[0]
    return (
        Estimate(MAJORITY, count / len(items), len(items), note=f"always {place}"),
        Estimate(RANDOM, uniform_accuracy([combinations(item) for item in items]), len(items), note="uniform guess"),
    )
