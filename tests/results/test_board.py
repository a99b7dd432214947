"""The board: anchored scores, gaps that stay gaps, ranks among the runs given."""

from __future__ import annotations

import pytest

from tests.results.examples import ETHICS, PRIVACY, result, subtask
from trustmh.items import Language
from trustmh.pillars.subtask import Metric
from trustmh.results.board import anchored, build_board, pillar_score

TITLE: dict[Language, str] = {"en": "t", "zh": "t"}
AWARENESS = subtask("privacy_awareness", PRIVACY)
LEAKAGE = subtask("privacy_leakage", PRIVACY, better="down", floor=1.0, ideal=0.0)
REASONING = subtask("ethical_reasoning", ETHICS, floor=0.25)
ALL = [AWARENESS, LEAKAGE, REASONING]


@pytest.mark.parametrize(
    ("value", "floor", "ideal", "expected"),
    [
        (0.25, 0.25, 1.0, 0.0),
        (1.0, 0.25, 1.0, 100.0),
        (0.625, 0.25, 1.0, 50.0),
        (0.1, 0.25, 1.0, 0.0),
        (0.2, 1.0, 0.0, 80.0),
        (-0.4, 0.0, 1.0, 0.0),
        (5.0, 0.0, 5.0, 100.0),
    ],
)
def test_scores_follow_the_declared_anchors(value: float, floor: float, ideal: float, expected: float) -> None:
    assert anchored(value, Metric("m", "up", floor, ideal, TITLE)) == pytest.approx(expected)


def test_anchors_must_differ() -> None:
    with pytest.raises(ValueError, match="both 1"):
        anchored(0.5, Metric("m", "up", 1.0, 1.0, TITLE))


def test_a_pillar_is_the_mean_of_its_subtasks() -> None:
    results = {
        "privacy_awareness": result("privacy_awareness", 0.6, (0.4, 0.7)),
        "privacy_leakage": result("privacy_leakage", 0.2, (0.1, 0.3), provisional=True),
    }
    score = pillar_score("privacy", ALL, results)
    assert score.score.value == pytest.approx(70)
    # half the root of the squared distances: (20, 10) below and (10, 10) above
    assert score.score.interval == pytest.approx((70 - 500**0.5 / 2, 70 + 200**0.5 / 2))
    assert score.score.provisional
    assert score.missing == ()


def test_subtasks_on_the_same_data_may_err_together_so_that_their_distances_add_up() -> None:
    both = [subtask(name, PRIVACY, dataset="shared") for name in ("one", "two")]
    results = {name: result(name, 0.5, (0.4, 0.6)) for name in ("one", "two")}
    assert pillar_score("privacy", both, results).score.interval == pytest.approx((40, 60))
    apart = [subtask(name, PRIVACY) for name in ("one", "two")]
    assert pillar_score("privacy", apart, results).score.interval == pytest.approx((50 - 50**0.5, 50 + 50**0.5))
    # A third on data of its own is added in squares to what the two have together.
    third = {**results, "three": result("three", 0.5, (0.2, 0.8))}
    found = pillar_score("privacy", [both[0], subtask("three", PRIVACY), both[1]], third).score.interval
    assert found == pytest.approx((50 - 1300**0.5 / 3, 50 + 1300**0.5 / 3))


def test_a_missing_subtask_is_a_gap_and_is_named() -> None:
    results = {"privacy_awareness": result("privacy_awareness", 0.6, (0.4, 0.7))}
    for held in (results, {**results, "privacy_leakage": result("privacy_leakage", None)}):
        score = pillar_score("privacy", ALL, held)
        assert score.score.value is None
        assert score.score.interval is None
        assert score.missing == ("privacy_leakage",)
        assert score.subtasks["privacy_awareness"].value == pytest.approx(60)


def test_without_an_interval_of_a_part_the_whole_has_none() -> None:
    results = {
        "privacy_awareness": result("privacy_awareness", 0.6, None),
        "privacy_leakage": result("privacy_leakage", 0.2, (0.1, 0.3)),
    }
    assert pillar_score("privacy", ALL, results).score.interval is None


def test_runs_are_ranked_by_direction_and_gaps_get_no_rank() -> None:
    board = build_board(
        ALL,
        {
            "one": {"privacy_awareness": result("a", 0.6), "privacy_leakage": result("b", 0.2)},
            "two": {"privacy_awareness": result("a", 0.5), "privacy_leakage": result("b", 0.1)},
            "three": {"privacy_awareness": result("a", 0.6), "ethical_reasoning": result("c", 0.7)},
        },
    )
    assert board.runs == ("one", "two", "three")
    assert board.subtask_ranks["privacy_awareness"] == (1, 3, 1)
    assert board.subtask_ranks["privacy_leakage"] == (2, 1, None)
    assert board.pillar_ranks["privacy"] == (1, 2, None)
    assert board.pillar_ranks["ethics"] == (None, None, 1)
    assert [score.score.value for score in board.scores["ethics"]] == [None, None, pytest.approx(60)]


def test_ranks_by_provisional_figures_are_told_and_gaps_are_none() -> None:
    board = build_board(
        ALL,
        {
            "one": {"privacy_awareness": result("a", 0.6)},
            "two": {"privacy_awareness": result("a", 0.5, provisional=True)},
            "three": {"privacy_awareness": result("a", None, provisional=True)},
        },
    )
    assert board.provisional["privacy_awareness"] == (False, True, False)
    assert board.provisional["privacy_leakage"] == (False, False, False)
    assert build_board(ALL, {"one": {}}).provisional == {}


def test_a_single_run_is_not_ranked() -> None:
    board = build_board(ALL, {"one": {}})
    assert board.subtask_ranks == {}
    assert board.pillar_ranks == {}
    assert board.scores["privacy"][0].missing == ("privacy_awareness", "privacy_leakage")


def test_another_run_does_not_move_a_score() -> None:
    results = {"ethical_reasoning": result("c", 0.7)}
    alone = build_board([REASONING], {"one": results}).scores["ethics"][0]
    among = build_board([REASONING], {"one": results, "two": {"ethical_reasoning": result("c", 0.9)}})
    assert among.scores["ethics"][0] == alone
