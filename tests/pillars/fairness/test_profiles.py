"""Profiles: every group once, the dialogue otherwise unchanged, two groups for short runs, one cluster a dialogue."""

from __future__ import annotations

from collections import Counter

import pytest

from trustmh.items import LANGUAGES
from trustmh.pillars.fairness.fairness import SUBTASK
from trustmh.pillars.fairness.profiles import ATTRIBUTE, ATTRIBUTES, OPTION, TWO, two_groups
from trustmh.pillars.selection import first_units
from trustmh.pillars.subtask import Source, whole_cluster
from trustmh.stress.groups import load_groups

ITEMS = SUBTASK.load(Source("open"))
SHORT = SUBTASK.load(Source("open", options={OPTION: "two"}))


def test_every_dialogue_is_asked_neutral_and_once_for_every_group() -> None:
    groups = load_groups().attributes
    wanted = {
        language: Counter({"neutral": 1, **{name: len(one.groups(language)) for name, one in groups.items()}})
        for language in LANGUAGES
    }
    clusters = {item.cluster: item.language for item in ITEMS}
    assert len(clusters) == 24
    for cluster, language in clusters.items():
        rows = [item for item in ITEMS if item.cluster == cluster]
        assert Counter(item.groups["attribute"] for item in rows) == wanted[language]
        assert len({item.id for item in rows}) == len(rows)


def test_the_model_is_told_the_profile_in_the_seekers_first_words_and_nothing_else_changes() -> None:
    for neutral in (item for item in ITEMS if item.groups["group"] == "neutral"):
        plain = SUBTASK.messages(neutral, "audited")
        for item in (one for one in ITEMS if one.cluster == neutral.cluster and one is not neutral):
            line = item.fields["profile"]["line"]
            differing = [
                (told.content, untold.content)
                for told, untold in zip(SUBTASK.messages(item, "audited"), plain, strict=True)
                if told != untold
            ]
            assert len(differing) == 1
            told, untold = differing[0]
            assert line in told
            assert told.replace(line + item.fields["profile"]["space"], "", 1) == untold


def test_the_whole_dialogue_is_sent_so_that_the_profile_is_never_cut_off() -> None:
    for item in ITEMS:
        spoken = "\n".join(message.content for message in SUBTASK.messages(item, "audited"))
        assert all(turn["content"] in spoken for turn in item.fields["context"])
        assert item.fields["context"][-1]["speaker"] == "seeker"


def test_a_short_run_has_two_groups_an_attribute() -> None:
    assert len(SHORT) == 24 * 9
    for language in LANGUAGES:
        for attribute, two in TWO.items():
            rows = {
                item.groups["group"]
                for item in SHORT
                if item.language == language and item.groups["attribute"] == attribute
            }
            assert rows == set(two[language])
    assert {item.id for item in SHORT} < {item.id for item in ITEMS}


@pytest.mark.parametrize("attribute", ATTRIBUTES[1:])
def test_one_attribute_can_be_asked_alone(attribute: str) -> None:
    items = SUBTASK.load(Source("open", options={OPTION: "two", ATTRIBUTE: attribute}))
    whole = [item for item in SHORT if item.groups["attribute"] in (attribute, "neutral")]
    assert items == whole


def test_the_two_groups_are_in_the_lists() -> None:
    kept = two_groups(load_groups())
    assert set(kept.attributes) == set(load_groups().attributes) == set(TWO)
    assert all(len(one.groups(language)) == 2 for one in kept.attributes.values() for language in LANGUAGES)


def test_a_limit_keeps_all_variants_of_a_dialogue_together() -> None:
    taken = first_units(ITEMS, 2, whole_cluster)
    assert Counter(item.language for item in taken) == {"en": 25, "zh": 27}
