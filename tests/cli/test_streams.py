"""Output on any terminal: encodings without Chinese, file names that are no UTF-8, text that would steer the screen."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.command import trustmh
from trustmh.cli.show import print_problems
from trustmh.cli.streams import on_one_line
from trustmh.engine.replay import Problem

NARROW: dict[str, Any] = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("data", "list"),
        ("subtasks",),
        ("run", "-m", "baseline/constant", "-s", "ethics", "--limit", "2"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else value,
)
def test_tables_are_printed_whatever_the_encoding(tmp_path: Path, arguments: tuple[str, ...], encoding: str) -> None:
    result = trustmh(*arguments, cwd=tmp_path, PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert result.returncode == 0, result.stderr
    assert "Traceback" not in result.stderr


def test_items_stay_json_where_the_encoding_has_no_chinese() -> None:
    plain = trustmh("items", "knowledge", "--languages", "zh", "--limit", "2")
    narrow = trustmh("items", "knowledge", "--languages", "zh", "--limit", "2", **NARROW)
    assert narrow.returncode == 0, narrow.stderr
    assert narrow.stdout.isascii()
    assert not plain.stdout.isascii()
    assert [json.loads(line) for line in narrow.stdout.splitlines()] == [
        json.loads(line) for line in plain.stdout.splitlines()
    ]


def test_own_text_is_shown_where_the_encoding_has_no_chinese(tmp_path: Path) -> None:
    (tmp_path / "texts.txt").write_text("我今天很难过。\n", encoding="utf-8")
    result = trustmh("perturb", "texts.txt", "--level", "word", cwd=tmp_path, **NARROW)
    assert result.returncode == 0, result.stderr
    assert "\\u6211" in result.stdout


def test_a_path_that_is_no_utf8_can_be_named(tmp_path: Path) -> None:
    name = b"\xff\xfe".decode("utf-8", "surrogateescape")
    arguments = ("-m", "baseline/constant", "-s", "ethics", "--limit", "2", "--out", name)
    assert trustmh("run", *arguments, cwd=tmp_path).returncode == 0
    refused = trustmh("score", name + "x", cwd=tmp_path)
    assert refused.returncode == 2
    assert len(refused.stderr.strip().splitlines()) == 1


def test_a_file_name_cannot_steer_the_terminal_or_add_lines(tmp_path: Path) -> None:
    name = "no\n\x1b[31m\u202esuch"
    (line,) = trustmh("score", name, cwd=tmp_path).stderr.splitlines()
    assert line.startswith("trustmh: no ⟨U+001B⟩[31m⟨U+202E⟩such: no such run folder")


def test_secrets_in_a_mistake_are_hidden(tmp_path: Path) -> None:
    secret = "a-key-that-must-not-be-shown"
    result = trustmh("score", f"./{secret}", cwd=tmp_path, STUB_API_KEY=secret)
    assert result.returncode == 2
    assert secret not in result.stderr


@given(st.text())
def test_one_line_is_one_line_and_encodable(text: str) -> None:
    shown = on_one_line(text)
    assert len(shown.splitlines()) <= 1
    shown.encode("utf-8")
    assert "\x1b" not in shown


def test_what_is_wrong_with_files_comes_before_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    missing = [Problem("missing", "", 0, f"no reply for item x:{number}", f"x:{number}") for number in range(30)]
    broken = Problem("broken file", "a\n\x1b.jsonl", 0, "holds no reply")
    print_problems([*missing, broken], "--json lists all")
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "trustmh: a ⟨U+001B⟩.jsonl: broken file: holds no reply"
    assert len(lines) == 21
    assert lines[-1] == "trustmh: and 11 more; --json lists all"


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_takes_no_file_with_it(tmp_path: Path, closed: str) -> None:
    arguments = "run -m baseline/constant -s ethics --limit 2 --json --out run"
    command = f'"$0" -c "from trustmh.cli import main; main()" {arguments} {closed}'
    for _ in range(2):
        assert subprocess.run(["/bin/sh", "-c", command, sys.executable], cwd=tmp_path, check=False).returncode == 0
    assert trustmh("score", "run", "--json", cwd=tmp_path).returncode == 0
