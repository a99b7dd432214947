"""Figures for ordered labels, on data with known answers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from tests.pillars.examples import graded
from trustmh.items import Estimate, Grade, Outcome
from trustmh.pillars.ordinal import ordinal_figures, ordinal_measures, weighted_quadratic_kappa

LABELS = ("low", "middle", "high")


def grades_of(pairs: Sequence[tuple[str, str | None]]) -> list[Grade]:
    return [graded(i, gold, said, ordinal_measures(gold, said, LABELS)) for i, (gold, said) in enumerate(pairs)]


def by_name(pairs: Sequence[tuple[str, str | None]]) -> dict[str, Estimate]:
    return {one.name: one for one in ordinal_figures(grades_of(pairs), LABELS)}


def test_perfect_answers_have_kappa_one_and_no_error() -> None:
    figures = by_name([(label, label) for label in LABELS] * 4)
    assert figures["quadratic_kappa"].value == pytest.approx(1.0)
    assert figures["mean_absolute_error"].value == 0.0
    assert figures["under_estimation_rate"].value == 0.0


def test_error_direction_and_size_have_the_known_values() -> None:
    figures = by_name([("high", "low"), ("middle", "low"), ("low", "high"), ("low", "low")])
    assert figures["mean_absolute_error"].value == pytest.approx((2 + 1 + 2 + 0) / 4)
    assert figures["under_estimation_rate"].value == pytest.approx(0.5)
    assert figures["over_estimation_rate"].value == pytest.approx(0.25)


def test_reversed_answers_have_negative_kappa() -> None:
    assert by_name([("low", "high"), ("high", "low")] * 5)["quadratic_kappa"].value == pytest.approx(-1.0)


def test_unusable_answers_are_left_out_counted_and_make_the_figures_provisional() -> None:
    figures = by_name([("low", "low"), ("high", "high"), ("high", None), ("low", None)])
    for one in figures.values():
        assert one.n == 2
        assert "2 of 4 items" in one.note
        assert one.provisional
        assert one.outcomes == {"answered": 2, "unparsed": 2}
    assert figures["mean_absolute_error"].value == 0.0


def test_nothing_usable_is_no_figure_and_never_zero() -> None:
    for one in by_name([("low", None), ("high", None)]).values():
        assert one.value is None
        assert one.note


def test_kappa_is_not_defined_when_neither_side_varies() -> None:
    assert by_name([("low", "low")] * 3)["quadratic_kappa"].value is None


def test_provider_errors_are_no_part_of_the_count_of_items() -> None:
    grades = [*grades_of([("low", "low"), ("high", "high")]), graded(9, "low", outcome=Outcome.PROVIDER_ERROR)]
    assert "2 of 2 items" in ordinal_figures(grades, LABELS)[0].note


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=40))
def test_the_weighted_kappa_agrees_with_scikit_learn(pairs: list[tuple[int, int]]) -> None:
    gold, said = [g for g, _ in pairs], [s for _, s in pairs]
    value = weighted_quadratic_kappa(gold, said)(np.ones((1, len(pairs))))[0]
    if np.isnan(value):
        assert len({*gold, *said}) == 1
    else:
        with np.errstate(invalid="ignore"):
            expected = cohen_kappa_score(gold, said, labels=range(5), weights="quadratic")
        assert value == pytest.approx(expected, abs=1e-9)


def test_the_weighted_kappa_of_repeated_items_equals_that_of_the_longer_list() -> None:
    gold, said, times = [0, 1, 2, 2], [0, 2, 1, 2], [3, 1, 2, 1]
    weighted = weighted_quadratic_kappa(gold, said)(np.array([times], dtype=float))[0]
    longer = weighted_quadratic_kappa(np.repeat(gold, times), np.repeat(said, times))(np.ones((1, sum(times))))[0]
    assert weighted == pytest.approx(longer)
