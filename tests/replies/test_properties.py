"""What holds for every text: no reader raises, invents a value, or takes long."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trustmh.items import Outcome, Reading, Reply, Stop
from trustmh.replies import (
    classify_text,
    clean,
    is_refusal,
    mentions,
    read_choice,
    read_json,
    read_label,
    read_names,
    read_rating,
    read_yes_no,
    reference_choice,
    reference_control,
    reference_cut_answer,
    reference_rating,
)

OPTIONS = {"A": "Respect autonomy", "B": "Report it", "C": "Explore feelings first", "I": "Refer out", "甲": "保密"}
LABELS = {"suicidal_ideation": ["suicidal"], "self-harm": [], "no_crisis": [], "无": ["没有危机"]}
PHRASES = {"very sensitive": 4.0, "not too sensitive": 2.0, "不太敏感": 2.0}
SCALE = [1.0, 2.0, 3.0, 4.0]
PEOPLE = ("Dr. Sun", "Xiao Jun", "孙医生")

FRAGMENTS = st.sampled_from(
    ["<think>", "</think>", "<thinking>", "[THINK]", "<|channel|>final<|message|>", "assistantfinal", "analysis", "```json\n", "```", "{", "}",
     "[", "]", '"choice"', ":", ",", '"', "'", "\\boxed{", "$", "**", "~~", "\\", "\n", " ", "Answer", "The answer is ", "答案是", "选", "不", "A", "B",
     "a", "I", "C.", "(B)", "Report it", "not ", "no, ", "wait, ", "suicidal", "suicidal_ideation", "self-harm", "very sensitive", "not too sensitive",
     "-50", "−", "3/4", "3)", "负五十", "三", "Dr. Sun", "Xiao Jun", "孙医生", "knows", "does not know", "except ", "nobody", "yes", "No", "可以", "NaN",
     "//", "/*", "\u200b", "\u202e", "Ａ", "：", "I cannot", "if ", "rather than ", "and ", "/", "🅰", "\ud800", "\x00", "İ"]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=300), st.lists(FRAGMENTS, max_size=30).map("".join))
REPLIES = st.builds(Reply, text=TEXTS, stop=st.sampled_from(list(Stop)))


def consistent(reading: Reading) -> bool:
    """A value if and only if answered, and then a rule."""
    return (reading.value is not None) == (reading.outcome is Outcome.ANSWERED) and bool(reading.rule)


@settings(max_examples=400, deadline=None)
@given(REPLIES)
def test_no_reader_raises_or_returns_what_was_not_offered(reply: Reply) -> None:
    choice = read_choice(reply, OPTIONS)
    label = read_label(reply, LABELS)
    rating = read_rating(reply, SCALE, PHRASES)
    interval = read_rating(reply, (0.0, 10.0))
    yes_no = read_yes_no(reply)
    names = read_names(reply, "en", PEOPLE)
    free_names = read_names(reply)
    assert all(map(consistent, (choice, label, rating, interval, yes_no, names, free_names)))
    assert choice.value in (None, *OPTIONS)
    assert label.value in (None, *LABELS)
    assert rating.value in (None, *SCALE)
    assert interval.value is None or 0.0 <= interval.value <= 10.0
    assert yes_no.value in (None, "yes", "no")
    assert set(names.value or ()) <= set(PEOPLE)


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_text_functions_never_raise(text: str) -> None:
    cleaned = clean(text)
    assert cleaned.original == text
    assert all(0 <= start <= end <= len(cleaned.text) for start, end in (*cleaned.emphasis, *cleaned.boxed))
    assert len(cleaned.text.lower()) == len(cleaned.text)
    found = read_json(text)
    assert found.value is None or isinstance(found.value, dict | list)
    assert (found.value is None) <= bool(found.problem)
    assert isinstance(is_refusal(text), bool)
    assert isinstance(mentions("Dr. Sun", text), bool)
    assert classify_text(Reply(text)) in (None, *Outcome)
    assert reference_choice(text) in (None, "A", "B", "C", "D")
    assert reference_rating(text, "tier1") in (None, 1.0, 2.0, 3.0, 4.0)
    assert reference_rating(text, "tier2") in (None, -100.0, -50.0, 0.0, 50.0, 100.0)
    assert reference_control(text) in (-1, 0, 1)
    assert text.endswith(reference_cut_answer(text))


@settings(max_examples=200, deadline=None)
@given(TEXTS, st.sampled_from(["<think>", "<thinking>", "◁think▷", "[THINK]", "<|begin_of_thought|>"]))
def test_reasoning_that_never_ends_is_never_read(text: str, tag: str) -> None:
    reply = Reply(tag + text.replace("<", "").replace("◁", "").replace("[", "").replace("assistant", ""))
    assert read_choice(reply, OPTIONS).outcome is Outcome.TRUNCATED
    assert read_yes_no(reply).outcome is Outcome.TRUNCATED


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(["A", "B", "C", "I"]), st.sampled_from(["\u200b", "\u2066", "**", " ", "\n", "`", '"']))
def test_a_bare_label_survives_decoration(label: str, decoration: str) -> None:
    assert read_choice(Reply(f"{decoration}{label}{decoration}"), OPTIONS).value == label


UNITS = [
    "[", "{", "(", "`", "```", "-", "−", "*", "_", "_a ", "~~a", "$", "#", ">", "<", "|", "\\", "'", '"', " ", " \n", "\n", "<think>", "</think>",
    "[THINK]", "\\boxed{", "\\text{", '{"a":', '["a" b ', "['a' ", "[/*", "[" * 49 + "x", '{"choice": "', "A ", "A, ", "**B** ", "answer ", "Answer: A ",
    "answer is the ", "option A ", "i would ", "is ", "the ", "if ", "no, ", "not very sensitive ", "3) ", "rating: ", "minus ", "9", "0.0", "1. ", "- a\n",
    "一", "是", "不", "可以", "\ufdfa", "İ", "\u200b", "\ud800", "Dr. Sun ", "Xiao Jun, ", "Dr. Sun knows ", "?", "i'm sorry, but ", "analysis",
    "analysisX assistantfinal",
]  # fmt: skip
READERS: dict[str, Callable[[str], object]] = {
    "choice": lambda text: read_choice(Reply(text), OPTIONS),
    "label": lambda text: read_label(Reply(text), LABELS),
    "rating": lambda text: read_rating(Reply(text), SCALE, PHRASES),
    "yes_no": lambda text: read_yes_no(Reply(text)),
    "json": read_json,
    "names": lambda text: read_names(Reply(text), "en", PEOPLE),
}
LENGTH = 100_000
#: A regular expression that backtracks takes seconds or hours here. The promised 50 ms is measured in benchmarks/reading.py,
#: since a busy machine would decide a tighter test.
MOST_SECONDS = 0.25


@pytest.mark.parametrize("reader", READERS)
def test_hundred_kilobytes_of_anything_are_read_without_backtracking(reader: str) -> None:
    """Processor time, the first of ten tries within the bound counts, so that a busy machine does not decide."""
    read = READERS[reader]
    slow: dict[str, float] = {}
    for unit in UNITS:
        text = (unit * (LENGTH // len(unit) + 1))[:LENGTH]
        if not any(_seconds(read, text) <= MOST_SECONDS for _ in range(10)):
            slow[unit] = _seconds(read, text)
    assert slow == {}


def _seconds(read: Callable[[str], object], text: str) -> float:
    start = time.process_time()
    read(text)
    return time.process_time() - start
