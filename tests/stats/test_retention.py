"""Retained quality: known ratios, honest where undefined, and an interval that keeps its level in simulation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from trustmh.stats import (
    cluster_mean_interval,
    cluster_weights,
    expanded_bootstrap_interval,
    macro_f1,
    retained_mean,
    weighted_macro_f1,
)
from trustmh.stats.bootstrap import Statistic

RUNS = 1000


def test_the_ratio_of_the_means_and_not_the_mean_of_the_ratios() -> None:
    found = retained_mean([1.0, 4.0], [2.0, 4.0], ["a", "b"], least_clean=0.1)
    assert found.value == pytest.approx(5 / 6)
    assert (found.disturbed, found.clean) == (2.5, 3.0)
    assert found.interval is not None
    assert found.interval.low < 5 / 6 < found.interval.high


def test_nothing_lost_is_one_and_claims_no_certainty() -> None:
    values = [3.0, 1.0, 4.5, 2.0]
    found = retained_mean(values, values, list("abcd"), least_clean=0.1)
    assert (found.value, found.interval) == (1.0, None)


@pytest.mark.parametrize("clean", [[0.0, 0.0], [0.2, 0.2], []])
def test_next_to_nothing_clean_is_not_divided_by(clean: list[float]) -> None:
    found = retained_mean([1.0] * len(clean), clean, ["a", "b"][: len(clean)], least_clean=0.25)
    assert (found.value, found.interval) == (None, None)


def test_one_cluster_has_no_interval() -> None:
    assert retained_mean([1.0, 2.0], [2.0, 2.5], ["a", "a"], least_clean=0.1).interval is None


def test_a_ratio_of_clean_ones_has_the_interval_of_a_mean() -> None:
    values, clusters = [0.2, 0.9, 0.4, 0.8, 0.1], list("aabbc")
    found = retained_mean(values, [1.0] * 5, clusters, least_clean=0.1)
    assert found.interval == pytest.approx(cluster_mean_interval(values, clusters))


@pytest.mark.parametrize(
    ("above", "below", "bound"), [([1.0], [1.0, 2.0], 0.1), ([float("nan")], [1.0], 0.1), ([1.0], [1.0], 0.0)]
)
def test_mistakes_are_errors(above: list[float], below: list[float], bound: float) -> None:
    with pytest.raises(ValueError, match=r"disturbed|finite|positive"):
        retained_mean(above, below, ["a"] * len(above), least_clean=bound)


# --- simulation: a model that keeps a known share of its quality ---------------------------------------------------
@pytest.mark.parametrize("clusters", [6, 24, 40])
@pytest.mark.parametrize(("quality", "kept"), [(3.5, 0.8), (1.5, 0.6), (2.5, 1.0)])
def test_the_retention_of_a_judged_mean_is_recovered(clusters: int, quality: float, kept: float) -> None:
    """Two items a cluster, three variants an item; dialogues differ, and the judge errs by 0.6 points on each reply."""
    generator = np.random.default_rng(clusters)
    names = [str(cluster) for cluster in range(clusters) for _ in range(6)]
    estimates, covered = [], 0
    for _ in range(RUNS):
        dialogue = generator.normal(0, 0.3, (clusters, 1, 1))
        clean = quality + dialogue + generator.normal(0, 0.6, (clusters, 2, 1))
        disturbed = kept * (quality + dialogue) + generator.normal(0, 0.6, (clusters, 2, 3))
        found = retained_mean(disturbed.ravel(), np.repeat(clean, 3, axis=2).ravel(), names, least_clean=0.25)
        assert found.value is not None
        assert found.interval is not None
        estimates.append(found.value)
        covered += found.interval.low <= kept <= found.interval.high
    assert abs(np.mean(estimates) - kept) < 0.02
    assert 0.93 <= covered / RUNS <= 0.97


LABELS = ("0", "1", "2", "3")
GOLD = np.array([0, 0, 0, 1, 1, 1, 2, 2, 3, 3])


@pytest.mark.slow
@pytest.mark.parametrize("clusters", [30, 60])
def test_the_retention_of_macro_f1_is_recovered(clusters: int) -> None:
    """Consultations of which the model grades 60 % rightly, and loses a fifth of its answers to each of three variants."""
    generator = np.random.default_rng(clusters)
    names = [str(number) for number in range(clusters)]
    weights = cluster_weights(names, draws=500)
    truth = _retention(*_answers(200_000, generator))
    estimates, covered = [], 0
    for _ in range(RUNS):
        gold, clean, disturbed = _answers(clusters, generator)
        below = weighted_macro_f1(_words(gold), _words(clean), LABELS)
        above = [weighted_macro_f1(_words(gold), _words(one), LABELS) for one in disturbed]

        kept = _ratio(above, below)
        estimates.append(float(kept(np.ones((1, clusters)))[0]))
        interval = expanded_bootstrap_interval(kept, weights, clusters)
        assert interval is not None
        covered += interval.low <= truth <= interval.high
    assert abs(np.mean(estimates) - truth) < 0.02
    assert 0.93 <= covered / RUNS <= 0.97


def _ratio(above: Sequence[Statistic], below: Statistic) -> Statistic:
    return lambda weights: np.asarray(np.mean([one(weights) for one in above], axis=0) / below(weights))


def _answers(count: int, generator: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    gold = generator.choice(GOLD, count)
    skill = np.clip(0.6 + generator.normal(0, 0.12, count), 0, 1)
    beside = np.clip(gold + generator.choice([-1, 1], count), 0, 3)
    clean = np.where(generator.random(count) < skill, gold, beside)
    other = generator.integers(-1, 4, (3, count))
    return gold, clean, np.where(generator.random((3, count)) < 0.2, other, clean)


def _words(answers: np.ndarray) -> list[str]:
    return [LABELS[number] if number >= 0 else None for number in answers]  # type: ignore[misc]


def _retention(gold: np.ndarray, clean: np.ndarray, disturbed: np.ndarray) -> float:
    scores = [macro_f1(_words(gold), _words(one), LABELS) or 0.0 for one in (clean, *disturbed)]
    return float(np.mean(scores[1:]) / scores[0])
