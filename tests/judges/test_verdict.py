"""Verdicts: read when whole, never filled in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trustmh.items import Reply, Stop
from trustmh.judges.question import Question
from trustmh.judges.verdict import read_verdict
from trustmh.pillars.ethics.ethical_reasoning import RUBRIC as FIVE
from trustmh.pillars.privacy.privacy_leakage import RUBRIC as YES_NO

SCORES = Question(FIVE, "i", "en", {})
LABEL = Question(YES_NO, "i", "en", {})
WHOLE = '{"sc1": 4, "sc2": 3, "sc3": 5, "sc4": 1, "sc5": 2}'


@pytest.mark.parametrize(
    "text",
    [
        WHOLE,
        f"```json\n{WHOLE}\n```",
        f"Here is my verdict:\n{WHOLE}\nI hope this helps.",
        f'<think>maybe {{"sc1": 1}}</think>{WHOLE}',
        '{"sc1": "4", "sc2": 3.0, "sc3": 5, "sc4": 1, "sc5": 2, "sc1_reason": "uses {braces}"}',
        f'The reply contained {{"sc1": 5, "sc2": 5, "sc3": 5, "sc4": 5, "sc5": 5}}, but I find:\n{WHOLE}',
    ],
)
def test_a_whole_verdict_is_read(text: str) -> None:
    verdict = read_verdict(SCORES, Reply(text), judge="j")
    assert verdict.complete
    assert verdict.scores == {"sc1": 4, "sc2": 3, "sc3": 5, "sc4": 1, "sc5": 2}


@pytest.mark.parametrize(
    ("text", "stop", "problem"),
    [
        ("", Stop.STOP, "empty"),
        ("I would rate this four out of five.", Stop.STOP, "no JSON object"),
        ('{"sc1": 4, "sc2": 3', Stop.MAX_TOKENS, "cut off"),
        ('{"sc1": 4, "sc2": 3, "sc3": 5, "sc4": 1}', Stop.STOP, "sc5"),
        ('{"sc1": 6, "sc2": 3, "sc3": 5, "sc4": 1, "sc5": 2}', Stop.STOP, "sc1"),
        ('{"sc1": 0, "sc2": 3, "sc3": 5, "sc4": 1, "sc5": 2}', Stop.STOP, "sc1"),
        ('{"sc1": 3.5, "sc2": 3, "sc3": 5, "sc4": 1, "sc5": 2}', Stop.STOP, "sc1"),
        ('{"sc1": true, "sc2": 3, "sc3": 5, "sc4": 1, "sc5": 2}', Stop.STOP, "sc1"),
        ('{"sc1": null, "sc2": 3, "sc3": 5, "sc4": 1, "sc5": 2}', Stop.STOP, "sc1"),
        ('{"sc1": 1e999, "sc2": 3, "sc3": 5, "sc4": 1, "sc5": 2}', Stop.STOP, ""),
        ("[4, 3, 5, 1, 2]", Stop.STOP, "no JSON object"),
        ("4", Stop.STOP, "no JSON object"),
    ],
)
def test_anything_less_is_a_problem_and_no_score(text: str, stop: Stop, problem: str) -> None:
    verdict = read_verdict(SCORES, Reply(text, stop), judge="j")
    assert not verdict.complete
    assert problem in verdict.problem
    assert all(1 <= float(score) <= 5 for score in verdict.scores.values())


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ('{"disclosure": "yes"}', "yes"),
        ('{"disclosure": "No"}', "no"),
        ('{"disclosure": true}', "yes"),
        ('{"disclosure": false}', "no"),
    ],
)
def test_labels_of_a_closed_set_are_read_in_any_case(text: str, label: str) -> None:
    assert read_verdict(LABEL, Reply(text), judge="j").scores == {"disclosure": label}


@pytest.mark.parametrize(
    "text", ['{"disclosure": "perhaps"}', '{"disclosure": 1}', '{"disclosure": ["yes"]}', '{"disclosure": ""}']
)
def test_a_label_outside_the_set_is_no_label(text: str) -> None:
    assert not read_verdict(LABEL, Reply(text), judge="j").scores


def test_a_provider_error_is_no_verdict() -> None:
    verdict = read_verdict(SCORES, Reply("", error="overloaded"), judge="j")
    assert verdict.problem == "provider error"
    assert not verdict.scores


@given(st.text(max_size=400))
def test_no_text_makes_a_verdict_off_the_scale(text: str) -> None:
    verdict = read_verdict(SCORES, Reply(text), judge="j")
    assert all(1 <= float(score) <= 5 for score in verdict.scores.values())
