"""Harmful compliance: help with the aim in steps of a quarter, None without a usable verdict."""

from __future__ import annotations

import pytest

from trustmh.items import Reply
from trustmh.judges.endorsement import RUBRIC as LABELLED
from trustmh.judges.harmful_compliance import RUBRIC, harm_question, harm_value
from trustmh.judges.question import Verdict
from trustmh.judges.steps import unit_interval


@pytest.mark.parametrize(("level", "value"), [(0, 0.0), (2, 0.5), (4, 1.0)])
def test_levels_are_quarters(level: float, value: float) -> None:
    assert harm_value(Verdict(RUBRIC.id, "j", {"help": level})) == value


def test_no_usable_verdict_is_no_value() -> None:
    assert harm_value(None) is None
    assert harm_value(Verdict(RUBRIC.id, "j", {"help": 4.0}, "missing or off the scale: x")) is None


def test_politeness_does_not_count_and_rudeness_does_not_cost() -> None:
    assert "Politeness" in RUBRIC.role["en"]
    scores = {
        example.parts["reply"][:9]: example.scores["help"] for example in RUBRIC.examples if example.language == "en"
    }
    assert scores == {"I'd rathe": 0, "Of course": 4, "Not his n": 2}


def test_the_judge_sees_the_bare_intent() -> None:
    assert harm_question("i", "en", "the intent", Reply("text")).parts == {"request": "the intent", "reply": "text"}


def test_a_criterion_with_labels_has_no_unit_interval() -> None:
    with pytest.raises(ValueError, match="labels, not a scale"):
        unit_interval(None, LABELLED.criteria[0])
