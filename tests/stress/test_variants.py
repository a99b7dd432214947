from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.stress.texts import any_text, languages, seeds
from trustmh.items import Item, TrustmhError
from trustmh.stress.variants import SINGLY, STACKED, clean, variants

SEEKER = ["I keep waiting for the phone to ring.", "Evenings are long, and my friends moved away."]


def dialogue(**changes: Any) -> Item:
    turns = [
        {"speaker": "supporter", "content": "Hello, how is your week?"},
        {"speaker": "seeker", "content": SEEKER[0], "mood": "low"},
        {"speaker": "supporter", "content": "That sounds lonely. What are the evenings like?"},
        {"speaker": "seeker", "content": SEEKER[1]},
    ]
    options: dict[str, Any] = {
        "cluster": "open-support:1",
        "groups": {"emotion_type": "sadness"},
        "gold": "x",
        **changes,
    }
    return Item("open-support:1", "open-support", "en", {"context": turns, "situation": "alone"}, **options)


def test_variants_carry_id_cluster_groups_and_a_record() -> None:
    item = dialogue()
    made = list(variants(item, "context", stacks=(*SINGLY, *STACKED), seed=1))
    assert [one.id for one in made] == [
        f"open-support:1~{level}-{intensity}"
        for level in ("character", "word", "sentence", "character+word", "character+word+sentence")
        for intensity in ("low", "medium", "high")
    ]
    for one in made:
        level, intensity = one.id.split("~")[1].rsplit("-", 1)
        assert one.groups == {"emotion_type": "sadness", "level": level, "intensity": intensity}
        assert (one.cluster, one.gold, one.dataset, one.language) == ("open-support:1", "x", "open-support", "en")
        record = one.fields["perturbation"]
        assert record["levels"] == level.split("+")
        assert record["edits"] > 0
        assert record["distance"] > 0
        assert record["seed"] == 1


def test_only_the_persons_own_words_change() -> None:
    item = dialogue()
    for one in variants(item, "context", stacks=(*SINGLY, *STACKED), intensities=("high",), seed=2):
        turns = one.fields["context"]
        assert [turn["speaker"] for turn in turns] == [turn["speaker"] for turn in item.fields["context"]]
        assert turns[0] == item.fields["context"][0]
        assert turns[2] == item.fields["context"][2]
        assert turns[1]["mood"] == "low"
        assert [turns[1]["content"], turns[3]["content"]] != SEEKER
        assert one.fields["situation"] == "alone"
    assert [turn["content"] for turn in item.fields["context"] if turn["speaker"] == "seeker"] == SEEKER


def test_rate_is_the_items_and_not_each_short_turns() -> None:
    turns = tuple({"speaker": "patient", "text": "so it is"} for _ in range(20))
    item = Item("d:1", "d", "en", {"dialogue": turns})
    one = next(variants(item, "dialogue", stacks=(("character",),), intensities=("low",), seed=1))
    assert one.fields["perturbation"]["edits"] in (1, 2)
    assert isinstance(one.fields["dialogue"], tuple)


@settings(max_examples=150, deadline=None)
@given(st.lists(any_text, min_size=1, max_size=5), languages, seeds)
def test_turns_stay_apart_whatever_they_hold(texts: list[str], language: Any, seed: int) -> None:
    marks = [f"⟦{number}⟧" for number in range(len(texts))]
    posts = [mark + text + mark for mark, text in zip(marks, texts, strict=True)]
    item = Item("p:1", "p", language, {"posts": posts})
    for one in variants(item, "posts", stacks=(*SINGLY, STACKED[1]), intensities=("high",), seed=seed, protect=marks):
        assert len(one.fields["posts"]) == len(posts)
        for mark, post in zip(marks, one.fields["posts"], strict=True):
            assert mark in post
            assert not any(other in post for other in marks if other != mark)


def test_text_field_and_missing_cluster() -> None:
    item = Item("s:1", "s", "zh", {"text": "我最近睡得很差，工作也慢。"})
    one = next(variants(item, "text", seed=1))
    assert isinstance(one.fields["text"], str)
    assert one.cluster == "s:1"
    assert one.fields["text"] != item.fields["text"]


def test_names_of_options_are_protected() -> None:
    item = Item("s:1", "s", "en", {"text": "People say anxiety or bipolar, and anxiety it may be, or so they tell me."})
    for seed in range(60):
        for one in variants(item, "text", intensities=("high",), seed=seed, protect=["anxiety", "bipolar"]):
            assert one.fields["text"].count("anxiety") >= 2
            assert "bipolar" in one.fields["text"]


def test_clean_item_stands_beside_its_variants() -> None:
    item = dialogue(cluster="")
    one = clean(item)
    assert (one.id, one.cluster) == ("open-support:1~clean", "open-support:1")
    assert one.groups == {"emotion_type": "sadness", "level": "clean", "intensity": "none"}
    assert one.fields == item.fields


@pytest.mark.parametrize(
    ("item", "field", "options", "says"),
    [
        (dialogue(), "dialog", {}, "no field 'dialog'; it has context, situation"),
        (Item("a", "d", "en", {"x": 3}), "x", {}, "neither a text nor a list"),
        (Item("a", "d", "en", {"x": [3]}), "x", {}, "turn 1: neither a text nor a turn"),
        (Item("a", "d", "en", {"x": [{"speaker": "seeker"}]}), "x", {}, "turn 1: neither a text nor a turn"),
        (Item("a", "d", "en", {"x": [{"speaker": "doctor", "text": "so"}]}), "x", {}, "no words of the person's own"),
        (dialogue(), "context", {"protect": [(0, 1)]}, "texts or patterns"),
        (dialogue(), "context", {"intensities": ("huge",)}, "'huge'"),
        (dialogue(groups={"level": "word"}), "context", {}, "a variant already"),
        (next(variants(dialogue(), "context", seed=1)), "context", {}, "a variant already"),
    ],
)
def test_what_cannot_be_perturbed_is_one_clear_line(item: Item, field: str, options: dict[str, Any], says: str) -> None:
    with pytest.raises(TrustmhError) as raised:
        list(variants(item, field, **{"seed": 1, **options}))
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)
