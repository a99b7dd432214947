"""A bootstrap interval that also holds for few clusters: percentiles moved out to where Student's t would put them."""

from __future__ import annotations

import math

import numpy as np

from trustmh.stats.bootstrap import UNDEFINED_SHARE, Statistic, Weights, bootstrap_draws
from trustmh.stats.intervals import CONFIDENCE, Interval


def expanded_bootstrap_interval(statistic: Statistic, weights: Weights, units: int) -> Interval | None:
    """Expanded percentile bootstrap interval (Hesterberg 2015, What Teachers Should Know about the Bootstrap, section 5.3).

    Plain percentiles are too narrow for few units: the bootstrap's variance lacks the factor ``units / (units - 1)`` and
    its quantiles are the normal's. The tail is therefore taken at ``Phi(-sqrt(units / (units - 1)) t)`` with Student's t
    at ``units - 1`` degrees of freedom; the two agree for many units.

    Args:
        statistic: see :data:`trustmh.stats.bootstrap.Statistic`.
        weights: from :func:`trustmh.stats.cluster_weights`.
        units: independent units that were drawn from (clusters), less one for each stratum beyond the first.

    Returns:
        The interval. None with fewer than two units, when more than 5 % of the draws are undefined, or when all agree.
    """
    if units < 2:
        return None
    values = bootstrap_draws(statistic, weights)
    defined = values[~np.isnan(values)]
    if defined.size == 0 or values.size - defined.size > UNDEFINED_SHARE * values.size:
        return None
    if np.ptp(defined) <= 1e-12 * max(1.0, float(np.abs(defined).max())):
        return None
    tail = 100 * _tail(units)
    low, high = np.percentile(defined, [tail, 100 - tail])
    return Interval(float(low), float(high))


def _tail(units: int) -> float:
    from scipy.special import ndtr, stdtrit

    t = float(stdtrit(units - 1, 0.5 + CONFIDENCE / 2))
    return float(ndtr(-math.sqrt(units / (units - 1)) * t))
