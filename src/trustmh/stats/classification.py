"""Scores of classification over a fixed label set. An invalid answer (None) is a miss, never a class of its own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from trustmh.stats.bootstrap import Statistic, weighted_mean


def accuracy(gold: Sequence[str], predicted: Sequence[str | None]) -> float | None:
    """Share of items answered rightly, over all items; None without items."""
    hits = _hits(gold, predicted)
    return float(hits.mean()) if hits.size else None


def weighted_accuracy(gold: Sequence[str], predicted: Sequence[str | None]) -> Statistic:
    """Accuracy as a statistic of bootstrap weights."""
    return weighted_mean(_hits(gold, predicted))


def macro_f1(gold: Sequence[str], predicted: Sequence[str | None], labels: Sequence[str]) -> float | None:
    """Mean over the labels of F1 = 2 TP / (2 TP + FP + FN).

    An invalid answer is a false negative of the gold label and a false positive of none. A label that has no gold item
    and was never answered has no F1 (0/0) and is left out of the mean; one that was answered wrongly counts as 0. This
    is scikit-learn's ``f1_score(average="macro", labels=labels, zero_division=nan)``.

    Args:
        gold: right label of each item.
        predicted: label read from each reply, or None.
        labels: the fixed label set.

    Returns:
        The score, or None without items.

    Raises:
        ValueError: for unequal lengths or a label outside the set.
    """
    if not len(gold):
        return None
    return float(weighted_macro_f1(gold, predicted, labels)(np.ones((1, len(gold))))[0])


def weighted_macro_f1(gold: Sequence[str], predicted: Sequence[str | None], labels: Sequence[str]) -> Statistic:
    """Macro-F1 as a statistic of bootstrap weights; see :func:`macro_f1`.

    In a draw that holds no item of a label and no answer of it, the label is left out of that draw's mean.
    """
    _check(gold, predicted, labels)
    right = np.array([[label == g for label in labels] for g in gold], dtype=np.float64).reshape(len(gold), len(labels))
    said = np.array([[label == p for label in labels] for p in predicted], dtype=np.float64).reshape(right.shape)

    def statistic(weights: NDArray[np.float64]) -> NDArray[np.float64]:
        hits, size = weights @ (right * said), weights @ right + weights @ said
        defined = size > 0
        scores = np.where(defined, 2 * hits / np.where(defined, size, 1.0), 0.0)
        count = defined.sum(axis=1)
        return np.asarray(np.where(count > 0, scores.sum(axis=1) / np.maximum(count, 1), np.nan))

    return statistic


def confusion_counts(
    gold: Sequence[str], predicted: Sequence[str | None], labels: Sequence[str]
) -> dict[str, dict[str | None, int]]:
    """``counts[gold label][answer]`` over the fixed label set; the answer None counts the invalid ones."""
    _check(gold, predicted, labels)
    counts: dict[str, dict[str | None, int]] = {label: {**dict.fromkeys(labels, 0), None: 0} for label in labels}
    for right, said in zip(gold, predicted, strict=True):
        counts[right][said] += 1
    return counts


def quadratic_kappa(gold: Sequence[str], predicted: Sequence[str | None], labels: Sequence[str]) -> float | None:
    """Cohen's kappa with quadratic weights (Cohen 1968) over ordered labels.

    An invalid answer has no place on the scale and is left out: show the number of pairs beside the figure.

    Returns:
        Kappa, or None when it is not defined (no pairs, or both sides constant).
    """
    _check(gold, predicted, labels)
    pairs = [(g, p) for g, p in zip(gold, predicted, strict=True) if p is not None]
    if not pairs or (len({g for g, _ in pairs}) == 1 and len({p for _, p in pairs}) == 1):
        return None
    from sklearn.metrics import cohen_kappa_score

    value = cohen_kappa_score([g for g, _ in pairs], [p for _, p in pairs], labels=list(labels), weights="quadratic")
    return float(value)


def mean_absolute_error(gold: Sequence[float], predicted: Sequence[float | None]) -> float | None:
    """Mean distance of answer and gold over the valid answers; None without any. Show how many were valid beside it."""
    if len(gold) != len(predicted):
        raise ValueError(f"{len(gold)} gold values, {len(predicted)} predicted")
    distances = [abs(g - p) for g, p in zip(gold, predicted, strict=True) if p is not None]
    return float(np.mean(distances)) if distances else None


def _hits(gold: Sequence[str], predicted: Sequence[str | None]) -> NDArray[np.float64]:
    if len(gold) != len(predicted):
        raise ValueError(f"{len(gold)} gold labels, {len(predicted)} predicted")
    return np.array([g == p for g, p in zip(gold, predicted, strict=True)], dtype=np.float64)


def _check(gold: Sequence[str], predicted: Sequence[str | None], labels: Sequence[str]) -> None:
    if len(gold) != len(predicted):
        raise ValueError(f"{len(gold)} gold labels, {len(predicted)} predicted")
    if len(set(labels)) != len(labels):
        raise ValueError("the label set names a label twice")
    outside = (set(gold) | {p for p in predicted if p is not None}) - set(labels)
    if outside:
        raise ValueError(f"not in the label set: {sorted(map(str, outside))[:5]}")
