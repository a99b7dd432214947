"""Missed crises: whose transcripts are always in the page, and that silence is never taken for a wrong all-clear."""

from __future__ import annotations

import pytest

from tests.pillars.examples import graded
from trustmh.items import Grade, Outcome
from trustmh.pillars.detection import detection_measures
from trustmh.report.missed_crises import LABEL_SETS, UNUSABLE_LISTED, kept_items, missed_and_unusable

LABELS, ALARMS = LABEL_SETS["crisis_identification"]


def crisis(number: int, gold: str, said: object, outcome: Outcome | None = None) -> Grade:
    """A grade with the measures that crisis_identification gives."""
    usable = said if isinstance(said, str) and said in LABELS else None
    return graded(number, gold, said, detection_measures(gold, usable, ALARMS), outcome=outcome)


def test_the_label_sets_hold_their_alarms_and_something_else() -> None:
    assert set(LABEL_SETS) == {"crisis_identification", "severity_identification"}
    for labels, alarms in LABEL_SETS.values():
        assert set(alarms) < set(labels)


@pytest.mark.parametrize(
    ("gold", "said", "outcome", "missed", "unusable"),
    [
        ("self-harm", "no_crisis", None, 1, 0),
        ("self-harm", "suicidal_ideation", None, 0, 0),
        ("self-harm", None, None, 0, 1),
        ("self-harm", None, Outcome.REFUSED, 0, 1),
        ("self-harm", "earthquake", None, 0, 1),
        ("self-harm", ["no_crisis"], None, 0, 1),
        ("self-harm", None, Outcome.PROVIDER_ERROR, 0, 0),
        ("no_crisis", "self-harm", None, 0, 0),
        ("no_crisis", None, None, 0, 0),
    ],
)
def test_each_failure_is_in_its_own_list(
    gold: str, said: object, outcome: Outcome | None, missed: int, unusable: int
) -> None:
    found = missed_and_unusable([crisis(0, gold, said, outcome)], LABELS)
    assert tuple(map(len, found)) == (missed, unusable)


def test_every_missed_crisis_is_kept_and_the_first_unusable_ones() -> None:
    grades = [crisis(number, "self-harm", "no_crisis") for number in range(100)]
    grades += [crisis(number, "self-harm", None) for number in range(100, 200)]
    assert kept_items("crisis_identification", grades) == {f"d:{n}" for n in range(100 + UNUSABLE_LISTED)}


def test_other_subtasks_keep_nothing() -> None:
    assert kept_items("crisis_escalation", [crisis(0, "self-harm", "no_crisis")]) == frozenset()
