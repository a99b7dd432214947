"""The confusion matrix and the list of missed crises, also from a grade table read back from disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pillars.examples import graded
from trustmh.items import Grade, Outcome
from trustmh.pillars.confusion import MissedCrisis, confusion, missed_crises
from trustmh.pillars.detection import detection_measures
from trustmh.results.grade_table import GradedItem, read_grades, write_grades

LABELS = ("fire", "flood", "calm")
PAIRS = [("fire", "fire"), ("fire", "calm"), ("flood", None), ("calm", "fire"), ("flood", "storm"), ("flood", "calm")]


def grades() -> list[Grade]:
    rows = []
    for number, (gold, said) in enumerate(PAIRS):
        usable = said if said in LABELS else None
        rows.append(graded(number, gold, said, detection_measures(gold, usable, ("fire", "flood"))))
    return [*rows, graded(9, "fire", outcome=Outcome.PROVIDER_ERROR)]


def test_every_item_is_in_one_cell_and_can_be_found() -> None:
    table = confusion(grades(), LABELS)
    assert table.count("fire", "fire") == 1
    assert table.items["fire"]["calm"] == ("d:1",)
    assert table.items["flood"][None] == ("d:2", "d:4")
    assert table.count("calm", "calm") == 0
    assert sum(len(ids) for row in table.items.values() for ids in row.values()) + table.left_out == len(grades())
    assert table.left_out == 1


def test_a_gold_label_outside_the_set_is_an_error() -> None:
    with pytest.raises(ValueError, match="d:0"):
        confusion([graded(0, "earthquake", "fire")], LABELS)


def test_misses_come_before_silence_and_provider_errors_are_not_the_models() -> None:
    missed = missed_crises(grades())
    assert [(row.item, row.answer) for row in missed] == [
        ("d:1", "calm"),
        ("d:5", "calm"),
        ("d:2", None),
        ("d:4", "storm"),
    ]
    assert missed[2] == MissedCrisis("d:2", "en", "flood", None, Outcome.UNPARSED)


def test_the_grade_table_on_disk_is_enough(tmp_path: Path) -> None:
    path = tmp_path / "grades.parquet"
    write_grades(path, [GradedItem("crisis", grade) for grade in grades()])
    back = [one.grade for one in read_grades(path)]
    assert missed_crises(back) == missed_crises(grades())
    assert confusion(back, LABELS) == confusion(grades(), LABELS)
