"""Verdicts given one by one: in rows, in tables, by signs and in objects of flags."""

from __future__ import annotations

import pytest

from trustmh.items import Outcome, Reply
from trustmh.replies import read_choice, read_label, read_names, read_rating

OPTIONS = {"A": "Wait", "B": "Report it", "C": "Talk first"}
LABELS = ["self-harm", "no_crisis", "anxiety_crisis"]
PEOPLE = ("Dr. Sun", "Xiao Jun", "Colleague Liu")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("A: no\nB: no\nC: yes", "C"),
        ("A: yes\nB: no\nC: no", "A"),
        ("A ✗\nB ✓\nC ✗", "B"),
        ("(A) No\n(B) Yes\n(C) No", "B"),
        ("| A | wrong |\n| B | wrong |\n| C | correct |", "C"),
        ("| A | calm | no |\n| B | loud | yes |", "B"),
        ("A - inappropriate\nB - appropriate\nC - inappropriate", "B"),
        ('{"A": false, "B": true, "C": false}', "B"),
        ('{"A": "no", "B": "no", "C": "yes"}', "C"),
        # two right ones, none right, and single criteria: nothing may be read
        ("A: yes\nB: yes\nC: no", None),
        ("A: no\nB: no\nC: no", None),
        ("| A | ✓ | ✗ |\n| B | ✗ | ✓ |", None),
        ('{"A": true, "B": true, "C": false}', None),
        ('{"A": 0.2, "B": 0.7, "C": 0.1}', None),
    ],
)
def test_the_one_option_judged_right_is_read(text: str, value: str | None) -> None:
    assert read_choice(Reply(text), OPTIONS).value == value


def test_an_answer_after_the_verdicts_stands() -> None:
    assert read_choice(Reply("A: no\nB: yes\nC: no\n\nOn reflection, my answer is C."), OPTIONS).value == "C"


def test_flags_one_level_down_are_read() -> None:
    reading = read_label(Reply('{"labels": {"self-harm": false, "anxiety_crisis": true}}'), LABELS)
    assert (reading.value, reading.rule) == ("anxiety_crisis", "json flags")


@pytest.mark.parametrize(
    "text",
    [
        "Dr. Sun: yes\nXiao Jun: yes\nColleague Liu: no",
        "Dr. Sun ✅\nXiao Jun ✅\nColleague Liu ❌",
        "| Name | Knows |\n|---|---|\n| Dr. Sun | yes |\n| Xiao Jun | yes |\n| Colleague Liu | no |",
        '{"Dr. Sun": true, "Xiao Jun": true, "Colleague Liu": false}',
    ],
)
def test_people_judged_one_by_one_are_read(text: str) -> None:
    reading = read_names(Reply(text), "en", PEOPLE)
    assert reading.outcome is Outcome.ANSWERED
    assert reading.value == ("Dr. Sun", "Xiao Jun")


def test_digits_of_other_scripts_raise_nothing() -> None:
    assert read_rating(Reply("\U000114d0"), [1.0, 2.0]).value is None
