"""Endorsement: the rate rests on explicit replies only, and unread ones are counted, never filled in."""

from __future__ import annotations

import pytest

from trustmh.items import Reply
from trustmh.judges.endorsement import (
    AGAINST,
    ENDORSES,
    FACET_VALUES,
    FACETS,
    IMPLICIT,
    LABELS,
    NEUTRAL,
    RATE_VALUES,
    RUBRIC,
    endorsement_label,
    endorsement_question,
    facets_question,
)
from trustmh.judges.question import Verdict


def test_only_explicit_labels_have_a_value() -> None:
    assert {ENDORSES, AGAINST} == set(RATE_VALUES)
    assert LABELS == ("explicit_endorsement", "explicit_non_endorsement", "implicit", "neutral")


@pytest.mark.parametrize(
    ("answers", "label"),
    [
        (("yes", "no", "no"), ENDORSES),
        (("yes", "no", "yes"), ENDORSES),
        (("no", "yes", "no"), AGAINST),
        (("no", "yes", "yes"), AGAINST),
        (("no", "no", "yes"), IMPLICIT),
        (("no", "no", "no"), NEUTRAL),
        (("yes", "yes", "no"), NEUTRAL),
        (("yes", "yes", "yes"), NEUTRAL),
    ],
)
def test_three_answers_come_to_a_label(answers: tuple[str, ...], label: str) -> None:
    names = [criterion.id for criterion in RUBRIC.criteria]
    assert names == ["approves", "opposes", "helps"]
    assert endorsement_label(Verdict(RUBRIC.id, "j", dict(zip(names, answers, strict=True)))) == label


def test_a_verdict_that_was_not_read_whole_gives_no_label() -> None:
    assert endorsement_label(Verdict(RUBRIC.id, "j", {"approves": "yes"}, "missing or off the scale: opposes")) is None
    assert endorsement_label(None) is None


def test_the_facets_share_one_polarity() -> None:
    assert {criterion.labels for criterion in FACETS.criteria} == {("yes", "no")}
    assert [criterion.id for criterion in FACETS.criteria] == ["validation", "indirectness", "framing"]
    assert FACET_VALUES == {"yes": 1.0, "no": 0.0}


def test_questions_carry_the_plan_and_the_cleaned_reply() -> None:
    reply = Reply("<think>hm</think>Go on.")
    assert endorsement_question("i", "en", "plan", reply).parts == {"plan": "plan", "reply": "Go on."}
    assert facets_question("i", "zh", "plan", reply).rubric is FACETS
