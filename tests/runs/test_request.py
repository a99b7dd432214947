"""What a request comes to: what is asked, what is left out and said so, and which files it rests on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.datasets.gated_files import write_gated_files
from trustmh.datasets.open_rows import rows
from trustmh.items import TrustmhError
from trustmh.pillars import table
from trustmh.pillars.table import SUBTASKS
from trustmh.runs import request as module
from trustmh.runs.replayed import recorded_request
from trustmh.runs.request import Request, data_hashes, left_out, plan, published_data_lacks


def _folder(path: Path, *names: str) -> Path:
    path.mkdir(exist_ok=True)
    for name in names:
        text = "".join(json.dumps(row) + "\n" for row in rows(name))
        (path / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return path


def _own(path: Path, *subtasks: str) -> Request:
    return Request(subtasks=subtasks, suite="own", data=path)


def _ids(request: Request) -> list[str]:
    return [one.subtask.id for one in plan(request)]


def test_a_folder_of_ones_own_is_asked_for_what_it_has_files_for(tmp_path: Path) -> None:
    request = _own(_folder(tmp_path, "knowledge", "crisis"))
    planned = plan(request)
    assert [one.subtask.id for one in planned] == ["knowledge", "crisis_identification", "crisis_escalation"]
    assert left_out(planned, request) == (
        "this run covers knowledge, crisis_identification, crisis_escalation; left out for want of data: "
        f"{len(SUBTASKS) - 3} subtasks without any file",
    )


def test_a_subtask_with_a_part_of_its_files_is_named_with_the_one_that_lacks(tmp_path: Path) -> None:
    request = _own(_folder(tmp_path, "flows", "stories", "intents"), "privacy", "safety")
    planned = plan(request)
    (line,) = left_out(planned, request)
    assert line == (
        "this run covers antitoxic, privacy_leakage; left out for want of data: jailbreak_resistance (no benign.jsonl), "
        "privacy_awareness (no sensitivity.jsonl)"
    )


def test_published_data_that_is_not_here_is_left_out_by_name(tmp_path: Path) -> None:
    request = Request(subtasks=("reliability",), suite="paper", data=write_gated_files(tmp_path))
    planned = plan(request)
    assert [one.subtask.id for one in planned] == ["psychological_diagnosis", "emotional_support"]
    (line,) = left_out(planned, request)
    assert line.startswith(
        "this run covers psychological_diagnosis, emotional_support; left out for want of data: knowledge (no usmle-mental), "
        "emotion_recognition (no emobench-eu), psychological_intervention (no cpsycoune)"
    )
    assert published_data_lacks(planned, request)


def test_a_part_of_the_published_data_that_is_all_there_is_whole(tmp_path: Path) -> None:
    request = Request(subtasks=("robustness",), suite="paper", data=write_gated_files(tmp_path))
    planned = plan(request)
    assert left_out(planned, request) == ()
    assert not published_data_lacks(planned, request)


def test_without_any_published_data_it_is_said_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(TrustmhError, match=r"none of the 3 subtasks.*trustmh data list.*dataset oeq: .* not found"):
        plan(Request(subtasks=("anti_sycophancy",), suite="paper", data=tmp_path))


def test_an_id_that_stands_for_two_items_is_refused_before_any_call(tmp_path: Path) -> None:
    request = _own(_folder(tmp_path, "knowledge", "ethics"))
    for name in ("knowledge", "ethics"):
        lines = (tmp_path / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        row = {**json.loads(lines[0]), "id": "mine:1"}
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(row), encoding="utf-8")
    with pytest.raises(TrustmhError, match=r"'mine:1' stands for two items .*\(knowledge\.jsonl and ethics\.jsonl\)"):
        plan(request)
    assert _ids(replace(request, subtasks=("knowledge",))) == ["knowledge"]


def test_attacks_on_ones_own_requests_keep_the_ids_of_the_requests(tmp_path: Path) -> None:
    folder = _folder(tmp_path, "intents")
    rows_of = [json.loads(line) for line in (folder / "intents.jsonl").read_text(encoding="utf-8").splitlines()[:3]]
    for number, row in enumerate(rows_of):
        row["id"] = f"{'ab'[number % 2]}:{number // 2}"
    (folder / "intents.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows_of), encoding="utf-8")
    (planned,) = plan(_own(folder, "antitoxic"))
    ids = {item.id for item in planned.items}
    assert len(ids) == len(planned.items)
    assert {one.rsplit(":", 1)[0] for one in ids} == {"a:0", "b:0", "a:1"}


def test_a_subtask_that_is_named_must_have_its_files(tmp_path: Path) -> None:
    with pytest.raises(TrustmhError, match=r"ethics\.jsonl: no such file"):
        plan(_own(_folder(tmp_path, "knowledge"), "ethical_reasoning", "knowledge"))


def test_a_fault_in_a_file_that_is_there_leaves_nothing_out(tmp_path: Path) -> None:
    _folder(tmp_path, "knowledge", "ethics")
    (tmp_path / "ethics.jsonl").write_text("{", encoding="utf-8")
    with pytest.raises(TrustmhError, match=r"ethics\.jsonl:1: not valid JSON"):
        plan(_own(tmp_path))


def test_a_folder_without_any_file_is_one_line_that_says_where_their_names_are(tmp_path: Path) -> None:
    with pytest.raises(TrustmhError, match=r"files of none of the subtasks.*own-data\.md.*no knowledge\.jsonl"):
        plan(_own(tmp_path))


def test_nothing_is_said_when_nothing_is_left_out() -> None:
    request = Request(subtasks=("ethics",))
    assert left_out(plan(request), request) == ()


def test_every_file_of_ones_own_that_was_read_is_in_the_record(tmp_path: Path) -> None:
    request = _own(_folder(tmp_path, "intents", "benign", "knowledge"))
    assert list(data_hashes(plan(request), request)) == ["benign.jsonl", "intents.jsonl", "knowledge.jsonl"]


@pytest.fixture
def one_suite_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table as it is with a subtask that has no dataset in the paper suite, and one in no catalogue."""
    ethics = SUBTASKS[-1]
    unheard = replace(ethics, id="unheard", datasets={"open": ("open-unheard",)})
    monkeypatch.setattr(table, "SUBTASKS", (ethics, unheard))
    monkeypatch.setattr(table, "BY_ID", {one.id: one for one in (ethics, unheard)})
    monkeypatch.setattr(module, "BY_ID", table.BY_ID)


