"""Pearson's r with its Fisher interval."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trustmh.stats.intervals import Interval, Z, finite


class Correlation(NamedTuple):
    """``r`` is None when it is not defined, ``interval`` when that is not; ``reason`` then says why."""

    r: float | None
    interval: Interval | None
    n: int
    reason: str = ""


def pearson(x: ArrayLike, y: ArrayLike) -> Correlation:
    """Pearson's correlation with a 95 % interval by Fisher's z transformation (Fisher 1921).

    Args:
        x: shape ``(n,)``.
        y: shape ``(n,)``, in the same order.

    Returns:
        The correlation. ``r`` is None for n < 3 or a constant side. The interval, which needs ``sqrt(n - 3)``, is None
        at n = 3 and for a perfect correlation.

    Raises:
        ValueError: for unequal lengths or values that are not finite.
    """
    a, b = finite(x, "x"), finite(y, "y")
    if a.size != b.size:
        raise ValueError(f"x has {a.size} values, y has {b.size}")
    n = a.size
    if n < 3:
        return Correlation(None, None, n, f"a correlation needs at least 3 pairs, there are {n}")
    for side, name in ((a, "first"), (b, "second")):
        if np.ptp(side) == 0:
            return Correlation(None, None, n, f"the {name} side is constant ({float(side[0]):g}): r is not defined")
    r = float(np.clip(np.corrcoef(a, b)[0, 1], -1.0, 1.0))
    if n == 3:
        return Correlation(r, None, n, "an interval needs at least 4 pairs")
    if abs(r) > 1 - 1e-12:
        return Correlation(r, None, n, "the pairs lie on a line: the interval is not defined")
    half = Z / math.sqrt(n - 3)
    return Correlation(r, Interval(math.tanh(math.atanh(r) - half), math.tanh(math.atanh(r) + half)), n)
