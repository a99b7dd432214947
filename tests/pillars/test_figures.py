"""The rules that hold for every figure: fixed denominators, outcomes counted, failures never imputed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from trustmh.items import Estimate, Grade, Item, Outcome, Reading
from trustmh.pillars.composite import mean_of_rates
from trustmh.pillars.figures import (
    baseline_figures,
    by_group,
    is_provisional_over,
    macro_f1_figure,
    mean_figure,
    unscored_note,
)


def grade(
    number: int,
    value: float | None,
    outcome: Outcome = Outcome.ANSWERED,
    *,
    measure: str = "correct",
    gold: str = "A",
    read: str | None = None,
    cluster: str | None = None,
    groups: dict[str, str] | None = None,
    kept: float = 1.0,
) -> Grade:
    item = Item(f"d:{number}", "d", "en", {}, gold, cluster or f"d:{number}", groups or {})
    reasons = {measure: "verdict unread"} if value is None else {}
    return Grade("s", item, outcome, Reading(outcome, read), {measure: value}, reasons, kept)


def test_an_item_without_a_usable_answer_stays_in_the_denominator() -> None:
    grades = [
        grade(0, 1.0),
        grade(1, 0.0, Outcome.UNPARSED),
        grade(2, 0.0, Outcome.REFUSED),
        grade(3, 0.0, Outcome.EMPTY),
    ]
    figure = mean_figure("accuracy", grades, "correct")
    assert (figure.value, figure.n) == (0.25, 4)
    assert figure.outcomes == {"answered": 1, "refused": 1, "empty": 1, "unparsed": 1}
    assert not figure.provisional


@pytest.mark.parametrize("outcome", [Outcome.PROVIDER_ERROR, Outcome.MISSING])
@pytest.mark.parametrize(("lost", "provisional"), [(1, False), (2, True)])
def test_what_says_nothing_of_the_model_leaves_the_score_and_above_one_percent_makes_it_provisional(
    outcome: Outcome, lost: int, provisional: bool
) -> None:
    grades = [grade(i, 1.0) for i in range(100 - lost)] + [grade(200 + i, 0.0, outcome) for i in range(lost)]
    figure = mean_figure("accuracy", grades, "correct")
    assert figure.value == 1.0
    assert figure.n == 100 - lost
    assert figure.outcomes[outcome.value] == lost
    assert figure.provisional is provisional


def test_a_judge_failure_is_counted_and_never_imputed() -> None:
    figure = mean_figure("sc1", [grade(0, 4.0), grade(1, 2.0), grade(2, None)], "correct", bounds=(1, 5))
    assert (figure.value, figure.n, figure.unscored) == (3.0, 2, 1)
    assert figure.provisional
    assert "1 of 3 unscored: verdict unread" in figure.note


def test_a_figure_without_values_is_not_defined_rather_than_zero() -> None:
    figure = mean_figure("sc1", [grade(0, None)], "correct")
    assert figure.value is None
    assert figure.interval is None
    assert "not defined" in figure.note


def test_variants_of_one_item_widen_the_interval() -> None:
    alone = [grade(i, float(i % 2)) for i in range(40)]
    together = [grade(i, float((i // 10) % 2), cluster=f"c{i // 10}") for i in range(40)]
    narrow, wide = mean_figure("a", alone, "correct"), mean_figure("a", together, "correct")
    assert narrow.interval is not None
    assert wide.interval is not None
    assert wide.interval[1] - wide.interval[0] > 2 * (narrow.interval[1] - narrow.interval[0])
    assert wide.clusters == 4


def test_macro_f1_counts_an_invalid_answer_as_a_miss_and_not_as_a_class() -> None:
    grades = [
        grade(0, 1.0, gold="A", read="A"),
        grade(1, 1.0, gold="B", read="B"),
        grade(2, 0.0, Outcome.UNPARSED, gold="B", read=None),
        grade(3, 0.0, gold="B", read="Z"),
    ]
    # A: precision 1, recall 1; B: precision 1, recall 1/3, so F1 1/2.
    assert macro_f1_figure("f1", grades, ("A", "B")).value == pytest.approx(0.75)


def test_baselines_stand_on_the_same_items() -> None:
    figures = baseline_figures([grade(i, 1.0, gold="A" if i < 3 else "B") for i in range(4)], ("A", "B", "C", "D"))
    assert {figure.name: figure.value for figure in figures} == {"baseline/majority": 0.75, "baseline/random": 0.25}


def test_a_single_group_is_not_shown_as_a_breakdown() -> None:
    grades = [grade(i, 1.0, groups={"language": "en"}) for i in range(3)]
    assert by_group(grades, "language", lambda name, part: mean_figure(name, part, "correct")) == ()


def test_a_mean_of_rates_is_not_defined_while_one_rate_is_missing() -> None:
    grades = [grade(0, 1.0, measure="a"), grade(1, None, measure="b")]
    figure = mean_of_rates("mean", grades, ("a", "b"))
    assert figure.value is None
    assert "no value for b" in figure.note


def test_a_mean_of_rates_weighs_rates_and_not_items() -> None:
    grades = [grade(i, 1.0, measure="a") for i in range(9)] + [grade(9, 0.0, measure="b")]
    assert mean_of_rates("mean", grades, ("a", "b")).value == 0.5


@pytest.mark.parametrize("lost", [Outcome.PROVIDER_ERROR, None], ids=["provider error", "unscored"])
def test_what_a_rate_of_few_items_loses_is_not_hidden_by_a_rate_of_many(lost: Outcome | None) -> None:
    """1 of 20 is much of a rate that is half of the mean, though it is 1 of 320 items."""
    many = [grade(i, 1.0, measure="a") for i in range(300)]
    few = [grade(400 + i, 0.0, measure="b") for i in range(19)]
    one = grade(500, None, lost or Outcome.ANSWERED, measure="b")
    assert mean_of_rates("mean", [*many, *few, one], ("a", "b")).provisional
    assert not mean_of_rates("mean", [*many, *few], ("a", "b")).provisional


# --- cut items ----------------------------------------------------------------------------------------------------
CUT = [grade(i, 1.0, groups={"language": "zh" if i < 20 else "en"}, kept=0.25 if i < 2 else 1.0) for i in range(240)]


def test_cut_items_count_in_the_group_they_are_in() -> None:
    whole = mean_figure("accuracy", CUT, "correct")
    zh, en = by_group(CUT, "language", lambda name, part: mean_figure(name, part, "correct"))
    assert [one.provisional for one in (whole, zh, en)] == [False, True, False]
    assert "2 of 20 items were shortened to fit the model's context (share kept 0.25 to 0.25)" in zh.note
    assert "shortened" not in en.note


@pytest.mark.parametrize(
    "figure",
    [
        lambda rows: mean_figure("a", rows, "correct"),
        lambda rows: macro_f1_figure("f1", rows, ("A",)),
        lambda rows: mean_of_rates("m", rows, ("correct",)),
    ],
)
def test_a_figure_that_a_cut_makes_provisional_says_so(figure: Callable[[list[Grade]], Estimate]) -> None:
    one = figure([grade(i, 1.0, read="A", kept=0.5 if i < 2 else 1.0) for i in range(100)])
    assert one.provisional
    assert "2 of 100 items were shortened" in one.note


def test_a_figure_over_some_items_speaks_of_all_where_it_is_told() -> None:
    rows = [grade(i, 1.0) for i in range(8)]
    lost = [grade(9, None, Outcome.PROVIDER_ERROR), grade(10, 1.0, Outcome.UNPARSED, kept=0.5)]
    one = mean_figure("a", rows, "correct", among=[*rows, *lost])
    assert (one.n, one.outcomes, one.provisional) == (8, {"answered": 8, "unparsed": 1, "provider_error": 1}, True)
    assert "1 of 10 items were shortened" in one.note
    assert not mean_figure("a", rows, "correct").provisional


# --- pairs and blocks ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("units", "used", "cut", "provisional"),
    [
        (100, 100, 0, False),
        (100, 99, 0, False),
        (100, 98, 0, True),
        (100, 100, 1, False),
        (100, 100, 2, True),
        (50, 49, 0, True),
        (0, 0, 0, False),
    ],
)
def test_what_is_lost_of_pairs_is_counted_in_pairs(units: int, used: int, cut: int, provisional: bool) -> None:
    pairs = [(grade(i, 1.0, kept=0.5 if i < cut else 1.0), grade(1000 + i, 1.0)) for i in range(units)]
    assert is_provisional_over(pairs, used) is provisional


def test_reasons_are_named_once_and_nothing_is_said_of_nothing() -> None:
    assert (
        unscored_note(3, 9, ["no judge", "empty", "no judge"], units="pairs")
        == "3 of 9 pairs unscored: empty; no judge"
    )
    assert unscored_note(0, 9, ["no judge"]) == ""
