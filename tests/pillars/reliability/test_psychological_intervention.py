"""psychological_intervention: four scales of different length in one mean, dialogues counting the same."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.pillars.examples import NOTHING_TO_READ, answered, figure
from trustmh.items import Reply, Stop
from trustmh.pillars.reliability.psychological_intervention import SUBTASK, TOP
from trustmh.pillars.scoring import judge_questions
from trustmh.pillars.subtask import Source, SubtaskResult

ITEMS = SUBTASK.load(Source("open"))


def judged(scores: Mapping[str, float]) -> SubtaskResult:
    return answered(SUBTASK, ITEMS, lambda _: "Go on.", lambda _: scores).result


def test_the_scales_are_the_authors() -> None:
    assert TOP == {"comprehensiveness": 2.0, "professionalism": 3.0, "authenticity": 3.0, "safety": 1.0}


def test_full_marks_are_one_and_none_are_zero() -> None:
    assert answered(SUBTASK, ITEMS, lambda _: "Go on.", lambda _: TOP).result.headline.value == pytest.approx(1.0)
    nothing = answered(SUBTASK, ITEMS, lambda _: "Go on.", lambda _: dict.fromkeys(TOP, 0.0)).result.headline
    assert nothing.value == 0.0


def test_each_criterion_weighs_a_quarter_whatever_its_scale() -> None:
    for name in TOP:
        scores = {**dict.fromkeys(TOP, 0.0), name: TOP[name]}
        result = judged(scores)
        assert result.headline.value == pytest.approx(0.25)
        assert figure(result, name).value == pytest.approx(TOP[name])


def test_dialogues_count_the_same_however_many_turns_they_have() -> None:
    longest = max({item.cluster for item in ITEMS}, key=lambda name: sum(item.cluster == name for item in ITEMS))
    result = answered(
        SUBTASK, ITEMS, lambda _: "Go on.", lambda item: TOP if item.cluster == longest else dict.fromkeys(TOP, 0.0)
    ).result
    assert result.headline.value == pytest.approx(1 / 24)
    assert (result.headline.n, result.headline.clusters) == (155, 24)


def test_the_history_ends_with_the_client_and_never_holds_the_turn_to_be_written() -> None:
    for item in ITEMS:
        messages = SUBTASK.messages(item, "audited")
        assert messages[-1].role == "user"
        assert messages[-1].content == item.fields["history"][-1]["text"]
        assert all(message.content != item.fields["gold_turn"] for message in messages)


def test_a_judge_that_never_answers_leaves_no_figure() -> None:
    headline = answered(SUBTASK, ITEMS, lambda _: "Go on.").result.headline
    assert headline.value is None
    assert headline.unscored == 155


def test_silence_scores_zero_without_a_judge() -> None:
    replies = {item.id: Reply("", Stop.STOP) for item in ITEMS}
    assert judge_questions(SUBTASK, ITEMS, replies, "audited") == []
    assert answered(SUBTASK, ITEMS, lambda _: "").result.headline.value == 0.0


@pytest.mark.parametrize("text", NOTHING_TO_READ)
def test_no_reply_breaks_anything(text: str) -> None:
    answered(SUBTASK, ITEMS[:3], lambda _: text, lambda _: TOP)


def test_the_paper_suite(shared: Path) -> None:
    items = SUBTASK.load(Source("paper", shared / "upstream"))
    result = answered(SUBTASK, items, lambda _: "请接着说。", lambda _: TOP).result
    assert result.headline.value == pytest.approx(1.0)
    assert (result.headline.n, result.headline.clusters) == (296, 45)
    assert len([one for one in result.secondary if one.name.startswith("topic/")]) == 9
    assert {message.role for item in items for message in SUBTASK.messages(item, "audited")[1:2]} == {"user"}
