"""The rules that hold for every figure: fixed denominators, outcomes counted, failures never imputed."""

from __future__ import annotations

import pytest

from trustmh.items import Grade, Item, Outcome, Reading
from trustmh.pillars.composite import mean_of_rates
from trustmh.pillars.figures import baseline_figures, by_group, macro_f1_figure, mean_figure


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
) -> Grade:
    item = Item(f"d:{number}", "d", "en", {}, gold, cluster or f"d:{number}", groups or {})
    reasons = {measure: "verdict unread"} if value is None else {}
    return Grade("s", item, outcome, Reading(outcome, read), {measure: value}, reasons)


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
