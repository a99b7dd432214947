"""The expanded percentile interval: wider than the plain one by what few units ask for, and never made up."""

from __future__ import annotations

import numpy as np
import pytest

from trustmh.stats import bootstrap_interval, cluster_weights, expanded_bootstrap_interval, mean_interval, weighted_mean

VALUES = np.random.default_rng(3).normal(size=12)
NAMES = [str(number) for number in range(12)]


def test_it_is_as_wide_as_students_t_for_a_mean() -> None:
    weights = cluster_weights(NAMES, draws=20_000)
    expanded = expanded_bootstrap_interval(weighted_mean(VALUES), weights, 12)
    plain, t = bootstrap_interval(weighted_mean(VALUES), weights), mean_interval(VALUES)
    assert expanded is not None
    assert plain is not None
    assert t is not None
    assert expanded.low < plain.low < plain.high < expanded.high
    assert expanded.high - expanded.low == pytest.approx(t.high - t.low, rel=0.05)


def test_it_meets_the_plain_one_for_many_units() -> None:
    weights = cluster_weights(NAMES, draws=20_000)
    many = expanded_bootstrap_interval(weighted_mean(VALUES), weights, 1_000_000)
    assert many == pytest.approx(bootstrap_interval(weighted_mean(VALUES), weights), abs=1e-3)


@pytest.mark.parametrize("units", [0, 1])
def test_fewer_than_two_units_have_none(units: int) -> None:
    assert expanded_bootstrap_interval(weighted_mean(VALUES), cluster_weights(NAMES), units) is None


def test_no_spread_and_undefined_draws_have_none() -> None:
    weights = cluster_weights(NAMES)
    assert expanded_bootstrap_interval(weighted_mean(np.ones(12)), weights, 12) is None
    assert expanded_bootstrap_interval(lambda w: np.where(w[:, 0] > 0, w[:, 1], np.nan), weights, 12) is None
