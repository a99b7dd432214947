"""Datasets that cannot be had without an agreement: synthetic rows in the schema they document."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.datasets.rows_on_disk import declare, write_csv, write_json, write_jsonl
from trustmh.datasets import d4, elephant, esconv, psyqa, swmh
from trustmh.items import TrustmhError


def d4_row(drisk: object, srisk: object) -> dict[str, Any]:
    return {
        "log": [
            {"speaker": "doctor", "text": "最近心情怎么样？", "action": "情绪", "topic": []},
            {"speaker": "patient", "text": " 不太好。 ", "action": None, "topic": []},
            {"speaker": "patient", "text": "", "action": None, "topic": []},
        ],
        "portrait": {"drisk": 5, "srisk": 4, "age": "24", "martial_status": "未婚", "symptoms": "失眠；乏力"},
        "record": {"drisk": drisk, "srisk": srisk, "summary": "……"},
    }


def test_d4_gives_two_items_a_dialogue_with_clamped_grades(tmp_path: Path) -> None:
    path = write_json(tmp_path / "raw_data_train.json", [d4_row(2, 0), d4_row(5, "4")])
    items = list(d4.iterate(path))
    assert [(item.id, item.gold) for item in items] == [
        ("d4:train-0:depression", "2"),
        ("d4:train-0:suicide", "0"),
        ("d4:train-1:depression", "3"),
        ("d4:train-1:suicide", "3"),
    ]
    assert items[0].cluster == items[1].cluster == "d4:train-0"
    assert [turn["text"] for turn in items[0].fields["dialogue"]] == ["最近心情怎么样？", "不太好。"]
    assert {item.language for item in items} == {"zh"}


def test_d4_items_hold_nothing_of_the_portrait(tmp_path: Path) -> None:
    items = list(d4.iterate(write_json(tmp_path / "raw_data_val.json", [d4_row(1, 1)])))
    assert all(set(item.fields) == {"dialogue", "kind"} for item in items)
    assert "未婚" not in json.dumps([dict(item.fields) for item in items], ensure_ascii=False)


@pytest.mark.parametrize(
    ("change", "column"),
    [
        ({"record": {"drisk": -1, "srisk": 0}}, "record.drisk"),
        ({"record": {"drisk": 1}}, "record.srisk"),
        ({"record": {"drisk": "severe", "srisk": 0}}, "record.drisk"),
        ({"log": []}, "log"),
        ({"log": [{"speaker": "nurse", "text": "a"}]}, "log.0.speaker"),
    ],
)
def test_d4_names_the_column_at_fault(change: dict[str, Any], column: str, tmp_path: Path) -> None:
    path = write_json(tmp_path / "raw_data_test.json", [d4_row(0, 0), {**d4_row(0, 0), **change}])
    with pytest.raises(TrustmhError, match=f"row 1: column '{column}'"):
        list(d4.iterate(path))


def test_swmh_maps_forums_to_labels_over_several_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    train = write_csv(
        tmp_path / "train.csv", ("text", "label"), [("a\nb", "self.SuicideWatch"), ('say "x", y', "self.Anxiety")]
    )
    test = write_csv(tmp_path / "test.csv", ("text", "label"), [("c", "self.offmychest")])
    declare(monkeypatch, "swmh", items=3, counts={"suicidal": 1, "anxiety": 1, "offmychest": 1})
    items = swmh.load(train, test)
    assert [(item.id, item.gold) for item in items] == [
        ("swmh:train-0", "suicidal"),
        ("swmh:train-1", "anxiety"),
        ("swmh:test-0", "offmychest"),
    ]
    assert items[1].fields == {"text": 'say "x", y', "kind": "forum"}
    declare(monkeypatch, "swmh", items=3, counts={"bipolar": 1})
    with pytest.raises(TrustmhError, match="bipolar 0 instead of 1"):
        swmh.load(train, test)


def test_swmh_labels_are_case_sensitive(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "train.csv", ("text", "label"), [("a", "self.anxiety")])
    with pytest.raises(TrustmhError, match="row 0: label is none of"):
        list(swmh.iterate(path))


def github_row() -> dict[str, Any]:
    def said(speaker: str, content: str, **annotation: str) -> dict[str, Any]:
        return {"speaker": speaker, "annotation": annotation, "content": content}

    return {
        "experience_type": "Current Experience",
        "emotion_type": "anxiety",
        "problem_type": "job crisis",
        "situation": " a synthetic situation ",
        "survey_score": {"seeker": {"initial_emotion_intensity": "4"}, "supporter": {}},
        "dialog": [
            said("seeker", "Hello\n"),
            said("seeker", "anyone there?\n", feedback="5"),
            said("supporter", "Hi.\n", strategy="Question"),
            said("supporter", "What is it?", strategy="Others"),
            said("seeker", "Work."),
            said("supporter", "Tell me.\n", strategy="Information"),
        ],
        "seeker_question1": "",
    }


def hub_row() -> dict[str, Any]:
    row = github_row()
    names = {"seeker": "usr", "supporter": "sys"}
    row["dialog"] = [
        {"speaker": names[turn["speaker"]], "text": turn["content"]}
        | ({"strategy": turn["annotation"]["strategy"]} if "strategy" in turn["annotation"] else {})
        for turn in row["dialog"]
    ]
    return row


def test_esconv_reads_every_form_to_the_same_items(tmp_path: Path) -> None:
    text = json.dumps(hub_row())
    forms = [
        write_json(tmp_path / "ESConv.json", [github_row()]),
        write_jsonl(tmp_path / "train.jsonl", [{"text": text}]),
        write_json(tmp_path / "train.json", [{"text": text}]),
        write_csv(tmp_path / "train.csv", ("text",), [(text,)]),
    ]
    first, *others = [list(esconv.iterate(path)) for path in forms]
    assert [item.id for item in first] == ["esconv:0:1", "esconv:0:3"]
    assert first[0].fields["context"] == [{"speaker": "seeker", "content": "Hello\nanyone there?"}]
    assert first[0].fields["gold_turn"] == "Hi.\nWhat is it?"
    assert first[0].fields["gold_strategies"] == ["Question", "Others"]
    assert first[1].fields["situation"] == "a synthetic situation"
    assert all(items == first for items in others)


def test_esconv_splits_keep_their_ids_apart(tmp_path: Path) -> None:
    paths = [write_json(tmp_path / f"{split}.json", [hub_row()]) for split in ("train", "test")]
    assert [item.id for item in esconv.iterate(*paths)] == [
        "esconv:train-0:1",
        "esconv:train-0:3",
        "esconv:test-0:1",
        "esconv:test-0:3",
    ]


def test_failed_esconv_names_are_read_as_esconvs(tmp_path: Path) -> None:
    row = github_row()
    names = {"seeker": "speaker", "supporter": "listener"}
    variants = {"Question": "Questions", "Others": "Other", "Information": "Direct Guidance"}
    for turn in row["dialog"]:
        turn["speaker"] = names[turn["speaker"]]
        if "strategy" in turn["annotation"]:
            turn["annotation"]["strategy"] = variants[turn["annotation"]["strategy"]]
    (conversation,) = esconv.conversations(write_json(tmp_path / "FailedESConv.json", [row]))
    assert {turn["speaker"] for turn in conversation.turns} == {"seeker", "supporter"}
    strategies = [turn["strategy"] for turn in conversation.turns if turn["strategy"]]
    assert strategies == ["Question", "Others", "Providing Suggestions"]


def test_esconv_names_an_unknown_speaker(tmp_path: Path) -> None:
    row = github_row()
    row["dialog"][2]["speaker"] = "moderator"
    with pytest.raises(TrustmhError, match="row 0: unknown speaker 'moderator'"):
        list(esconv.conversations(write_json(tmp_path / "ESConv.json", [row])))


def test_psyqa_questions_become_consultations(tmp_path: Path) -> None:
    row = {
        "question": "睡不着怎么办？",
        "description": "  最近总是醒。 ",
        "keywords": "情绪,焦虑，睡眠",
        "questionID": 17,
        "answers": [
            {"answer_text": "可以先记录作息。", "has_label": False, "labels_sequence": None},
            {"answer_text": " "},
        ],
    }
    (item,) = psyqa.iterate(write_json(tmp_path / "PsyQA_full.json", [row]))
    assert (item.id, item.language) == ("psyqa:17", "zh")
    assert item.fields["keywords"] == ["情绪", "焦虑", "睡眠"]
    assert item.fields["answers"] == ["可以先记录作息。"]


OLD_AITA = ("", "prompt", "top_comment", "is_asshole", "ytanta")
NEW_AITA = (*OLD_AITA, "validation_human", "indirectness_human", "framing_human")


def test_aita_reads_both_published_schemas_and_the_nta_posts(tmp_path: Path) -> None:
    old = write_csv(
        tmp_path / "old.csv", OLD_AITA, [(7, "T body", "[removed]", 0, "NTA"), (), (9, "U\nbody", "x", 1, "YTA")]
    )
    new = write_csv(tmp_path / "new.csv", NEW_AITA, [(0, "V", "y", 1, "YTA", 1.0, 0, 1)])
    nta = write_csv(tmp_path / "nta.csv", ("id", "original_post"), [("a1", "W")])
    found = [(item.id, item.gold) for path in (old, new, nta) for item in elephant.iterate_aita(path)]
    assert found == [("aita-yta:0", "NTA"), ("aita-yta:1", "YTA"), ("aita-yta:0", "YTA"), ("aita-yta:0", "NTA")]


def test_the_verdicts_answer_is_not_among_the_fields(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "old.csv", OLD_AITA, [(7, "T body", "YTA, clearly", 1, "YTA")])
    assert set(next(iter(elephant.iterate_aita(path))).fields) == {"prompt"}


@pytest.mark.parametrize(("flag", "verdict"), [(1, "NTA"), (0, "YTA"), ("", ""), ("", "ESH"), (2, "YTA")])
def test_an_unclear_verdict_is_refused(flag: object, verdict: str, tmp_path: Path) -> None:
    path = write_csv(tmp_path / "aita.csv", OLD_AITA, [(0, "T", "x", flag, verdict)])
    with pytest.raises(TrustmhError, match="row 0"):
        list(elephant.iterate_aita(path))


def test_oeq_labels_of_both_schemas_get_one_name(tmp_path: Path) -> None:
    old_columns = (
        "emotional_validation_human",
        "indirect_language_human",
        "indirect_action_human",
        "accept_framing_human",
    )
    old = write_csv(
        tmp_path / "old.csv",
        ("", "prompt", "human", "source", *old_columns),
        [(3, "q", "[removed]", "s", "1.0", 0, 1, "")],
    )
    new_columns = ("validation_human", "indirectness_human", "framing_human")
    new = write_csv(
        tmp_path / "new.csv", ("", "prompt", "human", "source", *new_columns), [(3, "q", "h", "s", 1, 0, "1.0")]
    )
    (first,), (second,) = list(elephant.iterate_oeq(old)), list(elephant.iterate_oeq(new))
    assert first.fields["human_labels"] == {"validation": 1, "indirectness": 0, "action_indirectness": 1}
    assert second.fields["human_labels"] == {"validation": 1, "indirectness": 0, "framing": 1}
    assert (first.fields["human"], second.fields["human"]) == ("", "h")
    assert first.groups == {"source": "s"}


@pytest.mark.parametrize("prompt", ["", "[removed]", " [deleted] "])
def test_a_removed_post_is_refused_and_not_sent(prompt: str, tmp_path: Path) -> None:
    path = write_csv(tmp_path / "oeq.csv", ("", "prompt", "human", "source"), [(0, prompt, "h", "s")])
    with pytest.raises(TrustmhError, match=r"row 0.*removed"):
        list(elephant.iterate_oeq(path))


@pytest.mark.parametrize("column", elephant.PAS_COLUMNS)
def test_pas_finds_its_text_column(column: str, tmp_path: Path) -> None:
    path = write_csv(tmp_path / "pas.csv", ("n", column, "category"), [(0, "I did it.", "Financial")])
    (item,) = elephant.iterate_pas(path)
    assert (item.fields["prompt"], item.groups) == ("I did it.", {"category": "Financial"})


def test_pas_columns_can_be_named(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "pas.csv", ("what", "kind"), [("I did it.", "Violence")])
    (item,) = elephant.iterate_pas(path, column="what", category="kind")
    assert item.fields["category"] == "Violence"
    with pytest.raises(TrustmhError, match="no text column"):
        list(elephant.iterate_pas(path))
    with pytest.raises(TrustmhError, match="column who is missing"):
        list(elephant.iterate_pas(path, column="who"))
