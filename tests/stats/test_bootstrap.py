"""Bootstrap by weights: against SciPy, paired, reproducible, honest where it is not defined."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats as scipy_stats

from trustmh.stats import (
    bootstrap_draws,
    bootstrap_interval,
    cluster_weights,
    paired_bootstrap_difference,
    pearson,
    weighted_accuracy,
    weighted_macro_f1,
    weighted_mean,
    weighted_pearson,
)

NAMES = [str(i) for i in range(60)]


def test_every_draw_takes_as_many_clusters_as_there_are() -> None:
    weights = cluster_weights(list("aabbbc"), draws=500, seed=1)
    assert weights.shape == (500, 6)
    assert np.array_equal(weights[:, 0], weights[:, 1])
    assert (weights[:, [0, 2, 5]].sum(axis=1) == 3).all()


def test_draws_follow_the_cluster_names_not_the_order_of_items() -> None:
    forward, backward = cluster_weights(NAMES, seed=4), cluster_weights(NAMES[::-1], seed=4)
    assert np.array_equal(forward, backward[:, ::-1])
    assert not np.array_equal(forward, cluster_weights(NAMES, seed=5))


def test_strata_keep_their_size() -> None:
    strata = ["one"] * 10 + ["two"] * 50
    weights = cluster_weights(NAMES, draws=300, seed=2, strata=strata)
    assert (weights[:, :10].sum(axis=1) == 10).all()
    assert (weights[:, 10:].sum(axis=1) == 50).all()


def test_a_cluster_in_two_strata_is_an_error() -> None:
    with pytest.raises(ValueError, match="more than one stratum"):
        cluster_weights(["a", "a"], strata=["one", "two"])


def test_percentile_interval_agrees_with_scipy() -> None:
    values = np.random.default_rng(0).gamma(2.0, size=60)
    ours = bootstrap_interval(weighted_mean(values), cluster_weights(NAMES, draws=10_000, seed=1))
    theirs = scipy_stats.bootstrap(
        (values,), np.mean, n_resamples=10_000, method="percentile", rng=1
    ).confidence_interval
    assert ours == pytest.approx((theirs.low, theirs.high), abs=0.02)


def test_unit_weights_give_the_plain_statistic() -> None:
    generator = np.random.default_rng(8)
    x = generator.normal(size=30)
    y = 0.5 * x + generator.normal(size=30)
    ones = np.ones((1, 30))
    assert weighted_mean(x)(ones)[0] == pytest.approx(x.mean())
    assert weighted_pearson(x + 1e6, y)(ones)[0] == pytest.approx(pearson(x, y).r, abs=1e-8)


def test_integer_weights_equal_repeated_items() -> None:
    generator = np.random.default_rng(9)
    x, y = generator.normal(size=12), generator.normal(size=12)
    gold = list("aabbccaabbcc")
    said = [*"abbbcaaabbc", None]
    weights = generator.integers(0, 4, size=(1, 12)).astype(float)
    taken = np.repeat(np.arange(12), weights[0].astype(int))
    assert weighted_pearson(x, y)(weights)[0] == pytest.approx(pearson(x[taken], y[taken]).r)
    repeated = weighted_macro_f1([gold[i] for i in taken], [said[i] for i in taken], "abc")(np.ones((1, taken.size)))
    assert weighted_macro_f1(gold, said, "abc")(weights)[0] == pytest.approx(repeated[0])


@pytest.mark.parametrize(
    ("values", "clusters"), [([], []), ([1.0], ["a"]), ([1.0, 2.0], ["a", "a"]), ([3.0] * 5, list("abcde"))]
)
def test_no_interval_without_spread(values: list[float], clusters: list[str]) -> None:
    assert bootstrap_interval(weighted_mean(values), cluster_weights(clusters, draws=200)) is None


def test_no_interval_when_too_many_draws_are_undefined() -> None:
    x, y = np.array([0.0, 0.0, 0.0, 1.0]), np.array([1.0, 2.0, 3.0, 4.0])
    weights = cluster_weights(list("abcd"), draws=400, seed=0)
    assert np.isnan(bootstrap_draws(weighted_pearson(x, y), weights)).mean() > 0.05
    assert bootstrap_interval(weighted_pearson(x, y), weights) is None


def test_pairing_finds_a_small_steady_difference() -> None:
    generator = np.random.default_rng(2)
    hard = generator.normal(scale=3.0, size=60)
    first, second = weighted_mean(hard + 0.3 + generator.normal(scale=0.1, size=60)), weighted_mean(hard)
    weights = cluster_weights(NAMES, seed=6)
    paired = paired_bootstrap_difference(first, second, weights)
    assert paired.interval is not None
    assert 0.2 < paired.interval.low < paired.difference < paired.interval.high < 0.4
    assert paired.p == pytest.approx(2 / 2001)


def test_equal_models_do_not_differ() -> None:
    generator = np.random.default_rng(2)
    gold = ["a"] * 60
    first, second = (["a" if u < 0.7 else "b" for u in generator.random(60)] for _ in range(2))
    paired = paired_bootstrap_difference(
        weighted_accuracy(gold, first), weighted_accuracy(gold, second), cluster_weights(NAMES, seed=1)
    )
    assert paired.p is not None
    assert paired.p > 0.05
    same = paired_bootstrap_difference(
        weighted_accuracy(gold, first), weighted_accuracy(gold, first), cluster_weights(NAMES)
    )
    assert same == (0.0, None, None)


def test_undefined_difference_is_an_error() -> None:
    with pytest.raises(ValueError, match="not defined"):
        paired_bootstrap_difference(
            weighted_pearson([1.0, 1.0], [1.0, 2.0]), weighted_mean([1.0, 2.0]), cluster_weights(["a", "b"])
        )


def test_interval_covers_the_truth() -> None:
    generator = np.random.default_rng(21)
    names = [str(i) for i in range(80)]
    weights = cluster_weights(names, draws=400, seed=0)
    runs, covered = 300, 0
    for _ in range(runs):
        interval = bootstrap_interval(weighted_mean(generator.exponential(size=80)), weights)
        assert interval is not None
        covered += interval.low <= 1.0 <= interval.high
    assert 0.89 <= covered / runs <= 0.98
