"""Dialogues count the same, however long they are."""

from __future__ import annotations

from collections.abc import Callable

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


@pytest.mark.parametrize(
    ("turn_of", "named"),
    [
        (lambda: turn(900, "short", None, Outcome.PROVIDER_ERROR), ""),
        (lambda: turn(900, "short", None), "unscored"),
        (lambda: graded(900, None, "text", {"score": 1.0}, cluster="short", kept=0.5), "shortened"),
    ],
    ids=["lost", "unscored", "cut"],
)
def test_a_turn_counts_as_it_weighs_in_a_short_dialogue(turn_of: Callable[[], Grade], named: str) -> None:
    """One of 402 turns, and half of one of five dialogues: a tenth of the mean."""
    grades = [turn(i * 100 + j, f"d{i}", 1.0) for i in range(4) for j in range(100)] + [turn(800, "short", 0.0)]
    assert not mean_of_cluster_means("m", grades, "score").provisional
    one = mean_of_cluster_means("m", [*grades, turn_of()], "score")
    assert one.provisional
    assert named in one.note
