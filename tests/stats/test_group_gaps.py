"""Gaps between groups: paired, corrected for all pairs, and never tested without spread."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats as scipy_stats

from tests.stats.test_group_spread import cell
from trustmh.stats import group_gaps, holm


def test_every_pair_is_there_largest_first_and_named_high_over_low() -> None:
    gaps = group_gaps([cell([[1.0, 3.0, 2.0], [1.5, 3.0, 2.5], [0.5, 3.5, 2.0]])])
    assert [(gap.higher, gap.lower) for gap in gaps] == [("1", "0"), ("2", "0"), ("1", "2")]
    assert gaps[0].difference == pytest.approx(3.0 + 0.5 / 3 - 1.0)
    assert gaps[0].dialogues == 3


def test_the_test_is_scipys_paired_one_corrected_over_all_attributes() -> None:
    scores = np.random.default_rng(4).normal(size=(9, 3)) + np.array([0.0, 0.8, 0.2])
    other = np.random.default_rng(5).normal(size=(9, 2))
    gaps = group_gaps([cell(scores), cell(other, "age")])
    pairs = [(0, 1), (0, 2), (1, 2)]
    p = [scipy_stats.ttest_rel(scores[:, a], scores[:, b]).pvalue for a, b in pairs]
    p.append(scipy_stats.ttest_rel(other[:, 0], other[:, 1]).pvalue)
    assert sorted(gap.p or 0.0 for gap in gaps) == pytest.approx(sorted(p))
    assert sorted(gap.adjusted or 0.0 for gap in gaps) == pytest.approx(sorted(holm(p)))


@pytest.mark.parametrize(
    ("scores", "p"),
    [
        ([[1.0, 2.0]], None),
        ([[1.0, 1.0], [2.0, 2.0]], 1.0),
        ([[1.0, 2.0], [2.0, 3.0]], 0.5),
        ([[3.0, 1.0]] * 5, 0.0625),
        ([[3.0, 1.0]] * 12, 2 / 4096),
    ],
)
def test_without_spread_the_signs_are_tested(scores: list[list[float]], p: float | None) -> None:
    (gap,) = group_gaps([cell(scores)])
    assert (gap.p, gap.adjusted, gap.interval) == (p, p, None)


def test_a_pair_that_cannot_be_tested_is_in_no_family() -> None:
    gaps = group_gaps([cell([[1.0, 2.0]]), cell([[3.0, 1.0]] * 5, "age")])
    assert [gap.adjusted for gap in gaps] == [0.0625, None]


def test_no_cells_have_no_gaps() -> None:
    assert group_gaps([]) == ()


def test_with_no_effect_any_pair_is_set_apart_in_at_most_five_of_a_hundred_runs() -> None:
    generator = np.random.default_rng(8)
    runs = [
        group_gaps([cell(generator.normal(size=(12, 5))), cell(generator.normal(size=(12, 4)), "age")])
        for _ in range(400)
    ]
    assert np.mean([min(gap.adjusted or 1.0 for gap in gaps) < 0.05 for gaps in runs]) <= 0.05
    largest = [gaps[0].interval for gaps in runs]
    assert np.mean([interval is not None and interval.low > 0 for interval in largest]) <= 0.05
