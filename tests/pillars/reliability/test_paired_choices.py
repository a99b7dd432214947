"""Two answers in one reply: each only from the place that is marked as its own."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trustmh.items import Outcome, Reply, Stop
from trustmh.pillars.reliability.emotion_recognition import KEYS, LINES
from trustmh.pillars.reliability.paired_choices import ChoiceQuestion, read_paired

EMOTIONS = dict(zip("ABCDEF", ("Anger", "Guilt", "Dread", "Relief", "Despair", "Envy"), strict=True))
CAUSES = dict(
    zip("ABCD", ("The notes were copied", "Her notes are back", "The insurer pays", "An arrest"), strict=True)
)
QUESTIONS = [
    ChoiceQuestion("emotion", EMOTIONS, KEYS["emotion"], LINES["emotion"]),
    ChoiceQuestion("cause", CAUSES, KEYS["cause"], LINES["cause"]),
]
DB = {"emotion": "D", "cause": "B"}


@pytest.mark.parametrize(
    "text",
    [
        '{"emotion": "D", "cause": "B"}',
        '```json\n{"emotion": "d", "cause": "b"}\n```',
        '{"cause": "B", "emotion": "D"}',
        '{"emotion": "D. Relief", "cause": "B. Her notes are back"}',
        '{"emotion": "Relief", "cause": "Her notes are back"}',
        '{"answer_q1": "D", "answer_q2": "B"}',
        '{"answers": {"emotion": "D", "cause": "B"}}',
        '{"emotion": {"choice": "D", "why": "not A, B or C"}, "cause": "B"}',
        '{"emotion": ["D"], "cause": ["B"]}',
        '{"情绪": "D", "原因": "B"}',
        '<think>{"emotion": "A", "cause": "A"}</think>{"emotion": "D", "cause": "B"}',
        '{"emotion": "A", "cause": "A"}\nOn reflection: {"emotion": "D", "cause": "B"}',
        "1. D\n2. B",
        "(1) D\n(2) B",
        "Question 1: D\nQuestion 2: B",
        "Question 1:\nD\n\nQuestion 2:\nB",
        "**Emotion:** D\n**Cause:** B",
        "Emotion: D) Relief\nCause: B) Her notes are back",
        "Emotion: D, Cause: B",
        "问题一：D\n问题二：B",
        "情绪：D；原因：B",
        "Q1: A\nQ2: C\n\nWait, Q1: D\nQ2: B",
        "1) The emotion is D.\n2) The cause is B.",
    ],
)
def test_both_answers_are_read(text: str) -> None:
    reading = read_paired(Reply(text, Stop.STOP), QUESTIONS, "en")
    assert (reading.outcome, reading.value) == (Outcome.ANSWERED, DB)


@pytest.mark.parametrize(
    "text",
    [
        '{"emotion": "D"}',
        '{"emotion": "D", "cause": null}',
        '{"emotion": "D", "cause": 2}',
        '{"emotion": "D", "cause": "E"}',
        '{"emotion": "D or A", "cause": "B"}',
        '{"emotion": ["D", "A"], "cause": "B"}',
        '{"emotion": "<letter>", "cause": "<letter>"}',
        '{"answer": "D"}',
        '["D", "B"]',
        "D, B",
        "DB",
        "Relief, because of B",
        "1. Anger is what one would expect.\n2. A sense of loss.",
        "Emotion: D",
    ],
)
def test_half_an_answer_or_an_unmarked_one_is_none(text: str) -> None:
    reading = read_paired(Reply(text, Stop.STOP), QUESTIONS, "en")
    assert (reading.outcome, reading.value) == (Outcome.UNPARSED, None)


@pytest.mark.parametrize(
    ("text", "outcome", "value"),
    [
        ('{"emotion": "D", "cause": "B", "because": "she had', Outcome.ANSWERED, DB),
        ('{"emotion": "D", "cau', Outcome.TRUNCATED, None),
        ('{"emotion": "D", "cause": "B', Outcome.TRUNCATED, None),
        ("Let me think: anger would", Outcome.TRUNCATED, None),
    ],
)
def test_a_reply_cut_by_the_cap_counts_only_with_both_answers_before_the_cut(
    text: str, outcome: Outcome, value: dict[str, str] | None
) -> None:
    reading = read_paired(Reply(text, Stop.MAX_TOKENS), QUESTIONS, "en")
    assert (reading.outcome, reading.value) == (outcome, value)


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        (Reply("I'm sorry, I cannot answer that.", Stop.STOP), Outcome.REFUSED),
        (Reply("", Stop.STOP), Outcome.EMPTY),
        (Reply("", error="overloaded"), Outcome.PROVIDER_ERROR),
        (Reply("", missing=True), Outcome.MISSING),
        (Reply('{"emotion": "D", "cause": "B"}', Stop.CONTENT_FILTER), Outcome.FILTERED),
    ],
)
def test_other_outcomes(reply: Reply, outcome: Outcome) -> None:
    reading = read_paired(reply, QUESTIONS, "en")
    assert (reading.outcome, reading.value) == (outcome, None)


@given(st.text(max_size=300), st.sampled_from(list(Stop)))
def test_no_text_raises_or_gives_what_was_not_offered(text: str, stop: Stop) -> None:
    value = read_paired(Reply(text, stop), QUESTIONS, "en").value
    assert value is None or (
        set(value) == {"emotion", "cause"} and value["emotion"] in EMOTIONS and value["cause"] in CAUSES
    )


@pytest.mark.parametrize("piece", ["{", "emotion:", '"a":', "1. ", "\n1.", '"emotion": "D", ', "emotion: D\n"])
def test_long_replies_take_linear_time(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    start = time.process_time()
    read_paired(Reply(text, Stop.STOP), QUESTIONS, "en")
    assert time.process_time() - start < 0.5  # 10 to 30 ms; quadratic would be seconds
