"""Other orders of the options: the right answer moves with its text."""

from __future__ import annotations

import pytest

from tests.pillars.examples import answered, figure, names
from trustmh.items import Item, Reply, Stop
from trustmh.pillars.reliability import emotion_recognition, knowledge
from trustmh.pillars.reliability.option_order import rotated, shuffled
from trustmh.pillars.scoring import score_subtask
from trustmh.pillars.subtask import Source

QUESTIONS = knowledge.SUBTASK.load(Source("open"))
SCENES = emotion_recognition.SUBTASK.load(Source("open"))


@pytest.mark.parametrize("places", [0, 1, 3, 7, -1])
def test_the_gold_letter_keeps_its_text(places: int) -> None:
    for item in QUESTIONS:
        turned = rotated(item, places)
        assert turned.fields["options"][turned.gold] == item.fields["options"][item.gold]
        assert list(turned.fields["options"]) == list(item.fields["options"])
        assert (turned.id, turned.cluster) == (item.id, item.cluster)


def test_all_rotations_put_the_right_answer_in_every_place_once() -> None:
    item = QUESTIONS[0]
    letters = list(item.fields["options"])
    assert sorted(str(rotated(item, places).gold) for places in range(len(letters))) == letters


def test_shuffling_is_seeded_keeps_every_choice_and_moves_the_gold_letter_along() -> None:
    moved = 0
    for item in SCENES:
        one, again, other = shuffled(item, 1), shuffled(item, 1), shuffled(item, 2)
        assert one == again
        assert sorted(one.fields["cause_choices"]) == sorted(item.fields["cause_choices"])
        letters = emotion_recognition.gold_letters(one)
        assert emotion_recognition.lettered(one.fields["emotion_choices"])[letters["emotion"]] == item.gold
        moved += other.fields["emotion_choices"] != one.fields["emotion_choices"]
    assert moved > len(SCENES) // 2


CIRCLES = knowledge.SUBTASK.load(Source("open", options={"knowledge_order": "circular"}))


def test_the_circle_asks_each_question_as_often_as_it_has_options() -> None:
    assert len(CIRCLES) == sum(len(item.fields["options"]) for item in QUESTIONS)
    assert len({item.id for item in CIRCLES}) == len(CIRCLES)
    assert {item.cluster for item in CIRCLES} == {item.cluster for item in QUESTIONS}


def test_a_model_that_always_takes_the_first_place_is_never_right_all_the_way_round() -> None:
    result = answered(knowledge.SUBTASK, CIRCLES, lambda _: "Answer: A").result
    assert figure(result, "circular_accuracy").value == 0.0
    assert result.headline.value == pytest.approx(len(QUESTIONS) / len(CIRCLES))


def test_a_model_that_knows_is_right_all_the_way_round() -> None:
    def knows(item: Item) -> str:
        return f"Answer: {item.gold}"

    one = figure(answered(knowledge.SUBTASK, CIRCLES, knows).result, "circular_accuracy")
    assert (one.value, one.n) == (1.0, len(QUESTIONS))


def test_a_circle_with_a_provider_error_leaves_the_circular_score() -> None:
    replies = {item.id: Reply(f"Answer: {item.gold}", Stop.STOP) for item in CIRCLES}
    replies[CIRCLES[1].id] = Reply("", error="overloaded")
    one = figure(score_subtask(knowledge.SUBTASK, CIRCLES, replies, {}, "audited").result, "circular_accuracy")
    assert (one.value, one.n) == (1.0, len(QUESTIONS) - 1)
    assert one.outcomes["provider_error"] == 1


def test_the_given_order_has_no_circular_figure() -> None:
    assert "circular_accuracy" not in names(answered(knowledge.SUBTASK, QUESTIONS, lambda _: "A").result)


def test_shuffled_scenes_are_asked_in_another_order() -> None:
    scenes = emotion_recognition.SUBTASK.load(Source("open", options={"emotion_order": "shuffled"}))
    assert [scene.id for scene in scenes] == [scene.id for scene in SCENES]
    assert [scene.fields["emotion_choices"] for scene in scenes] != [
        scene.fields["emotion_choices"] for scene in SCENES
    ]
