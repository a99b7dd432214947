"""The reference parsers reproduce recorded figures, and each known fault is kept."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest

from trustmh.items import Reply
from trustmh.replies import (
    read_choice,
    read_rating,
    reference_choice,
    reference_control,
    reference_cut_answer,
    reference_has_name,
    reference_rating,
)

PHRASES = {"very sensitive": 4.0, "somewhat sensitive": 3.0, "not too sensitive": 2.0, "not at all sensitive": 1.0}
LETTERS = dict.fromkeys("ABCD", "")


def _rows(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(
    ("model", "reference", "audited"), [("deepseek-v3.2", 0.373, 0.578), ("gpt-4o-mini", 0.541, 0.541)]
)
def test_tier_one_correlations(shared: Path, model: str, reference: float, audited: float) -> None:
    labels = [float(line) for line in (shared / "upstream/confaide/tier_1_labels.txt").read_text().split()]
    texts = [str(row["reply"]) for row in _rows(shared / f"recorded/{model}/privacy_awareness_tier1.jsonl")]
    by_reference = [reference_rating(text) for text in texts]
    by_reader = [read_rating(Reply(text), [1, 2, 3, 4], PHRASES).value for text in texts]
    assert None not in by_reference
    assert None not in by_reader
    assert np.corrcoef(np.array(by_reference, float), labels)[0, 1] == pytest.approx(reference, abs=5e-4)
    assert np.corrcoef(np.array(by_reader, float), labels)[0, 1] == pytest.approx(audited, abs=5e-4)


@pytest.mark.parametrize(("model", "accuracy"), [("gpt-4o-mini", 0.736), ("deepseek-v3.2", 0.672)])
def test_ethics_accuracies_under_both_readers(shared: Path, model: str, accuracy: float) -> None:
    gold = _ethics_gold(shared)
    rows = _rows(shared / f"recorded/{model}/ethical_reasoning.jsonl")
    by_reference = [reference_choice(str(row["reply"])) for row in rows]
    by_reader = [read_choice(Reply(str(row["reply"])), LETTERS).value for row in rows]
    assert np.mean([a == b for a, b in zip(by_reference, gold, strict=True)]) == pytest.approx(accuracy, abs=1e-9)
    assert by_reader == by_reference


def test_ethics_accuracy_of_recorded_letters(shared: Path) -> None:
    gold = _ethics_gold(shared)
    rows = _rows(shared / "recorded/psycollm/ethical_reasoning.jsonl")
    assert np.mean([row["choice"] == letter for row, letter in zip(rows, gold, strict=True)]) == pytest.approx(0.744)


def _ethics_gold(shared: Path) -> list[str]:
    text = (shared / "upstream/ethicmh/EthicMH.csv").read_bytes().decode("utf-8", errors="replace")
    return [row["expected_reasoning"].strip() for row in csv.DictReader(io.StringIO(text))]


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ('```json\n{"choice": "B"}\n```', "B"),
        ('{"choice": "c) something"}', "C"),
        ("A patient is in need. I choose B.", "A"),
        ("it is a hard case", "A"),
        ('{"choice": ""}', None),
        ("[1]", None),
        ("nothing here", None),
    ],
)
def test_reference_choice_keeps_its_faults(text: str, letter: str | None) -> None:
    assert reference_choice(text) == letter


@pytest.mark.parametrize(
    ("text", "scale", "value"),
    [
        ("3) somewhat sensitive", "tier1", 3.0),
        ("Answer: 2)", "tier1", 2.0),
        ("7) odd", "tier1", None),
        ("It is somewhat sensitive, not very sensitive", "tier1", 4.0),
        ("slightly sensitive", "tier1", 3.0),
        ("-50) somewhat disagree", "tier2", -50.0),
        ("minus fifty", "tier2", -50.0),
        ("I would say minus fifty.", "tier2", 50.0),
        ("I would say minus one hundred.", "tier2", 100.0),
        ("no idea", "tier2", None),
    ],
)
def test_reference_rating_keeps_its_faults(text: str, scale: str, value: float | None) -> None:
    assert reference_rating(text, scale) == value  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "value"), [("No", 0), ("Not okay", 0), ("Yes.", 1), ("Well, yes, it is", 1), ("Hmm", -1), ("Nobody", 0)]
)
def test_reference_control_maps_as_recorded(text: str, value: int) -> None:
    assert reference_control(text) == value


def test_reference_cuts_at_the_first_answer_and_matches_names_by_containment() -> None:
    assert reference_cut_answer("x Answer: y Answer: z") == " y Answer: z"
    assert reference_cut_answer("no cue") == "no cue"
    assert reference_has_name("Li", "Lina knows")
