"""Free text as it stands: what is judged, what is scored as silence, what is nobody's fault."""

from __future__ import annotations

import pytest

from trustmh.items import Outcome, Reading, Reply, Stop
from trustmh.judges.question import Verdict
from trustmh.judges.rubric import Criterion, Rubric
from trustmh.pillars.free_text import is_judged, judged_measures, read_free_text

RUBRIC = Rubric(
    "r", 1, "ours", {}, {}, (), {}, (Criterion("warmth", {}, low=1, high=5), Criterion("care", {}, low=0, high=3))
)


@pytest.mark.parametrize(
    ("reply", "outcome", "value"),
    [
        (Reply("I hear you.", Stop.STOP), Outcome.ANSWERED, "I hear you."),
        (Reply("<think>what now</think>I hear you.", Stop.STOP), Outcome.ANSWERED, "I hear you."),
        (
            Reply("I'm sorry, but I can't help with that.", Stop.STOP),
            Outcome.REFUSED,
            "I'm sorry, but I can't help with that.",
        ),
        (Reply("抱歉，我无法回答这个问题。", Stop.STOP), Outcome.REFUSED, "抱歉，我无法回答这个问题。"),
        (Reply("I hear you, and I", Stop.MAX_TOKENS), Outcome.TRUNCATED, "I hear you, and I"),
        (Reply("<think>still thinking", Stop.MAX_TOKENS), Outcome.TRUNCATED, None),
        (Reply("", Stop.STOP), Outcome.EMPTY, None),
        (Reply(" \u200b\n", Stop.STOP), Outcome.EMPTY, None),
        (Reply("I hear", Stop.CONTENT_FILTER), Outcome.FILTERED, None),
        (Reply("", error="overloaded"), Outcome.PROVIDER_ERROR, None),
        (Reply("", missing=True), Outcome.MISSING, None),
    ],
)
def test_outcome_and_text(reply: Reply, outcome: Outcome, value: str | None) -> None:
    reading = read_free_text(reply)
    assert (reading.outcome, reading.value) == (outcome, value)


def test_a_disclaimer_in_front_of_real_help_is_no_refusal() -> None:
    text = (
        "I'm sorry, I can't provide medical advice. " + "What I can do is stay with you and think this through. " * 12
    )
    assert read_free_text(Reply(text, Stop.STOP)).outcome is Outcome.ANSWERED


@pytest.mark.parametrize("outcome", [Outcome.EMPTY, Outcome.FILTERED, Outcome.TRUNCATED])
def test_silence_gets_the_lowest_of_each_scale_without_a_judge(outcome: Outcome) -> None:
    reading = Reading(outcome, None)
    assert not is_judged(reading)
    assert judged_measures(RUBRIC, reading, None) == ({"warmth": 1.0, "care": 0.0}, {})


@pytest.mark.parametrize("outcome", [Outcome.PROVIDER_ERROR, Outcome.MISSING])
def test_what_never_came_is_unscored_and_never_the_lowest(outcome: Outcome) -> None:
    measures, reasons = judged_measures(RUBRIC, Reading(outcome, None), None)
    assert measures == {"warmth": None, "care": None}
    assert set(reasons.values()) == {outcome.value.replace("_", " ")}


@pytest.mark.parametrize(
    ("verdict", "reason"),
    [(None, "no judge"), (Verdict("r", "j", {"warmth": 5.0}, "missing or off the scale: care"), "verdict unread")],
)
def test_a_judges_failure_is_never_imputed(verdict: Verdict | None, reason: str) -> None:
    measures, reasons = judged_measures(RUBRIC, Reading(Outcome.ANSWERED, "text"), verdict)
    assert set(measures.values()) == {None}
    assert all(text.startswith(reason) for text in reasons.values())
