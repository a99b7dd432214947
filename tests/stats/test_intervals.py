"""Intervals against published numbers, SciPy and statsmodels; degenerate cases; coverage."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats as scipy_stats

from trustmh.stats import (
    Interval,
    cluster_mean_interval,
    cluster_proportion_interval,
    mean_interval,
    reference_half_width,
    wilson,
)


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        # Newcombe 1998, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        # recorded accuracies of the published ethics runs
        (87, 125, 0.6105, 0.7698),
        (95, 125, 0.6781, 0.8264),
    ],
)
def test_wilson_gives_published_intervals(successes: int, n: int, low: float, high: float) -> None:
    assert wilson(successes, n) == pytest.approx((low, high), abs=6e-5)


@pytest.mark.parametrize(("successes", "n"), [(0, 1), (1, 1), (3, 7), (50, 50), (999, 1000)])
def test_wilson_agrees_with_scipy(successes: int, n: int) -> None:
    expected = scipy_stats.binomtest(successes, n).proportion_ci(method="wilson")
    interval = wilson(successes, n)
    assert interval == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert interval is not None
    assert interval.high > interval.low


def test_wilson_of_nothing_is_undefined() -> None:
    assert wilson(0, 0) is None


@pytest.mark.parametrize(("successes", "n"), [(-1, 5), (6, 5), (1, 0), (float("nan"), 5)])
def test_wilson_refuses_impossible_counts(successes: float, n: float) -> None:
    with pytest.raises(ValueError, match="successes"):
        wilson(successes, n)


def test_mean_interval_agrees_with_scipy() -> None:
    values = [3.0, 4.0, 4.0, 5.0, 2.0, 4.5]
    expected = scipy_stats.t.interval(0.95, 5, loc=np.mean(values), scale=scipy_stats.sem(values))
    assert mean_interval(values) == pytest.approx(expected)


def test_mean_interval_is_cut_at_the_ends_of_the_scale() -> None:
    free, cut = mean_interval([5.0, 5.0, 4.0]), mean_interval([5.0, 5.0, 4.0], bounds=(1.0, 5.0))
    assert free is not None
    assert cut is not None
    assert free.high > 5.0
    assert cut == Interval(free.low, 5.0)


@pytest.mark.parametrize("values", [[], [3.0], [4.0, 4.0], [0.1] * 30])
def test_mean_interval_claims_nothing_without_spread(values: list[float]) -> None:
    assert mean_interval(values) is None


@pytest.mark.parametrize("values", [[1.0, float("nan")], [float("inf"), 1.0]])
def test_unscored_values_are_not_silently_averaged(values: list[float]) -> None:
    with pytest.raises(ValueError, match="finite"):
        mean_interval(values)


def test_nested_values_are_refused() -> None:
    with pytest.raises(ValueError, match="one-dimensional"):
        mean_interval([[1.0, 2.0]])


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([4.0], 0.0),
        ([4.0, 4.0], 0.0),
        ([1.0, 2.0, 3.0, 4.0, 5.0], 2.776445105 * 1.58113883 / 5**0.5),
        ([0.0, 1.0] * 15, 1.96 * 0.50854762 / 30**0.5),
    ],
)
def test_reference_half_width_follows_the_reference_code(values: list[float], expected: float) -> None:
    assert reference_half_width(values) == pytest.approx(expected, rel=1e-7)


def test_reference_half_width_needs_a_value() -> None:
    with pytest.raises(ValueError, match="no values"):
        reference_half_width([])


def test_singleton_clusters_give_the_ordinary_interval() -> None:
    values = [3.0, 4.0, 4.0, 5.0, 2.0, 4.5]
    assert cluster_mean_interval(values, list("abcdef")) == pytest.approx(mean_interval(values))


def test_cluster_interval_agrees_with_statsmodels() -> None:
    sm = pytest.importorskip("statsmodels.api")
    generator = np.random.default_rng(5)
    clusters = np.repeat(np.arange(12), generator.integers(1, 9, size=12))
    values = generator.normal(size=clusters.size) + generator.normal(size=12)[clusters]
    fit = sm.OLS(values, np.ones((values.size, 1))).fit(
        cov_type="cluster", cov_kwds={"groups": clusters, "df_correction": True}, use_t=True
    )
    # statsmodels' (n-1)/(n-k) equals 1 for the intercept-only model, so the estimators are the same.
    assert cluster_mean_interval(values, [str(c) for c in clusters]) == pytest.approx(
        tuple(fit.conf_int()[0]), rel=1e-9
    )


def test_copies_of_an_item_add_no_certainty() -> None:
    values = [1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0]
    names = list("abcdefg")
    assert cluster_mean_interval(values * 4, names * 4) == pytest.approx(cluster_mean_interval(values, names))


@pytest.mark.parametrize(
    ("values", "clusters"),
    [([], []), ([1.0], ["a"]), ([1.0, 2.0, 3.0], ["a"] * 3), ([2.0, 2.0], ["a", "b"]), ([0.0, 1.0] * 2, list("aabb"))],
)
def test_cluster_interval_is_undefined_without_spread_between_clusters(
    values: list[float], clusters: list[str]
) -> None:
    assert cluster_mean_interval(values, clusters) is None


def test_clusters_must_match_the_values() -> None:
    with pytest.raises(ValueError, match="2 clusters given for 3 items"):
        cluster_mean_interval([1.0, 2.0, 3.0], ["a", "b"])


def test_clustered_proportion_without_clusters_is_wilson() -> None:
    assert cluster_proportion_interval([1, 0, 1, 1], list("abcd")) == wilson(3, 4)


def test_clustered_proportion_of_copies_rests_on_the_clusters() -> None:
    interval = cluster_proportion_interval([1, 0, 1, 1, 0, 0, 1, 1] * 5, list("abcdefgh") * 5)
    single = wilson(5, 8)
    assert interval is not None
    assert single is not None
    assert interval.high - interval.low > 0.95 * (single.high - single.low)


def test_all_right_in_few_clusters_is_no_certainty() -> None:
    assert cluster_proportion_interval([1] * 40, ["a", "b", "c", "d"] * 10) == wilson(4, 4)


def test_clustered_proportion_needs_two_clusters_and_binary_values() -> None:
    assert cluster_proportion_interval([1, 0], ["a", "a"]) is None
    with pytest.raises(ValueError, match="0 or 1"):
        cluster_proportion_interval([0.5, 1], ["a", "b"])


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_clustered_proportion_covers_the_truth(share: float) -> None:
    """40 clusters of 5 items, strongly alike within: the clustered interval covers, the plain one does not."""
    generator = np.random.default_rng(11)
    names = [str(cluster) for cluster in np.repeat(np.arange(40), 5)]
    covered, naive = 0, 0
    runs = 400
    for _ in range(runs):
        rates = generator.beta(share * 1.5, (1 - share) * 1.5, size=40)
        values = (generator.random((40, 5)) < rates[:, None]).astype(float).ravel()
        interval = cluster_proportion_interval(values, names)
        plain = wilson(float(values.sum()), values.size)
        assert interval is not None
        assert plain is not None
        covered += interval.low <= share <= interval.high
        naive += plain.low <= share <= plain.high
    assert 0.925 <= covered / runs <= 0.985
    assert naive / runs < 0.90


def test_cluster_mean_interval_covers_the_truth() -> None:
    generator = np.random.default_rng(3)
    names = [str(cluster) for cluster in np.repeat(np.arange(20), 6)]
    runs, covered = 400, 0
    for _ in range(runs):
        values = (generator.normal(size=(20, 6)) + generator.normal(size=(20, 1))).ravel()
        interval = cluster_mean_interval(values, names)
        assert interval is not None
        covered += interval.low <= 0 <= interval.high
    assert 0.92 <= covered / runs <= 0.98
