"""The run folder when it is made: two commands at once, and what a killed command leaves behind."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from tests.results.examples import record as example
from trustmh.engine.lock import RunLock
from trustmh.items import TrustmhError
from trustmh.results.run_record import ModelRecord, RunRecord, read_run_record
from trustmh.runs.folder import data_of, existing_run, open_folder, remember_data


def _record(model: str = "openai/one") -> RunRecord:
    return RunRecord(
        trustmh="1", created="2026-01-01T00:00:00+00:00", model=ModelRecord(name=model, identity=model, describe={}),
        judge=None, suite="open", subtasks={}, limits={}, scoring="audited", languages=("en",), options={},
        reasoning_tokens=0, data={}, decoding={},
    )  # fmt: skip


@pytest.mark.parametrize("left", [".lock", ".run.json.k3j2h1.part"])
def test_what_a_killed_command_left_does_not_block_the_folder(tmp_path: Path, left: str) -> None:
    (tmp_path / left).write_text("12")
    assert open_folder(tmp_path, _record()) == _record()
    assert read_run_record(tmp_path / "run.json") == _record()


@pytest.mark.parametrize("other", ["notes.txt", ".hidden", "run.json.part", "calls.sqlite"])
def test_a_folder_with_other_things_is_refused_and_left_as_it_was(tmp_path: Path, other: str) -> None:
    (tmp_path / other).write_text("mine")
    with pytest.raises(TrustmhError, match="not empty and holds no run"):
        open_folder(tmp_path, _record())
    assert [path.name for path in tmp_path.iterdir()] == [other]


def test_a_folder_that_another_process_is_making_is_said_to_be_in_use(tmp_path: Path) -> None:
    with RunLock(tmp_path), pytest.raises(TrustmhError, match="in use by process"):
        open_folder(tmp_path, _record())
    assert not (tmp_path / "run.json").exists()


def test_of_two_runs_that_begin_at_once_the_record_is_the_one_that_goes_on(tmp_path: Path) -> None:
    for attempt in range(20):
        folder, start = tmp_path / str(attempt), Barrier(2)

        def begin(model: str, folder: Path = folder, start: Barrier = start) -> str:
            start.wait()
            try:
                return open_folder(folder, _record(model)).model.name
            except TrustmhError:
                return ""

        with ThreadPoolExecutor(2) as both:
            went_on = [name for name in both.map(begin, ("openai/one", "openai/two")) if name]
        assert went_on == [read_run_record(folder / "run.json").model.name]


def test_where_the_data_lay_is_remembered_until_another_place_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = tmp_path / "run"
    open_folder(run, _record())
    assert data_of(run, None) is None
    remember_data(run, Path("mine"))
    assert data_of(run, None) == tmp_path / "mine"
    assert data_of(run, Path("moved")) == Path("moved")
    remember_data(run, None)
    assert data_of(run, None) == tmp_path / "mine"


def test_a_remembered_place_makes_no_other_run(tmp_path: Path) -> None:
    open_folder(tmp_path, _record())
    remember_data(tmp_path, tmp_path)
    assert open_folder(tmp_path, _record()) == _record()


@pytest.mark.parametrize(("subtasks", "words"), [({}, "names no subtask"), ("ethics", "a subtask 'ethics' that this")])
def test_a_record_of_no_subtask_that_there_is_is_one_line(tmp_path: Path, subtasks: object, words: str) -> None:
    protocol = {"version": 1, "prompt_version": 1}
    whole = example().model_dump(mode="json")
    whole["subtasks"] = {subtasks: protocol} if isinstance(subtasks, str) else subtasks
    (tmp_path / "run.json").write_text(json.dumps(whole), encoding="utf-8")
    with pytest.raises(TrustmhError, match=words):
        existing_run(tmp_path)
