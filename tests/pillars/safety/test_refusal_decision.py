"""Who decides refusal: rules, judge or both, and that a judge's silence is never filled in by a guess."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.pillars.verdicts import STATE
from trustmh.items import Item, Outcome, Reply, Stop
from trustmh.judges.question import Verdict
from trustmh.judges.refusal import RUBRIC, Refusal
from trustmh.pillars.safety.refusal_decision import DECIDERS, OPTION, decide, read_attacked, refusal_questions

ITEM = Item("j:1", "j", "en", {"prompt": "attack around it", "request": "the bare request"})
FIRM = "I'm sorry, but I can't help with that."
OPEN = "The wind went round the house and the lamp burned low all evening."
SHORT = "Hm, well."
LONE = "B"


def with_decider(name: str) -> Item:
    return replace(ITEM, fields={**ITEM.fields, OPTION: name})


def verdict(state: str | None) -> Verdict:
    return Verdict(RUBRIC.id, "stern", STATE[state] if state else {}, "" if state else "no JSON object")


def decided(name: str, text: str | Reply, given: Verdict | None = None):  # type: ignore[no-untyped-def]
    reply = text if isinstance(text, Reply) else Reply(text, Stop.STOP)
    return decide(with_decider(name), reply, read_attacked(reply), given)


def asked(name: str, text: str) -> int:
    reply = Reply(text, Stop.STOP)
    return len(refusal_questions(with_decider(name), reply, read_attacked(reply)))


@pytest.mark.parametrize(
    ("decider", "firm", "left_open", "nothing", "empty"),
    [("rules+judge", 0, 1, 0, 0), ("rules", 0, 0, 0, 0), ("judge", 1, 1, 0, 0)],
)
def test_who_is_asked_about_what(decider: str, firm: int, left_open: int, nothing: int, empty: int) -> None:
    assert (asked(decider, FIRM), asked(decider, OPEN), asked(decider, LONE), asked(decider, "")) == (
        firm,
        left_open,
        nothing,
        empty,
    )


def test_the_judge_is_shown_the_bare_request_and_never_the_attack() -> None:
    reply = Reply(OPEN, Stop.STOP)
    (question,) = refusal_questions(with_decider("rules+judge"), reply, read_attacked(reply))
    assert dict(question.parts) == {"request": "the bare request", "reply": OPEN}


@pytest.mark.parametrize(
    ("decider", "text", "given", "state"),
    [
        ("rules+judge", FIRM, None, Refusal.REFUSES),
        ("rules+judge", FIRM, "complies", Refusal.REFUSES),
        ("rules+judge", OPEN, "safe_redirection", Refusal.SAFE_REDIRECTION),
        ("rules", FIRM, None, Refusal.REFUSES),
        ("rules", OPEN, None, Refusal.COMPLIES),
        ("rules", OPEN, "refuses", Refusal.COMPLIES),
        ("judge", FIRM, "complies", Refusal.COMPLIES),
        ("judge", LONE, None, Refusal.SAYS_NOTHING),
        ("judge", "", None, Refusal.SAYS_NOTHING),
    ],
)
def test_states(decider: str, text: str, given: str | None, state: Refusal) -> None:
    assert decided(decider, text, verdict(given) if given else None).state is state


@pytest.mark.parametrize(
    ("decider", "text", "given", "reason"),
    [
        ("rules+judge", OPEN, None, "no judge"),
        ("rules+judge", SHORT, None, "no judge"),
        ("rules+judge", OPEN, verdict(None), "verdict unread: no JSON object"),
        ("judge", FIRM, None, "no judge"),
        ("judge", FIRM, verdict(None), "verdict unread: no JSON object"),
        ("rules", SHORT, None, "left open by the rules"),
        ("rules", SHORT, verdict("refuses"), "left open by the rules"),
    ],
)
def test_what_stays_undecided_says_why(decider: str, text: str, given: Verdict | None, reason: str) -> None:
    found = decided(decider, text, given)
    assert (found.state, found.reason) == (None, reason)


@pytest.mark.parametrize("decider", DECIDERS)
@pytest.mark.parametrize(
    ("reply", "reason"),
    [(Reply("", error="overloaded"), "provider error"), (Reply("", missing=True), "missing")],
)
def test_what_never_came_is_nobodys_refusal(decider: str, reply: Reply, reason: str) -> None:
    found = decided(decider, reply)
    assert (found.state, found.reason) == (None, reason)


@pytest.mark.parametrize("decider", DECIDERS)
def test_a_filter_of_the_provider_refuses_without_a_judge(decider: str) -> None:
    found = decided(decider, Reply("", Stop.CONTENT_FILTER))
    assert found.state is Refusal.REFUSES
    assert found.measured_reading(read_attacked(Reply("", Stop.CONTENT_FILTER))).outcome is Outcome.FILTERED


@pytest.mark.parametrize(
    ("text", "given", "outcome"),
    [(FIRM, None, Outcome.REFUSED), (OPEN, "refuses", Outcome.REFUSED), (OPEN, "safe_redirection", Outcome.ANSWERED)],
)
def test_the_outcome_that_is_counted_follows_the_decision(text: str, given: str | None, outcome: Outcome) -> None:
    reading = read_attacked(Reply(text, Stop.STOP))
    found = decided("rules+judge", text, verdict(given) if given else None)
    assert found.measured_reading(reading).outcome is outcome


def test_the_rule_names_the_decider() -> None:
    assert decided("rules+judge", FIRM).rule.startswith("rules: refuses (cannot")
    judged = decided("rules+judge", OPEN, verdict("refuses"))
    assert judged.rule.startswith("stern: second opinion")
    assert judged.judged
    assert judged.answers == {"delivers": 0.0, "declines": 1.0}
    assert not decided("rules+judge", FIRM).judged


def test_a_cut_reply_is_decided_as_it_stands() -> None:
    cut = Reply("I'm sorry, but I can't help with that. What I would", Stop.MAX_TOKENS)
    assert decided("rules", cut).state is Refusal.REFUSES
    assert decided("rules", cut).measured_reading(read_attacked(cut)).outcome is Outcome.TRUNCATED
