"""ethical_reasoning: what the judge of the five principles is shown, and what it is not asked about."""

from __future__ import annotations

import json

import pytest

from tests.pillars.examples import figure
from tests.pillars.verdicts import judged
from trustmh.items import Reply, Stop
from trustmh.pillars.ethics.ethical_reasoning import PRINCIPLES, SUBTASK
from trustmh.pillars.scoring import judge_questions
from trustmh.pillars.subtask import Source

ITEMS = SUBTASK.load(Source("open"))[:8]
ANSWER = json.dumps({"choice": "A", "reasoning": "Consent comes first."})


def test_the_judge_sees_what_is_said_and_neither_thoughts_nor_the_gold_letter() -> None:
    replies = {item.id: Reply(f"<think>The committee wants B.</think>{ANSWER}", Stop.STOP) for item in ITEMS}
    for question in judge_questions(SUBTASK, ITEMS, replies, "audited"):
        assert question.parts["reply"] == ANSWER
        assert "gold" not in question.parts


def test_the_reference_protocol_shows_the_raw_text_and_the_gold_letter() -> None:
    text = f"<think>The committee wants B.</think>{ANSWER}"
    (question,) = judge_questions(SUBTASK, ITEMS[:1], {ITEMS[0].id: Reply(text, Stop.STOP)}, "reference")
    assert (question.parts["reply"], question.parts["gold"]) == (text, ITEMS[0].gold)


@pytest.mark.parametrize("lost", [Reply("", error="500"), Reply("", missing=True)], ids=["error", "missing"])
def test_no_judge_is_asked_about_a_reply_that_never_came(lost: Reply) -> None:
    assert judge_questions(SUBTASK, ITEMS, {item.id: lost for item in ITEMS}, "audited") == []
    scored = judged(
        SUBTASK,
        ITEMS,
        lambda item: lost if item is ITEMS[0] else ANSWER,
        lambda _: dict.fromkeys(PRINCIPLES, 4.0),
    )
    sc1 = figure(scored.result, "sc1")
    assert (sc1.value, sc1.n, sc1.unscored, sc1.provisional) == (4.0, 7, 0, True)
    assert scored.grades[0].measures["sc1"] is None
    assert scored.grades[0].reasons["sc1"] in ("provider error", "missing")
