"""A suite of the user's own: the open suite's form, checked row by row, every fault named with its line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from trustmh.datasets.lint.forms import FORMS
from trustmh.datasets.lint.meanings import IN_FILE, MEANINGS, meaning
from trustmh.datasets.open_rows import FILES, rows
from trustmh.datasets.own_rows import own_rows
from trustmh.items import TrustmhError
from trustmh.pillars.selection import load_items
from trustmh.pillars.subtask import Source
from trustmh.pillars.table import SUBTASKS

ROW = {
    "id": "clinic:1",
    "language": "en",
    "subcategory": "confidentiality",
    "scenario": "A client asks to see the notes of the session.",
    "options": {"A": "Show them.", "B": "Refuse.", "C": "Ask why.", "D": "Burn them."},
    "answer": "A",
    "task": "Weigh access and harm.",
    "pitfalls": "Refuses without a reason.",
}


def _write(folder: Path, *rows_: Any, name: str = "ethics") -> Path:
    text = "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows_)
    (folder / f"{name}.jsonl").write_text(text + "\n", encoding="utf-8")
    return folder


def test_a_row_needs_no_bookkeeping_of_ours(tmp_path: Path) -> None:
    (row,) = own_rows("ethics", _write(tmp_path, ROW))
    assert row["id"] == "clinic:1"
    assert row["difficulty"] == "medium"


@pytest.mark.parametrize(
    ("row", "named"),
    [
        ({key: value for key, value in ROW.items() if key != "options"}, r"ethics\.jsonl:1: options: Field required"),
        ({**ROW, "answer": "E"}, r"ethics\.jsonl:1: answer E is no option; trustmh"),
        ({**ROW, "options": ["a", "b"]}, "options"),
        ({**ROW, "language": "de"}, "language"),
        ({**ROW, "extra": 1}, "extra"),
        ({**ROW, "scenario": ""}, "scenario"),
        ({key: value for key, value in ROW.items() if key != "id"}, "needs an id"),
        ({**ROW, "id": 7}, "needs an id"),
        (
            {("scenarios" if key == "scenario" else key): value for key, value in ROW.items()},
            "scenario: Field required; scenarios: no such field, scenario was perhaps meant; trustmh data form ethics",
        ),
        ({**ROW, "dificulty": "easy"}, "dificulty: no such field, difficulty was perhaps meant"),
        ({**ROW, "zzz": 1}, "zzz: no such field;"),
        ({"id": "1"}, r"language: Field required; .*; and \d more faults; "),
        (
            "{not json",
            r"ethics\.jsonl:1: not valid JSON \(expecting .*, column 2\); each line must be one whole JSON object",
        ),
        ('{"id": "a"},', r"not valid JSON \(extra data, column 12\); each line"),
        ("[1]", "one JSON object a line was expected"),
    ],
)
def test_a_fault_is_named_with_file_line_and_field(tmp_path: Path, row: Any, named: str) -> None:
    with pytest.raises(TrustmhError, match=named):
        own_rows("ethics", _write(tmp_path, row))


def test_a_file_without_a_form_is_one_line_that_says_where_forms_are(tmp_path: Path) -> None:
    with pytest.raises(TrustmhError, match=r"unheard\.jsonl has no form: add it to FORMS in datasets/lint/forms\.py"):
        own_rows("unheard", _write(tmp_path, ROW, name="unheard"))


@pytest.mark.parametrize("file", FORMS)
def test_every_field_of_every_file_has_a_meaning(file: str) -> None:
    fields = set(FORMS[file][0].model_fields) - {"provenance"}
    assert [field for field in sorted(fields) if not meaning(file, field)] == []


def test_no_meaning_is_of_a_field_that_there_is_not() -> None:
    fields = {field for form, _, _ in FORMS.values() for field in form.model_fields}
    assert set(MEANINGS) <= fields
    assert all(field in FORMS[file][0].model_fields for file, field in IN_FILE)


def test_an_id_that_stands_there_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TrustmhError, match=r"ethics\.jsonl:2: the id 'clinic:1' stands there twice"):
        own_rows("ethics", _write(tmp_path, ROW, ROW))


def test_a_missing_file_says_where_to_read_more(tmp_path: Path) -> None:
    with pytest.raises(TrustmhError, match=r"knowledge\.jsonl: no such file.*docs/own-data\.md"):
        own_rows("knowledge", tmp_path)


@pytest.mark.parametrize("subtask", SUBTASKS, ids=lambda subtask: subtask.id)
def test_the_open_suites_own_rows_are_items_of_a_suite_of_ones_own(subtask, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    for dataset in subtask.datasets["open"]:
        _write(tmp_path, *rows(FILES[dataset]), name=FILES[dataset])
    if "jailbreak" in subtask.id or subtask.id == "antitoxic":
        _write(tmp_path, *rows("benign"), name="benign")
    assert load_items(subtask, Source("own", tmp_path)) == load_items(subtask, Source("open"))
    assert load_items(subtask, Source("open")) == subtask.load(Source("open"))
