"""The published tables as the page shows them."""

from __future__ import annotations

from tests.report.markup import Page
from tests.report.runs import run
from trustmh.report.page import render
from trustmh.report.published_view import number_rows, rank_rows
from trustmh.report.summary import pillars_of


def test_every_pillar_is_followed_by_its_subtasks() -> None:
    rows = rank_rows(pillars_of([run()]), frozenset({"ethical_reasoning"}), frozenset({"ethics"}))
    assert sum(row.pillar for row in rows) == 8
    assert len(rows) == 8 + 19
    assert all(len(row.cells) == 12 for row in rows)
    assert sum(row.measured for row in rows) == 2
    unscored = rank_rows(pillars_of([run()]), frozenset({"ethical_reasoning"}), frozenset())
    assert [row.pillar for row in unscored if row.measured] == [False]


def test_doubtful_cells_are_marked_and_explained() -> None:
    rows = [row for row in rank_rows(pillars_of([run()]), frozenset(), frozenset()) if not row.pillar]
    doubtful = [row for row in rows if any(doubt for _, doubt in row.cells)]
    assert [sum(doubt for _, doubt in row.cells) for row in doubtful] == [1, 12]
    assert all(row.note for row in doubtful)


def test_recorded_numbers_follow_the_runs_order_and_gaps_stay_gaps() -> None:
    rows = number_rows([run()], "ethical_reasoning")
    assert "Accuracy" in Page(str(rows[0].title)).text
    assert rows[0].values[1] == "0.736"
    assert rows[0].half_widths[1] == ""
    assert rows[1].half_widths[1] == "± 0.133"
    awareness = number_rows([run()], "privacy_awareness")
    assert awareness[0].values[6:] == ("–",) * 6
    assert number_rows([run()], "crisis_escalation") == []


def test_the_page_says_of_published_ranks_that_they_carry_no_uncertainty() -> None:
    text = Page(render([run()])).text
    assert "They carry no uncertainty and are shown for orientation" in text
    assert "这些名次不含不确定性" in text
