"""Bootstrap by weights: a draw is how often each cluster was taken, and a statistic is a function of the weights.

Measured on 228 cells of 500 items with 10,000 resamples this costs a seventh of ``scipy.stats.bootstrap`` and, for
macro-F1, a hundredth. Statistics computed from the same weights share their draws, so comparisons are paired.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trustmh.stats.intervals import CONFIDENCE, Interval, cluster_index, finite

DRAWS = 2000
#: More undefined draws than this share, and the interval is not given.
UNDEFINED_SHARE = 0.05
_BLOCK = 256

Weights = NDArray[np.uint16]
#: Weights of shape ``(draws, n)`` to one value a draw, shape ``(draws,)``; NaN where the statistic is not defined.
Statistic = Callable[[NDArray[np.float64]], NDArray[np.float64]]


class PairedDifference(NamedTuple):
    """First minus second statistic, both on the same draws.

    ``interval`` is the percentile interval; ``p`` the two-sided bootstrap p-value of no difference.
    """

    difference: float
    interval: Interval | None
    p: float | None


def cluster_weights(
    clusters: Sequence[Hashable], draws: int = DRAWS, seed: int = 0, strata: Sequence[Hashable] | None = None
) -> Weights:
    """How often each item is taken in each bootstrap draw; whole clusters are drawn with replacement.

    The draws depend on the set of cluster names, the seed and the strata, not on the order of the items, so two models
    graded on the same items share them.

    Args:
        clusters: name of each item's cluster, length ``n``.
        draws: number of resamples.
        seed: seed of the generator.
        strata: optional stratum of each item; the number of clusters drawn from a stratum is fixed. A cluster must lie
            in one stratum.

    Returns:
        Weights of shape ``(draws, n)``.
    """
    n = len(clusters)
    index, count = cluster_index(clusters, n)
    generator = np.random.default_rng(seed)
    counts = np.zeros((draws, count), dtype=np.uint16)
    for members in _strata_members(index, count, strata):
        for start in range(0, draws, _BLOCK):
            rows = min(_BLOCK, draws - start)
            taken = generator.integers(0, members.size, size=(rows, members.size))
            offset = np.arange(rows)[:, None] * members.size
            table = np.bincount((taken + offset).ravel(), minlength=rows * members.size)
            counts[start : start + rows, members] = table.reshape(rows, members.size)
    return counts[:, index]


def _strata_members(
    index: NDArray[np.intp], count: int, strata: Sequence[Hashable] | None
) -> Iterator[NDArray[np.intp]]:
    if count == 0:
        return
    if strata is None:
        yield np.arange(count)
        return
    stratum, number = cluster_index(strata, index.size)
    of_cluster = np.full(count, -1, dtype=np.intp)
    of_cluster[index] = stratum
    if not np.array_equal(of_cluster[index], stratum):
        raise ValueError("a cluster lies in more than one stratum")
    for one in range(number):
        yield np.flatnonzero(of_cluster == one)


def bootstrap_draws(statistic: Statistic, weights: Weights) -> NDArray[np.float64]:
    """The statistic of every draw, shape ``(draws,)``, computed in blocks so that memory stays small."""
    blocks = [
        np.asarray(statistic(weights[start : start + _BLOCK].astype(np.float64)), dtype=np.float64)
        for start in range(0, weights.shape[0], _BLOCK)
    ]
    return np.concatenate(blocks) if blocks else np.zeros(0)


def bootstrap_interval(statistic: Statistic, weights: Weights) -> Interval | None:
    """Percentile bootstrap interval (Efron & Tibshirani 1993, chapter 13).

    Args:
        statistic: see :data:`Statistic`.
        weights: from :func:`cluster_weights`.

    Returns:
        The interval. None when more than 5 % of the draws are undefined, or when all draws agree (one cluster, no
        spread): the sample then says nothing about the uncertainty.
    """
    return _percentile(bootstrap_draws(statistic, weights))


def _percentile(values: NDArray[np.float64]) -> Interval | None:
    defined = values[~np.isnan(values)]
    if defined.size == 0 or values.size - defined.size > UNDEFINED_SHARE * values.size:
        return None
    if np.ptp(defined) <= 1e-12 * max(1.0, float(np.abs(defined).max())):
        return None
    tail = 100 * (1 - CONFIDENCE) / 2
    low, high = np.percentile(defined, [tail, 100 - tail])
    return Interval(float(low), float(high))


def paired_bootstrap_difference(first: Statistic, second: Statistic, weights: Weights) -> PairedDifference:
    """Difference of two statistics over the same items, with a paired interval and p-value.

    The p-value is twice the smaller share of draws on one side of zero, with one added to both counts so that it is
    never 0 (Davison & Hinkley 1997, section 4.2). None when the interval is not defined.

    Raises:
        ValueError: when the difference itself is not defined on the full sample.
    """
    ones = np.ones((1, weights.shape[1]))
    difference = float(first(ones)[0] - second(ones)[0])
    if np.isnan(difference):
        raise ValueError("the difference is not defined on the full sample")
    values = bootstrap_draws(first, weights) - bootstrap_draws(second, weights)
    interval = _percentile(values)
    if interval is None:
        return PairedDifference(difference, None, None)
    defined = values[~np.isnan(values)]
    below, above = int((defined <= 0).sum()), int((defined >= 0).sum())
    return PairedDifference(difference, interval, min(1.0, 2 * (min(below, above) + 1) / (defined.size + 1)))


def weighted_mean(values: ArrayLike) -> Statistic:
    """The mean as a statistic of weights; ``values`` has shape ``(n,)``. NaN where no weight is left."""
    array = finite(values)

    def statistic(weights: NDArray[np.float64]) -> NDArray[np.float64]:
        total = weights.sum(axis=1)
        with np.errstate(invalid="ignore"):
            return np.asarray(np.where(total > 0, weights @ array, np.nan) / np.where(total > 0, total, 1.0))

    return statistic


def weighted_pearson(x: ArrayLike, y: ArrayLike) -> Statistic:
    """Pearson's r as a statistic of weights; ``x`` and ``y`` have shape ``(n,)``. NaN where a side is constant."""
    a, b = finite(x, "x"), finite(y, "y")
    if a.size != b.size:
        raise ValueError(f"x has {a.size} values, y has {b.size}")
    # Centred first: products of large, close numbers would lose the digits that matter.
    a, b = a - (a.mean() if a.size else 0.0), b - (b.mean() if b.size else 0.0)
    floor = 1e-12

    def statistic(weights: NDArray[np.float64]) -> NDArray[np.float64]:
        total = np.maximum(weights.sum(axis=1), 1e-300)
        mean_a, mean_b = weights @ a / total, weights @ b / total
        var_a, var_b = weights @ (a * a) / total - mean_a**2, weights @ (b * b) / total - mean_b**2
        covariance = weights @ (a * b) / total - mean_a * mean_b
        spread = (var_a > floor * max(1e-300, float((a * a).max(initial=0)))) & (
            var_b > floor * max(1e-300, float((b * b).max(initial=0)))
        )
        root = np.sqrt(np.where(spread, var_a * var_b, 1.0))
        return np.asarray(np.where(spread, np.clip(covariance / root, -1.0, 1.0), np.nan))

    return statistic
