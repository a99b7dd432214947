"""Which items are shown: few enough, failures among them, spread over the file, the same every time."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.report.runs import run
from tests.results.examples import graded
from trustmh.items import Outcome
from trustmh.report.transcripts import choose, shown_items
from trustmh.results.grade_table import GradedItem


def _many(answered: int, unparsed: int, refused: int) -> list[GradedItem]:
    outcomes = [Outcome.ANSWERED] * answered + [Outcome.UNPARSED] * unparsed + [Outcome.REFUSED] * refused
    return [graded("ethical_reasoning", f"e:{place}", outcome) for place, outcome in enumerate(outcomes)]


@pytest.mark.parametrize(
    ("counts", "cap", "expected"),
    [
        ((3, 1, 0), 10, {"answered": 3, "unparsed": 1}),
        ((100, 2, 1), 10, {"answered": 7, "unparsed": 2, "refused": 1}),
        ((100, 50, 50), 9, {"answered": 3, "unparsed": 3, "refused": 3}),
        ((100, 0, 0), 10, {"answered": 10}),
        ((5, 5, 5), 2, {"answered": 1, "unparsed": 1}),
    ],
)
def test_rare_outcomes_are_not_crowded_out(counts: tuple[int, int, int], cap: int, expected: dict[str, int]) -> None:
    graded_items = _many(*counts)
    found = Counter(graded_items[place].grade.outcome.value for place in choose(graded_items, cap))
    assert sum(found.values()) == min(cap, sum(counts))
    if cap > 2:
        assert found == expected


def test_the_choice_is_spread_over_the_file_and_keeps_its_order() -> None:
    assert choose(_many(100, 0, 0), 10) == list(range(0, 100, 10))


def test_items_that_must_be_shown_are_shown_beside_the_cap() -> None:
    kept = {"e:3", "e:50", "e:98"}
    places = choose(_many(100, 0, 0), 10, kept)
    assert {3, 50, 98} <= set(places)
    assert len(places) == 13
    assert places == sorted(places)


def test_more_items_than_the_cap_are_shown_when_all_must_be() -> None:
    assert choose(_many(100, 0, 0), 10, {f"e:{place}" for place in range(100)}) == list(range(100))


def test_an_item_keeps_its_place_in_the_page_whatever_else_is_shown() -> None:
    grades = [graded("ethical_reasoning", f"e:{place}") for place in range(100)]
    few, all_of_them = (next(iter(shown_items(0, run(grades=part)))) for part in (grades, grades[:40]))
    assert few.anchors["e:5"] == all_of_them.anchors["e:5"] == "item-0-ethical_reasoning-6"
    assert [one.anchor for one in few.items] == list(few.anchors.values())


def test_items_whose_transcript_is_not_at_hand_are_left_out_but_counted() -> None:
    shown = list(shown_items(0, run(transcript=lambda one: None)))
    assert [(group.subtask.id, len(group.items), group.total) for group in shown] == [
        ("ethical_reasoning", 0, 5),
        ("crisis_escalation", 0, 1),
    ]


def test_crisis_items_are_sensitive() -> None:
    shown = {group.subtask.id: group.items for group in shown_items(0, run())}
    assert all(item.sensitive for item in shown["crisis_escalation"])
    assert not any(item.sensitive for item in shown["ethical_reasoning"])
