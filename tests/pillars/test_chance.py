"""Baselines: what a model gets that never looks at the item."""

from __future__ import annotations

import pytest

from tests.pillars.examples import graded
from trustmh.items import Grade, Item, Outcome
from trustmh.pillars.chance import macro_f1_baseline_figures, option_baseline_figures


def test_macro_f1_of_the_majority_label_has_the_known_value() -> None:
    grades = [graded(i, gold) for i, gold in enumerate(["a", "a", "a", "b"])]
    majority, random = macro_f1_baseline_figures(grades, ("a", "b"))
    assert majority.value == pytest.approx((2 * 3 / (4 + 3) + 0) / 2)
    assert majority.note == "always a"
    assert random.value == pytest.approx((2 * 0.75 * 0.5 / 1.25 + 2 * 0.25 * 0.5 / 0.75) / 2)


def test_there_is_no_baseline_without_items() -> None:
    failed = [graded(0, "a", outcome=Outcome.PROVIDER_ERROR)]
    assert macro_f1_baseline_figures(failed, ("a", "b")) == ()
    assert option_baseline_figures(failed, lambda item: str(item.gold), lambda _: 2) == ()


def test_the_random_baseline_is_the_mean_chance_of_the_items_not_one_over_the_largest() -> None:
    sizes = {"d:0": 4, "d:1": 5, "d:2": 10}
    grades: list[Grade] = [graded(i, "C" if i else "A") for i in range(3)]

    def size(item: Item) -> int:
        return sizes[item.id]

    majority, random = option_baseline_figures(grades, lambda item: str(item.gold), size)
    assert random.value == pytest.approx((1 / 4 + 1 / 5 + 1 / 10) / 3)
    assert majority.value == pytest.approx(2 / 3)
    assert (majority.note, majority.n) == ("always C", 3)
