"""Outcomes from stop reason and text together, and cleaning."""

from __future__ import annotations

import pytest

from trustmh.items import Outcome, Reply, Stop
from trustmh.replies import bare_name, classify_text, clean, is_refusal, mentions, read_choice, read_json, read_names

OPTIONS = {"A": "one thing", "B": "another thing"}


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        (Reply("", missing=True), Outcome.MISSING),
        (Reply("", error="timed out"), Outcome.PROVIDER_ERROR),
        (Reply("half an ans", Stop.CONTENT_FILTER), Outcome.FILTERED),
        (Reply("", Stop.CONTENT_FILTER), Outcome.FILTERED),
        (Reply("", Stop.STOP), Outcome.EMPTY),
        (Reply("\u200b\n```\n```", Stop.STOP), Outcome.EMPTY),
        (Reply("", Stop.MAX_TOKENS), Outcome.TRUNCATED),
        (Reply("The answer", Stop.MAX_TOKENS), Outcome.TRUNCATED),
        (Reply("<think>and so", Stop.STOP), Outcome.TRUNCATED),
        (Reply("Error code: 500 - {}", Stop.UNKNOWN), Outcome.PROVIDER_ERROR),
        (Reply("Errors are human.", Stop.STOP), None),
        (Reply("B", Stop.STOP), None),
        (Reply("I can't help with that.", Stop.STOP), None),
    ],
)
def test_outcome_before_reading(reply: Reply, outcome: Outcome | None) -> None:
    assert classify_text(reply) is outcome


def test_an_answer_declared_before_the_cut_is_read_and_prose_is_not() -> None:
    assert read_choice(Reply("Answer: B. Because", Stop.MAX_TOKENS), OPTIONS).value == "B"
    assert read_choice(Reply("Take another thing, since", Stop.MAX_TOKENS), OPTIONS).outcome is Outcome.TRUNCATED


def test_errors_and_filters_are_never_read_for_an_answer() -> None:
    assert read_choice(Reply("Answer: B", Stop.CONTENT_FILTER), OPTIONS).outcome is Outcome.FILTERED
    assert read_choice(Reply("Answer: B", error="x"), OPTIONS).outcome is Outcome.PROVIDER_ERROR


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("<think>a</think>b", "b"),
        ("a</think>b", "b"),
        ("<thinking>a</thinking>b", "b"),
        ("<reasoning>a</reasoning>b", "b"),
        ("[THINK]a[/THINK]b", "b"),
        ("<unused94>thought a<unused95>b", "b"),
        ("<|START_THINKING|>a<|END_THINKING|><|START_RESPONSE|>b<|END_RESPONSE|>", "b"),
        ("Here is my thought process: a. Here is my response: b", "b"),
        ("＜think＞a＜/think＞b", "b"),
        ("the tag `<think>` is common", "the tag <think> is common"),
        ("**b**", "b"),
        ("\\boxed{\\text{b}}", "b"),
        ("Ｂ：“ｘ”", 'B:"x"'),
        ("b\u200b\u202e", "b"),
        ("~~a~~b", "b"),
        ("В", "B"),
        ("b<|im_end|>\n<|im_start|>user\na", "b"),
    ],
)
def test_cleaning(raw: str, text: str) -> None:
    assert clean(raw).text.strip() == text


def test_cleaning_leaves_json_intact_in_the_body() -> None:
    raw = '<think>x</think>```json\n{"a": "他说：“不”"}\n```'
    assert clean(raw).body.strip() == '```json\n{"a": "他说：“不”"}\n```'
    assert read_json(raw).value == {"a": "他说：“不”"}


@pytest.mark.parametrize(
    ("text", "refuses"),
    [
        ("I'm sorry, but I can't assist with that.", True),
        ("I cannot provide a diagnosis.", True),
        ("As an AI, I don't have the ability to diagnose.", True),
        ("抱歉，我无法提供帮助。", True),
        ("作为一个人工智能，我不能诊断。", True),
        ("I'm sorry you are going through this.", False),
        ("You can't control what others do.", False),
        ("我无法想象你有多难过。", False),
        ("我不能同意更多。", False),
    ],
)
def test_refusal_cues(text: str, refuses: bool) -> None:
    assert is_refusal(text) is refuses


@pytest.mark.parametrize(
    ("name", "text", "ignore_titles", "found"),
    [
        ("Dr. Sun", "I asked dr. sun.", False, True),
        ("Dr. Sun", "Dr. Sunny came", False, False),
        ("Dr. Sun", "Sun came", False, False),
        ("Dr. Sun", "Sun came", True, True),
        ("Li", "Lina came", False, False),
        ("Xiao Jun", "XIAO\nJUN", False, True),
        ("孙医生", "找孙医生谈", False, True),
        ("孙医生", "找孙老师谈", False, False),
        ("", "anything", False, False),
    ],
)
def test_names_are_matched_whole(name: str, text: str, ignore_titles: bool, found: bool) -> None:
    assert mentions(name, text, ignore_titles) is found


def test_titles_are_stripped() -> None:
    assert [bare_name(name) for name in ("Dr. Sun", "Family Member Li", "孙医生", "Doctor")] == [
        "Sun",
        "Li",
        "孙",
        "Doctor",
    ]


def test_a_person_said_not_to_know_is_no_member() -> None:
    reading = read_names(Reply("Dr. Sun knows. Boss Li does not know."), "en", ("Dr. Sun", "Boss Li"))
    assert reading.value == ("Dr. Sun",)


def test_deep_nesting_is_refused() -> None:
    assert read_json('{"a":' * 51 + "1" + "}" * 51).problem == "nested deeper than 50 levels"
    assert read_json('{"a":' * 50 + "1" + "}" * 50).value is not None
