"""The bounds are those of the binomial distribution, and near-duplicates are measured by true Jaccard similarity."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from trustmh.datasets.lint.balance import bound
from trustmh.datasets.lint.duplicates import near_pairs


@pytest.mark.parametrize("size", [1, 5, 30, 60])
@pytest.mark.parametrize("chance", [0.1, 0.25, 0.5])
@pytest.mark.parametrize("alarm", [0.05, 0.01])
def test_equal_chances_give_the_binomial_point(size: int, chance: float, alarm: float) -> None:
    most = bound([chance] * size, alarm)
    assert binom.sf(most - 1, size, chance) >= alarm
    assert binom.sf(most, size, chance) < alarm


@given(st.lists(st.floats(0.01, 0.99), min_size=1, max_size=40))
def test_the_bound_is_at_least_the_expected_number_and_at_most_all(chances: list[float]) -> None:
    assert sum(chances) - 1 <= bound(chances) <= len(chances)


def test_chances_of_nought_are_never_hit() -> None:
    assert bound([0.0] * 10) == 0
    assert bound([1.0] * 10) == 10


def grams(text: str, size: int) -> set[str]:
    return {text[at : at + size] for at in range(max(1, len(text) - size + 1))}


@given(st.lists(st.text("abcd ", min_size=1, max_size=30), min_size=2, max_size=6))
def test_similarity_is_that_of_the_sets_of_grams(texts: list[str]) -> None:
    expected = {}
    for one in range(len(texts)):
        for other in range(one + 1, len(texts)):
            first, second = grams(texts[one], 3), grams(texts[other], 3)
            share = len(first & second) / len(first | second)
            if share >= 0.2:
                expected[one, other] = pytest.approx(share)
    assert {(one, other): share for one, other, share in near_pairs(texts, 3, 0.2)} == expected