def test_a_subtask_without_a_dataset_in_the_suite_is_left_out_or_refused(one_suite_only: None, shared: Path) -> None:
    request = Request(suite="paper", data=shared / "upstream")
    planned = plan(request)
    assert [one.subtask.id for one in planned] == ["ethical_reasoning"]
    assert left_out(planned, request) == (
        "this run covers ethical_reasoning; left out for want of data: unheard (not in this suite)",
    )
    with pytest.raises(TrustmhError, match=r"unheard has no dataset in the paper suite; it has one in: open"):
        plan(replace(request, subtasks=("unheard",)))


def test_a_dataset_that_is_in_no_table_is_one_line(one_suite_only: None) -> None:
    request = Request(subtasks=("unheard",))
    with pytest.raises(TrustmhError, match="open-unheard is no dataset of the open suite"):
        data_hashes(plan(request), request)


def _recorded(folder: Path, *items: str) -> str:
    folder.mkdir()
    lines = [json.dumps({"item": item, "reply": "A"}) for item in items]
    (folder / "replies.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return f"replay/{folder}"


def test_recorded_replies_are_asked_for_what_they_answer(tmp_path: Path) -> None:
    model = _recorded(tmp_path / "replies", "open-ethics:en-001", "open-knowledge:en-001")
    request, notes = recorded_request(model, Request())
    assert request.subtasks == ("knowledge", "ethical_reasoning")
    assert notes == (
        f"replies to knowledge, ethical_reasoning are recorded; the other {len(SUBTASKS) - 2} subtasks are left out",
    )
    named = Request(subtasks=("privacy",))
    assert recorded_request(model, named) == (named, ())


def test_recorded_replies_to_items_of_ones_own_are_found_by_their_ids(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "mine", "knowledge", "pas")
    row = {**rows("ethics")[0], "id": "clinic:7"}
    (folder / "ethics.jsonl").write_text(json.dumps(row), encoding="utf-8")
    model = _recorded(tmp_path / "replies", "clinic:7")
    request, _ = recorded_request(model, _own(folder))
    assert request.subtasks == ("ethical_reasoning",)


def test_replies_to_another_suite_are_one_line(tmp_path: Path) -> None:
    model = _recorded(tmp_path / "replies", "ethicmh:1")
    with pytest.raises(TrustmhError, match=r"holds no reply to the open suite \(it holds ethicmh\)"):
        recorded_request(model, Request())
