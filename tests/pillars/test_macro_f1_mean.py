"""The mean of several macro-F1 scores: known value, no mean over fewer parts, clusters drawn within their dataset."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.pillars.examples import graded
from trustmh.items import Grade, Outcome
from trustmh.pillars.macro_f1_mean import Part, mean_macro_f1, mean_macro_f1_baselines

AB = ("a", "b")


def rows(dataset: str, pairs: Sequence[tuple[str, str | None]]) -> list[Grade]:
    return [graded(i, gold, said, dataset=dataset) for i, (gold, said) in enumerate(pairs)]


RIGHT = rows("x", [("a", "a"), ("b", "b")] * 5)
HALF = rows("y", [("a", "a"), ("b", "a")] * 5)


def test_the_mean_has_the_known_value_by_shares() -> None:
    one = mean_macro_f1("m", [Part("x", RIGHT, AB, 0.5), Part("y", HALF, AB, 0.5)])
    assert one.value == pytest.approx((1 + (2 / 3 + 0) / 2) / 2)
    assert one.n == 20
    assert one.clusters == 20
    assert one.interval is not None
    assert one.interval[0] <= 2 / 3 <= one.interval[1]


def test_a_missing_part_leaves_no_mean_and_is_named() -> None:
    one = mean_macro_f1("m", [Part("x", RIGHT, AB, 0.5)], absent=["y"])
    assert one.value is None
    assert "y" in one.note


def test_a_part_without_a_scorable_item_leaves_no_mean() -> None:
    failed = [graded(0, "a", outcome=Outcome.PROVIDER_ERROR, dataset="y")]
    one = mean_macro_f1("m", [Part("x", RIGHT, AB, 0.5), Part("y", failed, AB, 0.5)])
    assert one.value is None
    assert one.outcomes["provider_error"] == 1


def test_baselines_are_the_same_mean_of_each_parts_own() -> None:
    skewed = rows("y", [("a", None)] * 9 + [("b", None)])
    majority, random = mean_macro_f1_baselines([Part("x", RIGHT, AB, 0.5), Part("y", skewed, AB, 0.5)])
    assert majority.value == pytest.approx((1 / 3 + (18 / 19) / 2) / 2)
    assert majority.note == "always: x a, y a"
    assert random.value == pytest.approx((0.5 + (0.9 / 1.4 + 0.1 / 0.6) / 2) / 2)


def test_without_parts_there_is_neither_mean_nor_baseline() -> None:
    assert mean_macro_f1("m", []).value is None
    assert mean_macro_f1_baselines([]) == ()


@pytest.mark.parametrize("lost", [0, 1, 2])
def test_what_a_small_part_loses_is_not_hidden_by_a_large_one(lost: int) -> None:
    """1 of 21 is much of half the mean, though it is 1 of 421 items."""
    large = rows("x", [("a", "a"), ("b", "b")] * 200)
    failed = [graded(100 + i, "a", outcome=Outcome.PROVIDER_ERROR, dataset="y") for i in range(lost)]
    small = [*rows("y", [("a", "a"), ("b", "a")] * 10), *failed]
    assert mean_macro_f1("m", [Part("x", large, AB, 0.5), Part("y", small, AB, 0.5)]).provisional is (lost > 0)


def test_cut_items_of_a_part_are_named() -> None:
    cut = [*HALF, graded(50, "a", "a", dataset="y", kept=0.5)]
    one = mean_macro_f1("m", [Part("x", RIGHT, AB, 0.5), Part("y", cut, AB, 0.5)])
    assert one.provisional
    assert "1 of 21 items were shortened" in one.note
