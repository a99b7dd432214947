"""A number in brackets that hang on a word is an argument or a reference, no answer."""

from __future__ import annotations

import pytest

from trustmh.items import Outcome, Reply
from trustmh.replies import read_choice, read_label, read_rating

GRADES = ("0", "1", "2", "3")


@pytest.mark.parametrize(
    "text", ["alert(1)", "<script>alert(2)</script>", "print(3)", "I looked at step_two(1) and foo(2)."]
)
def test_an_argument_is_no_answer(text: str) -> None:
    for reading in (
        read_label(Reply(text), GRADES, "en"),
        read_choice(Reply(text), dict.fromkeys(GRADES, "a grade"), "en"),
    ):
        assert reading.value is None
        assert reading.outcome is Outcome.UNPARSED


@pytest.mark.parametrize("text", ["Rating(3)", "My answer(3).", "(3)", "I choose (3)."])
def test_brackets_behind_a_word_for_an_answer_hold_one(text: str) -> None:
    assert read_label(Reply(text), GRADES, "en").value == "3"
    assert read_rating(Reply(text), [1, 2, 3, 4], {"very": 4}, "en").value == 3.0
