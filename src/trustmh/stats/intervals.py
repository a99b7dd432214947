"""95 % intervals for proportions and means, with and without clusters."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


class Interval(NamedTuple):
    """A 95 % interval, both ends included."""

    low: float
    high: float


def finite(values: ArrayLike, what: str = "values") -> NDArray[np.float64]:
    """The values as a one-dimensional float array. Raises ValueError for NaN, infinities and nested input."""
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1:
        raise ValueError(f"{what} must be one-dimensional, not of shape {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError(f"{what} must be finite; leave unscored items out and count them")
    return array


def cluster_index(clusters: Sequence[Hashable], n: int) -> tuple[NDArray[np.intp], int]:
    """Index of each item's cluster (in sorted order of the cluster names, shape ``(n,)``) and how many there are."""
    if len(clusters) != n:
        raise ValueError(f"{len(clusters)} clusters given for {n} items")
    if n == 0:
        return np.zeros(0, dtype=np.intp), 0
    names, inverse = np.unique([str(cluster) for cluster in clusters], return_inverse=True)
    return inverse.reshape(-1), len(names)


def wilson(successes: float, n: float) -> Interval | None:
    """Wilson score interval of a proportion (Wilson 1927; Newcombe 1998, method 3).

    Args:
        successes: number of successes, ``0 <= successes <= n``.
        n: number of trials; an effective number need not be whole.

    Returns:
        The interval, never of width zero; None when ``n`` is 0.

    Raises:
        ValueError: for counts that cannot be.
    """
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes out of {n} trials")
    if n == 0:
        return None
    share = successes / n
    scale = 1 + Z**2 / n
    centre = (share + Z**2 / (2 * n)) / scale
    half = Z * math.sqrt(share * (1 - share) / n + Z**2 / (4 * n**2)) / scale
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == n else min(1.0, centre + half)
    return Interval(low, high)


def mean_interval(
    values: ArrayLike, bounds: tuple[float, float] | None = None, *, confidence: float = CONFIDENCE
) -> Interval | None:
    """Student t interval of a mean over independent values.

    Args:
        values: shape ``(n,)``.
        bounds: ends of the scale, if there are any; the interval is cut there.
        confidence: above :data:`CONFIDENCE` where several intervals are to hold at once.

    Returns:
        The interval. None when ``n`` < 2 or when all values are equal: then the sample says nothing about the spread,
        and an interval of width zero would claim a certainty that nobody has.
    """
    array = finite(values)
    if array.size < 2 or np.ptp(array) == 0:
        return None
    half = _t(array.size - 1, confidence) * float(array.std(ddof=1)) / math.sqrt(array.size)
    return _around(float(array.mean()), half, bounds)


def reference_half_width(values: ArrayLike) -> float:
    """Half-width as the reference repository computes it, only to reproduce its published numbers.

    1.96 s / sqrt(n) with the n-1 standard deviation; the t quantile takes the place of 1.96 below n = 30; 0 at n = 1
    (reference code, ethics pipeline). Raises ValueError for an empty sample.
    """
    array = finite(values)
    if array.size == 0:
        raise ValueError("no values")
    if array.size == 1:
        return 0.0
    factor = _t(array.size - 1) if array.size < 30 else 1.96
    return factor * float(array.std(ddof=1)) / math.sqrt(array.size)


def cluster_mean_interval(
    values: ArrayLike, clusters: Sequence[Hashable], bounds: tuple[float, float] | None = None
) -> Interval | None:
    """Cluster-robust t interval of a mean over items (Liang & Zeger 1986, CR1 for the intercept-only model; G-1 df).

    The variance is ``G / (G - 1) * sum over clusters (sum of residuals)^2 / n^2``; with one item per cluster it is the
    ordinary variance of a mean, and the interval equals :func:`mean_interval`.

    Args:
        values: shape ``(n,)``.
        clusters: name of each item's cluster, length ``n``.
        bounds: ends of the scale, if there are any; the interval is cut there.

    Returns:
        The interval; None with fewer than two clusters, or when no cluster departs from the mean.
    """
    array = finite(values)
    index, count = cluster_index(clusters, array.size)
    error = _cluster_standard_error(array, index, count)
    if not error:
        return None
    return _around(float(array.mean()), _t(count - 1) * error, bounds)


def cluster_proportion_interval(values: ArrayLike, clusters: Sequence[Hashable]) -> Interval | None:
    """Wilson interval of a proportion over clustered items, by the effective sample size.

    The number of items is divided by the design effect (robust variance over binomial variance, not taken below 1) and
    shrunk for the few degrees of freedom of few clusters (Korn & Graubard 1998; Dean & Pavlou 2015 for Wilson's form).
    When all values are equal the design effect cannot be estimated, and the number of clusters is the number of trials.

    Args:
        values: 0 or 1 for each item, shape ``(n,)``.
        clusters: name of each item's cluster, length ``n``.

    Returns:
        The interval, never of width zero; None with fewer than two clusters. Equals :func:`wilson` when every
        item is its own cluster.
    """
    array = finite(values)
    if not np.isin(array, (0.0, 1.0)).all():
        raise ValueError("a proportion's values must be 0 or 1")
    index, count = cluster_index(clusters, array.size)
    if count < 2:
        return None
    n, share = array.size, float(array.mean())
    if share in (0.0, 1.0):
        return wilson(share * count, count)
    if count == n:
        return wilson(float(array.sum()), n)
    binomial = share * (1 - share) / (n - 1)
    effect = max(1.0, _cluster_standard_error(array, index, count) ** 2 / binomial)
    effective = min(n, n / effect * (_t(n - 1) / _t(count - 1)) ** 2)
    return wilson(share * effective, effective)


def _cluster_standard_error(array: NDArray[np.float64], index: NDArray[np.intp], count: int) -> float:
    if count < 2 or np.ptp(array) == 0:
        return 0.0
    sums = np.bincount(index, weights=array - array.mean(), minlength=count)
    if np.allclose(sums, 0.0, atol=1e-12 * max(1.0, float(np.abs(array).max()))):
        return 0.0
    return math.sqrt(count / (count - 1) * float(sums @ sums)) / array.size


def _around(mean: float, half: float, bounds: tuple[float, float] | None) -> Interval:
    low, high = mean - half, mean + half
    if bounds is not None:
        low, high = max(low, bounds[0]), min(high, bounds[1])
    return Interval(low, high)


def _t(degrees: int, confidence: float = CONFIDENCE) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(degrees, 0.5 + confidence / 2))
