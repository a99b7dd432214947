"""Progress without a terminal: a line when a stage begins and ends, and what is asked once more is called so."""

from __future__ import annotations

import pytest

from trustmh.cli.progress import call_progress
from trustmh.engine.calls import Kind
from trustmh.engine.fetch import FetchProgress


def _state(kind: Kind, done: int, total: int = 18, turn: int = 1) -> FetchProgress:
    return FetchProgress(kind, total, 0, done, 0, 1.0, turn)


def test_a_stage_is_told_when_it_begins_and_ends_and_not_at_every_call(capsys: pytest.CaptureFixture[str]) -> None:
    with call_progress() as show:
        for kind in ("reply", "verdict"):
            for done in range(19):
                show(_state(kind, done))
    assert capsys.readouterr().err.splitlines() == [
        "replies: 0 of 18, 1 s",
        "replies: 18 of 18, 1 s",
        "verdicts: 0 of 18, 1 s",
        "verdicts: 18 of 18, 1 s",
    ]


def test_what_is_asked_once_more_says_what_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    with call_progress() as show:
        for turn in (1, 2, 3):
            show(_state("verdict", 18, turn=turn))
        show(_state("reply", 2, 2, turn=2))
    assert capsys.readouterr().err.splitlines() == [
        "verdicts: 18 of 18, 1 s",
        "unread verdicts, asked again (turn 2): 18 of 18, 1 s",
        "unread verdicts, asked again (turn 3): 18 of 18, 1 s",
        "replies to shortened texts (turn 2): 2 of 2, 1 s",
    ]
