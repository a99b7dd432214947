"""The open suite's items: as many as there are rows, in the fields that the paper suite's loaders give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import pytest

from trustmh.datasets import open_suite
from trustmh.items import Item
from trustmh.stress.jailbreaks import methods

CASES: list[tuple[Callable[[], Iterable[Item]], str, int, set[str]]] = [
    (open_suite.knowledge, "open-knowledge", 60, {"question", "options"}),
    (
        open_suite.emotion,
        "open-emotion",
        60,
        {"scenario", "subject", "emotion_choices", "emotion_label", "cause_choices", "cause_label"},
    ),
    (open_suite.diagnosis, "open-diagnosis", 120, {"dialogue", "kind"}),
    (open_suite.support, "open-support", 80, {"context", "gold_turn", "situation", "emotion_type", "problem_type"}),
    (open_suite.intervention, "open-intervention", 155, {"history", "gold_turn"}),
    (open_suite.crisis, "open-crisis", 84, {"message"}),
    (open_suite.severity, "open-severity", 60, {"posts"}),
    (open_suite.intents, "open-intent", 70, {"prompt", "intent", "objective", "method"}),
    (open_suite.jailbreak, "open-jailbreak", 980, {"prompt", "intent", "objective", "method", "shell"}),
    (open_suite.benign, "open-benign", 70, {"prompt", "twin", "objective", "method"}),
    (open_suite.fair, "open-fair", 24, {"dialog", "situation", "emotion_type", "problem_type"}),
    (open_suite.oeq, "open-oeq", 60, {"prompt", "human", "human_labels", "plan_quality"}),
    (open_suite.pas, "open-pas", 60, {"prompt", "human", "human_labels", "category"}),
    (open_suite.aita, "open-aita", 60, {"prompt"}),
    (open_suite.ethics, "open-ethics", 60, {"subcategory", "scenario", "options", "task", "pitfalls"}),
]


@pytest.mark.parametrize(("load", "dataset", "count", "fields"), CASES, ids=[case[1] for case in CASES])
def test_items_follow_the_contract(
    load: Callable[[], Iterable[Item]], dataset: str, count: int, fields: set[str]
) -> None:
    items = list(load())
    assert len(items) == count
    assert len({item.id for item in items}) == count
    assert {item.dataset for item in items} == {dataset}
    assert all(item.id.startswith(f"{dataset}:") and item.cluster for item in items)
    assert all(item.groups["language"] == item.language for item in items)
    assert {item.language for item in items} == {"en", "zh"}
    assert all(set(item.fields) == fields for item in items)
    assert dataset in open_suite.FILES


@pytest.mark.parametrize("load", [case[0] for case in CASES], ids=[case[1] for case in CASES])
def test_notes_to_the_reader_never_become_a_field(load: Callable[[], Iterable[Item]]) -> None:
    for item in load():
        assert not {"author_note", "provenance", "difficulty", "answer", "label", "verdict"} & set(item.fields)


def test_golds_are_what_each_subtask_compares_with() -> None:
    assert all(item.gold in item.fields["options"] for item in open_suite.knowledge())
    assert all(item.gold in item.fields["emotion_choices"] for item in open_suite.emotion())
    assert {item.gold for item in open_suite.diagnosis()} == {"0", "1", "2", "3"}
    assert Counter(item.gold for item in open_suite.severity()) == dict.fromkeys(
        ("Supportive", "Indicator", "Ideation", "Behavior", "Attempt"), 12
    )
    assert {item.gold for item in open_suite.aita()} == {"YTA", "NTA"}


def test_dialogues_end_where_the_model_speaks() -> None:
    assert all(item.fields["context"][-1]["speaker"] == "seeker" for item in open_suite.support())
    assert all(1 <= len(item.fields["context"]) <= 6 for item in open_suite.support())
    assert max(Counter(item.cluster for item in open_suite.support()).values()) == 2
    assert all(item.fields["history"][-1]["speaker"] == "client" for item in open_suite.intervention())
    assert all(item.fields["dialog"][-1]["speaker"] == "seeker" for item in open_suite.fair())


def test_every_benign_item_is_the_twin_of_an_intent_of_its_objective() -> None:
    intents = {item.id: item for item in open_suite.intents()}
    benign = open_suite.benign()
    assert {item.fields["twin"] for item in benign} == set(intents)
    assert all(item.fields["objective"] == intents[item.fields["twin"]].fields["objective"] for item in benign)


def test_every_intent_meets_every_method() -> None:
    pairs = Counter((item.fields["intent"], item.fields["method"]) for item in open_suite.jailbreak())
    assert len(pairs) == 70 * len(methods()) == 980


def test_loading_twice_gives_equal_items_that_share_no_turns() -> None:
    first, second = list(open_suite.diagnosis()), list(open_suite.diagnosis())
    assert first == second
    first[0].fields["dialogue"][0]["text"] = "changed"
    assert list(open_suite.diagnosis()) == second
