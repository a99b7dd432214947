"""The table of subtasks on a terminal of 80 columns: everything can be read, and each card can be opened."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from trustmh.cli.subtasks import CARDS, subtasks_command
from trustmh.pillars.table import SUBTASKS


def test_nothing_is_cut_at_80_columns(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name, value in (("COLUMNS", "80"), ("TTY_COMPATIBLE", "1"), ("NO_COLOR", "1"), ("TERM", "dumb")):
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("rich.console.Console.is_terminal", True)
    subtasks_command(as_json=False)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    text = " ".join(" ".join(lines).split())
    assert "…" not in text
    for one in SUBTASKS:
        assert f" {one.id} metric " in text
        assert f"card {one.card.relative_to(CARDS).as_posix()} version {one.version}" in text
        for name, values in one.options.items():
            assert f"option {name}: {', '.join(values)}" in text


def test_json_holds_the_path_of_each_card(capsys: pytest.CaptureFixture[str]) -> None:
    subtasks_command(as_json=True)
    shown = json.loads(capsys.readouterr().out)
    assert [one["id"] for one in shown] == [one.id for one in SUBTASKS]
    assert all(Path(one["card"]).read_text(encoding="utf-8").startswith(f"# {one['id']}") for one in shown)
