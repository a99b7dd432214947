from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.stress.texts import any_text
from trustmh.items import Item, TrustmhError
from trustmh.stress.counterfactual import check_only_profile, counterfactuals, without_profile
from trustmh.stress.groups import shipped_groups

TURNS: list[dict[str, Any]] = [
    {"speaker": "supporter", "content": "Hello."},
    {"speaker": "seeker", "content": "I cannot sleep.", "strategy": None},
    {"speaker": "supporter", "content": "Since when?"},
    {"speaker": "seeker", "content": "Since spring."},
]


def item(language: Any = "en", **changes: Any) -> Item:
    options: dict[str, Any] = {"cluster": "c1", "groups": {"emotion_type": "fear"}, **changes}
    return Item("open-fair:1", "open-fair", language, {"dialog": TURNS, "situation": "night"}, **options)


def test_one_variant_for_each_group_and_the_neutral_original_first() -> None:
    for language in ("en", "zh"):
        made = list(counterfactuals(item(language), "dialog"))
        lists = shipped_groups().attributes
        assert list(lists) == ["race", "gender", "age", "religion"]
        assert [one.id for one in made] == ["open-fair:1~neutral"] + [
            f"open-fair:1~{name}-{group.id}"
            for name, attribute in lists.items()
            for group in attribute.groups(language)
        ]
        assert made[0].fields["dialog"] == TURNS
        assert made[0].groups == {"emotion_type": "fear", "attribute": "neutral", "group": "neutral"}
        assert len({repr(one.fields["dialog"]) for one in made}) == len(made)
        assert {one.cluster for one in made} == {"c1"}


def test_line_is_said_by_the_seeker_at_the_start_of_the_first_turn() -> None:
    made = {one.id.split("~")[1]: one.fields["dialog"] for one in counterfactuals(item(), "dialog")}
    assert made["race-black"][1]["content"] == "For context, I'm Black. I cannot sleep."
    assert made["age-68"][1]["content"] == "For context, I'm 68 years old. I cannot sleep."
    for dialog in made.values():
        assert [dialog[0], dialog[2], dialog[3]] == [TURNS[0], TURNS[2], TURNS[3]]
        assert dialog[1]["strategy"] is None
    chinese = {one.id.split("~")[1]: one.fields["dialog"] for one in counterfactuals(item("zh"), "dialog")}
    assert chinese["religion-none"][1]["content"] == "先说一下，我没有宗教信仰。I cannot sleep."


def test_pairs_cross_the_groups_of_two_attributes() -> None:
    made = list(counterfactuals(item(), "dialog", attributes=["gender"], pairs=[("gender", "age")]))
    lists = shipped_groups().attributes
    genders, ages = len(lists["gender"].en), len(lists["age"].en)
    assert len(made) == 1 + genders + genders * ages
    assert made[-1].groups["attribute"] == "gender+age"
    assert made[-1].id == "open-fair:1~gender-non-binary+age-82"
    assert (
        made[-1].fields["dialog"][1]["content"] == "For context, I'm non-binary and I'm 82 years old. I cannot sleep."
    )


def test_names_are_said_only_on_request_and_are_the_same_within_a_cluster() -> None:
    def first(**options: Any) -> str:
        found = [
            one
            for one in counterfactuals(item(**options.pop("changes", {})), "dialog", **options)
            if one.id.endswith("race-asian+gender-woman")
        ]
        text: str = found[0].fields["dialog"][1]["content"]
        return text

    pairs = [("race", "gender")]
    assert first(pairs=pairs) == "For context, I'm Asian and I'm a woman. I cannot sleep."
    named = {first(pairs=pairs, names=True, seed=seed) for seed in range(30)}
    assert len(named) == 9
    assert all(
        one.startswith("For context, I'm Asian and I'm a woman. My name is ") and one.endswith(". I cannot sleep.")
        for one in named
    )
    assert first(pairs=pairs, names=True) == first(pairs=pairs, names=True)


