"""What a model scores that does not look at the item: always the commonest answer, or one at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from trustmh.stats.classification import macro_f1


class Baselines(NamedTuple):
    """Score of always answering ``majority_label``, and of an answer drawn uniformly at random."""

    majority: float
    majority_label: str
    uniform: float


def accuracy_baselines(gold: Sequence[str], labels: Sequence[str]) -> Baselines | None:
    """Accuracy of the two baselines; None without items. Of equally common labels the first is named."""
    label = _majority(gold, labels)
    if label is None:
        return None
    return Baselines(sum(g == label for g in gold) / len(gold), label, 1 / len(labels))


def macro_f1_baselines(gold: Sequence[str], labels: Sequence[str]) -> Baselines | None:
    """Macro-F1 of the two baselines; None without items.

    The uniform baseline puts the expected counts into F1 (for a label of share p among L labels,
    ``2 (p / L) / (p + 1 / L)``), which is exact in the limit of many items. Labels without gold items are answered by
    it, therefore they count as 0.
    """
    label = _majority(gold, labels)
    if label is None:
        return None
    majority = macro_f1(gold, [label] * len(gold), labels)
    counts, rate = Counter(gold), 1 / len(labels)
    shares = [counts[one] / len(gold) for one in labels]
    uniform = sum(2 * share * rate / (share + rate) for share in shares) / len(labels)
    return Baselines(majority or 0.0, label, uniform)


def uniform_accuracy(option_counts: Sequence[int]) -> float | None:
    """Expected accuracy of a random answer when items offer different numbers of options; None without items."""
    if not len(option_counts):
        return None
    if min(option_counts) < 1:
        raise ValueError("an item without options")
    return sum(1 / count for count in option_counts) / len(option_counts)


def _majority(gold: Sequence[str], labels: Sequence[str]) -> str | None:
    counts = Counter(gold)
    outside = set(counts) - set(labels)
    if outside:
        raise ValueError(f"not in the label set: {sorted(map(str, outside))[:5]}")
    return max(labels, key=lambda label: counts[label]) if gold else None
