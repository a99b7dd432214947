"""Other orders of the options: the right answer moves with its text."""

from __future__ import annotations

import pytest

from trustmh.pillars.reliability import emotion_recognition, knowledge
from trustmh.pillars.reliability.option_order import rotated, shuffled
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
