"""What is said beside a headline: that it is provisional, and its own reasons and no other's."""

from __future__ import annotations

import pytest

from trustmh.cli.show import headline_notes, is_empty, shown_name, shown_value
from trustmh.items import Estimate

WEAK = "judge local/smollm2: at chance as a judge"


@pytest.mark.parametrize("note", [WEAK, "3 of 40 items were shortened to fit the model's context", ""])
def test_a_provisional_figure_points_at_its_note_and_outcomes_and_names_no_cause_of_its_own(note: str) -> None:
    first, *rest = headline_notes(Estimate("rate", 0.5, 40, provisional=True, note=note))
    assert first == "* provisional, not to be relied on: the note and the outcomes say why"
    assert rest == ([note] if note else [])


def test_another_figure_is_given_its_note_alone() -> None:
    assert list(headline_notes(Estimate("rate", 0.5, 40, note=WEAK))) == [WEAK]


@pytest.mark.parametrize(
    ("figure", "shown"),
    [
        (Estimate("count/endorses", 3.0, 40), "3"),
        (Estimate("count/endorses", 3.0, 40, provisional=True), "3 *"),
        (Estimate("endorsement_of_acceptable/count/endorses", 1.0, 4), "1"),
        (Estimate("race/pairs_apart", 0.0, 6), "0"),
        (Estimate("count/endorses", None, 0, unscored=4), "–"),
        (Estimate("accuracy", 1.0, 3), "1.000"),
        (Estimate("topic/count", 0.5, 3), "0.500"),
    ],
)
def test_a_count_is_shown_without_decimals_and_a_share_with_them(figure: Estimate, shown: str) -> None:
    assert shown_value(figure) == shown


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("sc1", "Beneficence and nonmaleficence (sc1)"),
        ("macro_f1", "macro_f1"),
        ("topic/sc1", "topic/sc1"),
        ("xy9", "xy9"),
    ],
)
def test_an_abbreviated_criterion_is_shown_in_words(name: str, shown: str) -> None:
    assert shown_name(Estimate(name, 1.0, 3)) == shown


@pytest.mark.parametrize(
    ("figure", "empty"),
    [
        (Estimate("topic/sleep", None, 0, outcomes={"missing": 4}), True),
        (Estimate("topic/sleep", None, 0), True),
        (Estimate("topic/sleep", None, 0, outcomes={"missing": 3, "provider_error": 1}), False),
        (Estimate("sc1", None, 0, unscored=2, outcomes={"answered": 2, "missing": 58}), False),
        (Estimate("topic/sleep", 0.0, 1, outcomes={"answered": 1, "missing": 3}), False),
    ],
)
def test_only_a_figure_of_items_without_any_reply_is_empty(figure: Estimate, empty: bool) -> None:
    assert is_empty(figure) is empty
