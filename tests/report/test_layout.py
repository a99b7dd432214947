"""Many subtasks stay readable: grouped by pillar, linked, folded, and nothing of a long note is lost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.report.markup import Page
from tests.report.runs import RESULTS, SUBTASKS, run
from tests.results.examples import ETHICS, subtask
from trustmh.report.figure_rows import headline_row
from trustmh.report.page import render


def test_subtasks_stand_under_their_pillar_once_however_the_table_orders_them() -> None:
    shuffled = (SUBTASKS[0], SUBTASKS[2], SUBTASKS[1], SUBTASKS[3])
    text = Page(render([run(subtasks=shuffled)])).text
    headline = text[text.rindex("Headline figures") : text.rindex("All figures")]
    places = [headline.index(name) for name in ("Privacy awareness", "Privacy leakage", "Ethical reasoning")]
    assert places == sorted(places)
    assert headline.count("隐私") == 1


def test_every_subtask_is_reached_from_the_contents_and_from_its_headline() -> None:
    page = Page(render([run(), run("two")]))
    places = [one["id"] for one in page.all("details") if one.get("id", "").startswith("figures-")]
    links = [one["href"] for one in page.all("a")]
    assert len(places) == len(RESULTS)
    assert {links.count(f"#{place}") for place in places} == {2}


@pytest.mark.parametrize(("count", "is_open"), [(3, True), (4, False)])
def test_figures_are_folded_when_there_are_many(count: int, is_open: bool) -> None:
    subtasks = tuple(subtask(f"s{number}", ETHICS) for number in range(count))
    results = {one.id: RESULTS["ethical_reasoning"] for one in subtasks}
    page = Page(render([run(subtasks=subtasks, results=results, grades=[])]))
    parts = [one for one in page.all("details") if one.get("id", "").startswith("figures-")]
    assert [("open" in one) for one in parts] == [is_open] * count


@pytest.mark.parametrize(("length", "folded"), [(5, False), (40, True)])
def test_a_long_note_is_folded_and_still_whole(length: int, folded: bool) -> None:
    note = " ".join(f"word{number}" for number in range(length)) + " <b>"
    result = RESULTS["ethical_reasoning"]
    result = replace(result, headline=replace(result.headline, note=note))
    row = headline_row(run(results={"ethical_reasoning": result}), SUBTASKS[2])
    assert bool(row.brief) is folded
    assert row.note.striptags() == note
    if folded:
        assert row.brief.striptags().removesuffix(" …") in note
        assert note in Page(render([run(results={"ethical_reasoning": result})])).text
