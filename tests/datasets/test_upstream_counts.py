"""The real files, where they are at hand: every loader's counts are those that were measured on them."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path

import pytest

from trustmh.datasets import (
    confaide,
    cpsycoune,
    crisis,
    cssrs,
    elephant,
    emobench,
    esconv,
    esconv_fair,
    ethicmh,
    jailbreakmh,
    psyharm,
    psyleak,
    usmle,
)
from trustmh.datasets.files import read_text
from trustmh.items import Item

MERGED = "llms_mh_crisis/human-labeled-sampled_dataset_n206_s42-merged_labels.json"


@pytest.fixture(scope="module")
def root(shared: Path) -> Path:
    folder = shared / "upstream"
    if not folder.is_dir():
        pytest.skip(f"upstream files not found at {folder}")
    return folder


def golds(items: list[Item]) -> Counter[object]:
    return Counter(item.gold for item in items)


def test_usmle_mental(root: Path) -> None:
    items = usmle.load(root / "usmle_mental/USMLE-mental.jsonl")
    assert len(items) == 727
    assert golds(items).most_common(3) == [("B", 159), ("A", 153), ("C", 129)]
    assert Counter(len(item.fields["options"]) for item in items) == {5: 567, 6: 74, 7: 57, 8: 25, 9: 3, 10: 1}
    assert Counter(item.groups["step"] for item in items) == {"step2": 419, "step1": 308}
    assert Counter(item.groups["topic"] for item in items)["depression"] == 269
    assert not any(item.fields["question"].endswith('"') and item.fields["question"].count('"') % 2 for item in items)


def test_emobench_eu(root: Path) -> None:
    items = emobench.load(root / "emobench/EU.jsonl")
    assert len(items) == 400
    assert Counter(item.language for item in items) == {"en": 200, "zh": 200}
    assert len({item.cluster for item in items}) == 200
    assert {len(item.fields["emotion_choices"]) for item in items} == {6}
    causes = Counter((item.language, len(item.fields["cause_choices"])) for item in items)
    assert causes == {("en", 4): 140, ("en", 6): 60, ("zh", 4): 139, ("zh", 6): 60, ("zh", 7): 1}
    first = sum(item.fields["emotion_choices"].index(item.gold) == 0 for item in items if item.language == "en")
    assert first == 72


def test_cpsycoune(root: Path) -> None:
    items = cpsycoune.load(root / "cpsycoun/CPsyCounE")
    assert len(items) == 296
    assert len({item.cluster for item in items}) == 45
    assert Counter(item.groups["topic"] for item in items)["Emotion&Stress"] == 36
    assert all(item.fields["history"][-1]["speaker"] == "client" for item in items)
    assert "cpsycoune:family-relationship-3:0" in {item.id for item in items}
    files = sorted((root / "cpsycoun/CPsyCounE").glob("*/*.json"), reverse=True)
    assert cpsycoune.load(*files) == items


def test_cssrs(root: Path) -> None:
    items = cssrs.load(root / "cssrs/masked_500_Reddit_users_posts_labels.csv")
    assert golds(items) == {"Ideation": 171, "Supportive": 108, "Indicator": 99, "Behavior": 77, "Attempt": 45}
    repaired = [item for item in items if item.groups["repaired"] == "yes"]
    assert len(repaired) == 28
    assert golds(repaired) == {"Supportive": 9, "Indicator": 6, "Ideation": 6, "Behavior": 4, "Attempt": 3}
    assert sum(len(item.fields["posts"]) for item in items) == 9127


def test_crisis(root: Path) -> None:
    everyone = list(crisis.iterate(root / MERGED))
    merged = crisis.load(root / MERGED)
    assert (len(everyone), len(merged)) == (206, 190)
    assert golds(merged) == {
        "no_crisis": 94,
        "suicidal_ideation": 34,
        "anxiety_crisis": 26,
        "substance_abuse_or_withdrawal": 16,
        "self-harm": 15,
        "violent_thoughts": 5,
    }
    assert sum(item.fields["label_merged"] != item.fields["label_human"] for item in everyone) == 42
    assert sum(item.fields["label_human"] is None for item in everyone) == 28
    people = crisis.load(root / MERGED, labels="human")
    assert len(people) == 178
    assert all(item.gold == item.fields["label_human"] for item in people)


def test_crisis_rubric_and_scores(root: Path) -> None:
    rubric = crisis.protocol(root / "llms_mh_crisis/protocol.csv")
    assert tuple(rubric) == crisis.LABELS
    assert {len(grades) for grades in rubric.values()} == {5}
    for person in ("H1", "H2"):
        replies = crisis.judged_replies(root / f"llms_mh_crisis/{person}_scores_n206_s42.json")
        assert len(replies) == 206
        assert {reply.appropriateness for reply in replies} <= {None, 1.0, 2.0, 3.0, 4.0, 5.0}
        assert any(reply.appropriateness is None for reply in replies)


def test_confaide_and_ethicmh(root: Path) -> None:
    labels = root / "confaide/tier_2_labels.txt"
    counts = [
        len(confaide.load("1", root / "confaide/tier_1.txt", root / "confaide/tier_1_labels.txt")),
        len(confaide.load("2a", root / "confaide/tier_2a.txt", labels)),
        len(confaide.load("2b", root / "confaide/tier_2b.txt", labels)),
    ]
    assert counts == [10, 98, 98]
    items = ethicmh.load(root / "ethicmh/EthicMH.csv")
    assert len(items) == 125
    assert golds(items) == {"A": 53, "B": 46, "C": 26}


def test_psyharm_and_jailbreakmh(root: Path) -> None:
    requests = psyharm.load(root / "trustmh/PsyHarm.csv")
    assert Counter(item.fields["objective"] for item in requests) == dict.fromkeys(psyharm.OBJECTIVES, 5)
    items = jailbreakmh.load(root / "trustmh/JailbreakMH.csv", root / "trustmh/PsyHarm.csv")
    assert len(items) == 560
    assert Counter(item.fields["method"] for item in items) == dict.fromkeys(jailbreakmh.METHODS.values(), 70)
    assert Counter(item.cluster for item in items) == {item.id: 8 for item in requests}


def test_every_released_jailbreak_is_prefix_request_and_suffix(root: Path) -> None:
    requests = psyharm.load(root / "trustmh/PsyHarm.csv")
    items = jailbreakmh.load(root / "trustmh/JailbreakMH.csv", root / "trustmh/PsyHarm.csv")
    shells = jailbreakmh.shells(items, requests)
    assert sum(sum(counter.values()) for counter in shells.values()) == 560
    assert {method: sorted(counter.values(), reverse=True) for method, counter in shells.items()} == {
        "fixed_sentence": [20, 13, 11, 10, 9, 7],
        "scenario": [13, 12, 11, 11, 8, 6, 5, 4],
        "bad_words": [17, 16, 13, 11, 7, 4, 2],
        "no_punctuation": [70],
        "refusal_prohibition": [70],
        "chain_of_thought": [70],
        "multitask": [12, 11, 10, 8, 8, 8, 7, 6],
        "no_long_word": [70],
    }


def test_esconv_fair(root: Path) -> None:
    path = root / "trustmh/ESConv_fair.json"
    conversations = list(esconv.conversations(path))
    assert len(conversations) == 11
    assert sum(len(conversation.turns) for conversation in conversations) == 274
    items = esconv_fair.load(path)
    assert [item.id for item in items] == [f"esconv-fair:{number}" for number in range(11)]
    for item in items:
        speakers = [turn["speaker"] for turn in item.fields["dialog"]]
        assert speakers[-1] == "seeker"
        assert all(one != two for one, two in itertools.pairwise(speakers))
        assert all(turn["content"] == turn["content"].strip() for turn in item.fields["dialog"])


def test_esconv_items_of_a_file_of_its_schema(root: Path) -> None:
    items = list(esconv.iterate(root / "trustmh/ESConv_fair.json"))
    assert max(Counter(item.cluster for item in items).values()) == 2
    assert len(items) == 22
    known = {
        "Question",
        "Restatement or Paraphrasing",
        "Reflection of feelings",
        "Self-disclosure",
        "Affirmation and Reassurance",
        "Providing Suggestions",
        "Information",
        "Others",
    }
    assert {strategy for item in items for strategy in item.fields["gold_strategies"]} <= known
    assert all(item.fields["gold_strategies"] for item in items)


def test_psyleak_is_read_and_its_control_lines_are_rebuilt(root: Path) -> None:
    stories, controls = root / "trustmh/PsyLeak.txt", root / "trustmh/PsyLeak_control.txt"
    assert len(psyleak.load(stories, controls)) == 400
    scenarios = psyleak.parse(read_text(stories), stories)
    assert len(scenarios) == 100
    assert [psyleak.control_question(scenario) for scenario in scenarios] == read_text(controls).splitlines()


def test_writing_the_released_stories_gives_the_released_bytes(root: Path) -> None:
    path = root / "trustmh/PsyLeak.txt"
    text = path.read_bytes().decode()
    assert psyleak.write(psyleak.parse(text, path), newline="\r\n") == text


def test_elephant_samples_of_the_old_schema(root: Path) -> None:
    questions = list(elephant.iterate_oeq(root / "elephant/OEQ_sample.csv"))
    assert len(questions) == 10
    names = {"validation", "indirectness", "action_indirectness", "framing"}
    assert all(set(item.fields["human_labels"]) == names for item in questions)
    assert sum(item.fields["human_labels"]["framing"] for item in questions) == 7
    conflicts = list(elephant.iterate_aita(root / "elephant/AITA_sample.csv"))
    assert golds(conflicts) == {"NTA": 6, "YTA": 4}
