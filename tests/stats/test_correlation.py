"""Pearson's r: against SciPy and the published tables, and the cases where it is not defined."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats as scipy_stats

from trustmh.stats import pearson

HUMAN = [3.8, 3.2, 3.4, 3.4, 3.3, 1.7, 2.4, 1.7, 2.3, 2.1]


def test_agrees_with_scipy() -> None:
    x = np.random.default_rng(1).normal(size=40)
    y = x + np.random.default_rng(2).normal(size=40)
    expected = scipy_stats.pearsonr(x, y)
    interval = expected.confidence_interval(0.95)
    result = pearson(x, y)
    assert result.r == pytest.approx(expected.statistic)
    assert result.interval == pytest.approx((interval.low, interval.high))
    assert result.n == 40


@pytest.mark.parametrize(
    ("r", "n", "low", "high"),
    # published correlations of the sensitivity task with their intervals
    [(0.795918, 10, 0.333, 0.950), (0.540879, 10, -0.135, 0.873), (0.766754, 98, 0.670, 0.838)],
)
def test_interval_of_published_correlations(r: float, n: int, low: float, high: float) -> None:
    generator = np.random.default_rng(0)
    x = generator.normal(size=n)
    residual = generator.normal(size=n)
    residual -= np.polyval(np.polyfit(x, residual, 1), x)
    y = r * (x - x.mean()) / x.std() + (1 - r * r) ** 0.5 * residual / residual.std()
    result = pearson(x, y)
    assert result.r == pytest.approx(r)
    assert result.interval == pytest.approx((low, high), abs=6e-4)


@pytest.mark.parametrize(
    ("x", "y", "reason"),
    [
        ([], [], "at least 3 pairs"),
        ([1.0, 2.0], [1.0, 2.0], "at least 3 pairs"),
        ([4.0] * 10, HUMAN, "first side is constant"),
        (HUMAN, [0.1] * 10, "second side is constant"),
    ],
)
def test_undefined_correlations_say_why(x: list[float], y: list[float], reason: str) -> None:
    result = pearson(x, y)
    assert result.r is None
    assert result.interval is None
    assert reason in result.reason


@pytest.mark.parametrize(
    ("x", "y", "r"), [([1.0, 2.0, 4.0], [1.0, 3.0, 2.0], 0.3273268), (HUMAN, [-2 * h for h in HUMAN], -1.0)]
)
def test_correlation_without_an_interval_says_why(x: list[float], y: list[float], r: float) -> None:
    result = pearson(x, y)
    assert result.r == pytest.approx(r, abs=1e-6)
    assert result.interval is None
    assert result.reason


def test_unequal_lengths_are_an_error() -> None:
    with pytest.raises(ValueError, match="3 values, y has 2"):
        pearson([1.0, 2.0, 3.0], [1.0, 2.0])