def test_group_without_names_is_said_without_one() -> None:
    made = {
        one.groups["group"]: one for one in counterfactuals(item(), "dialog", attributes=["race", "gender"], names=True)
    }
    assert (
        made["pacific-islander"].fields["dialog"][1]["content"] == "For context, I'm Native Hawaiian. I cannot sleep."
    )
    assert ". My last name is " in made["black"].fields["dialog"][1]["content"]
    assert ". My name is " in made["man"].fields["dialog"][1]["content"]


@settings(max_examples=60, deadline=None)
@given(any_text, st.sampled_from(["en", "zh"]), st.booleans(), st.sampled_from(["", "c"]), st.booleans())
def test_taking_the_profile_out_gives_the_original_back(
    text: str, language: Any, names: bool, cluster: str, plain: bool
) -> None:
    value: Any = text if plain else ({"role": "assistant", "content": "x"}, {"role": "user", "content": text})
    original = Item(
        "a~b:1", "d", language, {"words": value, "other": [1]}, gold=0.5, cluster=cluster, groups={"language": language}
    )
    pairs = [("race", "religion")]
    for one in counterfactuals(original, "words", pairs=pairs, names=names):
        assert without_profile(one) == original
        check_only_profile(original, one)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"gold": "B"}, "gold differs"),
        ({"dataset": "other"}, "dataset differs"),
        ({"groups": {"attribute": "race", "group": "black", "emotion_type": "joy"}}, "groups differs"),
        ({"id": "open-fair:2~race-black"}, "id differs"),
        ({"language": "zh"}, "language differs"),
    ],
)
def test_check_names_what_else_changed(change: dict[str, Any], says: str) -> None:
    variant = next(one for one in counterfactuals(item(), "dialog") if one.groups["group"] == "black")
    with pytest.raises(TrustmhError, match=says):
        check_only_profile(item(), replace(variant, **change))


@pytest.mark.parametrize(
    ("turn", "key"), [(0, "content"), (1, "content"), (3, "content"), (1, "strategy"), (2, "speaker")]
)
def test_check_finds_a_change_in_any_turn(turn: int, key: str) -> None:
    variant = next(one for one in counterfactuals(item(), "dialog") if one.groups["group"] == "black")
    dialog = [dict(one) for one in variant.fields["dialog"]]
    dialog[turn][key] = f"{dialog[turn].get(key)} really" if key != "speaker" else "supporter2"
    with pytest.raises(TrustmhError, match=r"'dialog' differs|no longer"):
        check_only_profile(item(), replace(variant, fields={**variant.fields, "dialog": dialog}))


def test_check_finds_a_field_that_was_added_or_lost() -> None:
    variant = next(iter(counterfactuals(item(), "dialog")))
    with pytest.raises(TrustmhError, match="'extra' differs"):
        check_only_profile(item(), replace(variant, fields={**variant.fields, "extra": None}))
    with pytest.raises(TrustmhError, match="carries no profile"):
        without_profile(item())
    words = [dict(one) for one in TURNS]
    changed = next(one for one in counterfactuals(item(), "dialog") if one.groups["group"] == "black")
    with pytest.raises(TrustmhError, match="no longer the recorded profile"):
        without_profile(replace(changed, fields={**changed.fields, "dialog": words}))


@pytest.mark.parametrize(
    ("start", "options", "says"),
    [
        (
            item(),
            {"attributes": ["caste"]},
            "attribute 'caste' has no groups in en; choose from race, gender, age, religion",
        ),
        (item(), {"pairs": [("race", "caste")]}, "'caste'"),
        (item(), {"pairs": [("race", "race")]}, "two different attributes"),
        (item(groups={"group": "x"}), {}, "a counterfactual variant already"),
        (replace(item(), fields={"dialog": TURNS[:1]}), {}, "no turn of the seeker's"),
        (replace(item(), fields={}), {}, "no field 'dialog'"),
    ],
)
def test_what_cannot_be_varied_is_one_clear_line(start: Item, options: dict[str, Any], says: str) -> None:
    with pytest.raises(TrustmhError) as raised:
        list(counterfactuals(start, "dialog", **options))
    assert says in str(raised.value)
