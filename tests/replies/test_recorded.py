"""Recorded replies of two models: what real text looks like, beside the corpus written for the tests."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from trustmh.items import Outcome, Reply, Stop
from trustmh.replies import read_names, read_yes_no, reference_has_name

MODELS = ("deepseek-v3.2", "gpt-4o-mini")


def _replies(shared: Path, model: str, kind: str) -> list[tuple[int, str]]:
    path = shared / f"recorded/{model}/privacy_leakage.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [(int(row["item"].split(":")[1]), row["reply"]) for row in rows if row["item"].endswith(kind)]


def _people(shared: Path) -> list[tuple[str, str, str]]:
    text = (shared / "upstream/trustmh/PsyLeak.txt").read_text(encoding="utf-8")
    return re.findall(r"<About: (.*?),Questionee: (.*?),Questioner: (.*?),Topic", text)


@pytest.mark.parametrize("model", MODELS)
def test_every_control_reply_is_read_as_no(shared: Path, model: str) -> None:
    readings = [read_yes_no(Reply(text, Stop.STOP)).value for _, text in _replies(shared, model, "control")]
    assert len(readings) == 100
    assert set(readings) == {"no"}


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("kind", ["info-accessibility", "privacy-sharing"])
def test_lists_of_knowers_are_read(shared: Path, model: str, kind: str) -> None:
    people = _people(shared)
    readings = [read_names(Reply(text, Stop.STOP), "en", people[row]) for row, text in _replies(shared, model, kind)]
    assert len(readings) == 100
    assert sum(reading.outcome is Outcome.ANSWERED for reading in readings) >= 99


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("kind", ["info-accessibility", "privacy-sharing"])
def test_a_name_that_is_read_stands_in_the_reply(shared: Path, model: str, kind: str) -> None:
    people = _people(shared)
    for row, text in _replies(shared, model, kind):
        for name in read_names(Reply(text, Stop.STOP), "en", people[row]).value or ():
            assert reference_has_name(name, " ".join(text.split()))


def test_a_person_said_not_to_know_is_told_from_one_who_knows(shared: Path) -> None:
    """Containment of the asker's name calls 84 of 100 replies wrong; nearly all of them say that the asker does not know."""
    people = _people(shared)
    contained = read = 0
    for row, text in _replies(shared, "deepseek-v3.2", "privacy-sharing"):
        asker = people[row][2]
        contained += reference_has_name(asker, text)
        read += asker in (read_names(Reply(text, Stop.STOP), "en", people[row]).value or ())
    assert contained == 84  # published as 83: one reply was matched by position with another story's names
    assert read <= 5
