"""Dialogues count the same, however long they are."""

from __future__ import annotations

import pytest

from tests.pillars.examples import graded
from trustmh.items import Grade, Outcome
from trustmh.pillars.cluster_means import mean_of_cluster_means


def turn(number: int, dialogue: str, value: float | None, outcome: Outcome = Outcome.ANSWERED) -> Grade:
    return graded(number, None, "text", {"score": value}, outcome=outcome, cluster=dialogue)


def test_a_long_dialogue_does_not_outweigh_a_short_one() -> None:
    grades = [turn(i, "long", 1.0) for i in range(9)] + [turn(9, "short", 0.0)]
    one = mean_of_cluster_means("m", grades, "score")
    assert (one.value, one.n, one.clusters) == (0.5, 10, 2)


def test_the_interval_rests_on_dialogues_and_stays_on_the_scale() -> None:
    grades = [turn(i * 10 + j, f"d{i}", float(i)) for i in range(3) for j in range(10)]
    one = mean_of_cluster_means("m", grades, "score", bounds=(0.0, 2.0))
    assert one.value == pytest.approx(1.0)
    assert one.interval == (0.0, 2.0)  # three values 0, 1, 2: half-width 2.48, cut to the scale


def test_unscored_turns_leave_their_dialogue_and_are_counted() -> None:
    one = mean_of_cluster_means("m", [turn(0, "a", 1.0), turn(1, "a", None), turn(2, "b", None)], "score")
    assert (one.value, one.n, one.unscored, one.clusters) == (1.0, 1, 2, 1)
    assert one.provisional
    assert one.interval is None
    assert "2 of 3 unscored" in one.note


def test_nothing_scored_is_no_figure() -> None:
    one = mean_of_cluster_means("m", [turn(0, "a", None, Outcome.PROVIDER_ERROR)], "score")
    assert one.value is None
    assert one.outcomes == {"provider_error": 1}
