"""The run record: kept, read back, compared, and never a place for credentials."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from tests.results.examples import record
from trustmh.items import Decoding, TrustmhError
from trustmh.results.run_record import (
    ModelRecord,
    ProtocolRecord,
    RunRecord,
    differences,
    read_run_record,
    write_run_record,
)


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    write_run_record(path, record())
    assert read_run_record(path) == record()
    first = path.read_bytes()
    write_run_record(path, read_run_record(path))
    assert path.read_bytes() == first


def test_the_same_run_started_again_does_not_differ() -> None:
    again = record(
        created="2026-03-02T10:00:00+00:00",
        trustmh="0.1.1",
        notes=("figures rest on data files that differ from the published ones: a (unknown)",),
        model=ModelRecord(name="local/one", identity="one@sha256:aa", describe={"threads": 8}),
    )
    assert differences(record(), again) == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"seed": 1}, ["seed"]),
        ({"limits": {"ethical_reasoning": 5}}, ["limits.ethical_reasoning"]),
        ({"judge": None}, ["judge"]),
        ({"suite": "paper", "scoring": "reference"}, ["suite", "scoring"]),
        ({"languages": ("zh",)}, ["languages"]),
        ({"model": ModelRecord(name="local/one", identity="other")}, ["model.identity"]),
        ({"data": {"open/ethics.jsonl": "1" * 64}}, ["data.open/ethics.jsonl"]),
        ({"data": {}}, ["data.open/ethics.jsonl"]),
        (
            {"subtasks": {"ethical_reasoning": ProtocolRecord(version=2, prompt_version=4, rubrics={"apa": 2})}},
            ["subtasks.ethical_reasoning.prompt_version", "subtasks.ethical_reasoning.rubrics.apa"],
        ),
        ({"subtasks": {}}, ["subtasks.ethical_reasoning"]),
        ({"decoding": {"ethical_reasoning": (Decoding(max_tokens=10),)}}, ["decoding.ethical_reasoning"]),
        ({"classifiers": {"detoxify": ModelRecord(name="classifier/detoxify", identity="d 1")}}, ["classifiers"]),
    ],
)
def test_every_setting_that_differs_is_named(changes: dict[str, object], expected: list[str]) -> None:
    assert differences(record(), record(**changes)) == expected
    assert sorted(differences(record(**changes), record())) == sorted(expected)


def test_a_record_from_before_there_were_notes_is_read(tmp_path: Path) -> None:
    fields = json.loads(record(notes=("a remark",)).model_dump_json())
    del fields["notes"]
    (tmp_path / "run.json").write_text(json.dumps(fields), encoding="utf-8")
    assert read_run_record(tmp_path / "run.json") == record()


def test_classifiers_are_compared_by_identity_and_not_by_what_else_is_known() -> None:
    def scored_by(identity: str, threads: int) -> RunRecord:
        one = ModelRecord(name="classifier/detoxify", identity=identity, describe={"threads": threads})
        return record(classifiers={"detoxify": one})

    assert differences(scored_by("d 1", 1), scored_by("d 1", 2)) == []
    assert differences(scored_by("d 1", 1), scored_by("d 2", 1)) == ["classifiers.detoxify.identity"]


def test_a_record_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        record().seed = 1


@pytest.mark.parametrize("key", ["api_key", "OPENAI_API_KEY", "Authorization", "password", "client secret"])
def test_credentials_are_refused(key: str) -> None:
    with pytest.raises(ValidationError, match="must not be recorded"):
        ModelRecord(name="m", identity="m", describe={key: "sk-1234"})


def _changed(**fields: object) -> str:
    return json.dumps({**json.loads(record().model_dump_json()), **fields})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not valid at file"),
        ("{", "not valid at file"),
        ("[]", "not valid at file"),
        ('{"trustmh": "0.1.0"}', "not valid at created"),
        (_changed(format=2), "not valid at format"),
        (_changed(data={"f": "abc"}), "not valid at data.f"),
        (_changed(surprise=1), "not valid at surprise"),
        (_changed(limits={"ethical_reasoning": 0}), "not valid at limits.ethical_reasoning"),
    ],
)
def test_a_damaged_record_gives_one_clear_line(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "run.json").write_text(text, encoding="utf-8")
    with pytest.raises(TrustmhError, match=message) as caught:
        read_run_record(tmp_path / "run.json")
    assert "\n" not in str(caught.value)
    assert "name the folder of a run" in str(caught.value)


def test_a_missing_record_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(TrustmhError, match="no run record at"):
        read_run_record(tmp_path / "run.json")


def test_the_type_is_what_the_room_gives() -> None:
    assert isinstance(record(), RunRecord)
