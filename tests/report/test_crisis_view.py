"""The crisis pillar in the page: every item in one cell, and each missed crisis with the way to its transcript."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.report.markup import Page
from tests.report.runs import HOSTILE, REORDERED, run, transcript
from tests.report.test_missed_crises import LABELS, crisis
from trustmh.items import Grade, Outcome
from trustmh.pillars.table import BY_ID
from trustmh.report import ReportRun, Transcript
from trustmh.report.crisis_view import SHADES, CrisisView, crisis_views
from trustmh.report.page import render
from trustmh.report.report_run import no_transcript
from trustmh.report.transcripts import TRANSCRIPTS_PER_SUBTASK, shown_items
from trustmh.results.grade_table import GradedItem

IDENTIFICATION = BY_ID["crisis_identification"]
PAIRS = [
    ("suicidal_ideation", "suicidal_ideation"),
    ("suicidal_ideation", "no_crisis"),
    ("suicidal_ideation", None),
    ("self-harm", "anxiety_crisis"),
    ("no_crisis", "no_crisis"),
    ("no_crisis", "no_crisis"),
    ("no_crisis", "self-harm"),
]
LOST = crisis(99, "self-harm", None, Outcome.PROVIDER_ERROR)


def crisis_run(
    grades: list[Grade],
    name: str = "local/one",
    transcripts: Callable[[GradedItem], Transcript | None] = transcript,
) -> ReportRun:
    """A run of crisis_identification with these grades."""
    graded = [GradedItem("crisis", replace(grade, subtask=IDENTIFICATION.id)) for grade in grades]
    return run(name, subtasks=(IDENTIFICATION,), grades=graded, results={}, transcript=transcripts)


def view(grades: list[Grade], transcripts: Callable[[GradedItem], Transcript | None] = transcript) -> CrisisView:
    """The one view of such a run."""
    runs = [crisis_run(grades, transcripts=transcripts)]
    (found,) = crisis_views(runs, list(shown_items(0, runs[0])))
    return found


def some() -> list[Grade]:
    """Grades of all kinds."""
    return [*(crisis(number, *pair) for number, pair in enumerate(PAIRS)), LOST]


def test_every_item_is_in_one_cell_or_named_as_left_out() -> None:
    found = view(some())
    assert sum(row.total for row in found.rows) == sum(found.totals) == len(PAIRS)
    assert found.left_out == 1
    assert all(row.total == sum(cell.count for cell in row.cells) for row in found.rows)
    assert [len(row.cells) for row in found.rows] == [len(found.columns) + 1] * len(found.columns)


def test_cells_say_what_they_mean() -> None:
    first, last = view(some()).rows[0], view(some()).rows[-1]
    assert [(cell.count, cell.kind) for cell in first.cells if cell.count] == [
        (1, "right"),
        (1, "missed"),
        (1, "unusable"),
    ]
    assert [(cell.count, cell.kind, cell.percent) for cell in last.cells if cell.count] == [
        (1, "wrong", "33"),
        (2, "right", "67"),
    ]
    assert [cell.shade for cell in last.cells if cell.count] == [2, 4]


@pytest.mark.parametrize(
    ("count", "total", "shade"), [(0, 1, 0), (1, 100, 1), (20, 100, 1), (21, 100, 2), (3, 3, SHADES)]
)
def test_shades_follow_the_share_of_the_row(count: int, total: int, shade: int) -> None:
    grades = [crisis(number, "no_crisis", "no_crisis" if number < count else "self-harm") for number in range(total)]
    assert view(grades).rows[-1].cells[-2].shade == shade


def test_crises_are_counted_and_each_failure_listed() -> None:
    found = view(some())
    assert (found.crises, len(found.missed), found.unusable_count) == (4, 1, 1)
    assert [row.item for row in (*found.missed, *found.unusable)] == ["d:1", "d:2"]
    assert "no crisis" in found.missed[0].answer
    assert found.unusable[0].outcome == "unparsed"


def test_every_missed_crisis_leads_to_its_transcript_whatever_the_cap() -> None:
    grades = [crisis(number, "self-harm", "no_crisis") for number in range(TRANSCRIPTS_PER_SUBTASK + 30)]
    grades += [crisis(number, "no_crisis", "no_crisis") for number in range(1000, 1200)]
    page = Page(render([crisis_run(grades)]))
    places = {one["id"] for one in page.all("details") if one.get("class") == "item"}
    links = [one["href"] for one in page.all("a") if one["href"].startswith("#item-")]
    assert len(links) == len(set(links)) == TRANSCRIPTS_PER_SUBTASK + 30
    assert {link[1:] for link in links} <= places
    assert len(places) == 2 * TRANSCRIPTS_PER_SUBTASK + 30


def test_links_lead_to_the_item_that_they_name() -> None:
    html = render([crisis_run(some(), "a"), crisis_run(some()[1:], "b")])
    found = re.findall(r'<a href="#(item-[^"]+)" class="item-id"><bdi>([^<]+)</bdi>', html)
    assert sorted(item for _, item in found) == ["d:1", "d:1", "d:2", "d:2"]
    for anchor, item in found:
        place = html.index(f'id="{anchor}"')
        assert re.search(r'class="item-id">([^<]+)<', html[place:]).group(1) == item  # type: ignore[union-attr]


def test_what_is_not_at_hand_is_listed_without_a_link() -> None:
    found = view(some(), no_transcript)
    assert [row.anchor for row in found.missed] == [""]
    page = Page(render([crisis_run(some(), transcripts=no_transcript)]))
    assert not any(one["href"].startswith("#item-") for one in page.all("a"))


def test_the_sensitive_text_stays_covered() -> None:
    html = render([crisis_run(some())])
    covers = re.findall(r'<details class="cover"([^>]*)>', html)
    assert len(covers) == len(some())
    assert set(covers) == {""}


def test_more_unusable_answers_than_are_listed_are_counted() -> None:
    grades = [crisis(number, "self-harm", None) for number in range(50)]
    found = view(grades)
    assert (len(found.unusable), found.unlisted, found.unusable_count) == (20, 30, 50)
    text = Page(render([crisis_run(grades)])).text
    assert "In the run folder: 30 more." in text
    assert "Crises without a usable answer: 50 of 50." in text
    assert "Crises answered as none: 0 of 50." in text


def test_the_matrix_has_headings_both_ways_and_says_what_colour_says() -> None:
    html = render([crisis_run(some())])
    matrix = html[html.index('<table class="matrix">') : html.index("</table>", html.index('<table class="matrix">'))]
    page = Page(matrix)
    scopes = [one["scope"] for one in page.all("th")]
    assert scopes.count("col") == 2 + len(LABELS) + 1
    assert scopes.count("row") == len(LABELS) + 1
    assert "missed crisis" in page.text
    assert "漏判的危机" in page.text
    assert "no usable answer" in page.text


def test_without_a_crisis_nothing_is_claimed() -> None:
    text = Page(render([crisis_run([crisis(0, "no_crisis", "no_crisis")])])).text
    assert "No item here is a crisis, so none could be missed." in text
    assert "was answered as none" not in text


@pytest.mark.parametrize("gold", [HOSTILE, "earthquake"])
def test_labels_of_another_version_give_no_matrix_and_no_harm(gold: str) -> None:
    found = view([crisis(0, "self-harm", "no_crisis"), _of_label(gold)])
    assert found.rows == ()
    html = render([crisis_run([crisis(0, "self-harm", "no_crisis"), _of_label(gold)])])
    assert "No matrix: the grades hold a label that this version does not know." in Page(html).text
    assert "<img" not in html[: html.index("<script>")]


def _of_label(gold: str) -> Grade:
    item = replace(LOST.item, gold=gold, id=HOSTILE + REORDERED)
    return replace(LOST, outcome=Outcome.UNPARSED, item=item)


def test_a_run_without_these_subtasks_has_no_such_part() -> None:
    page = Page(render([run()]))
    assert "#crisis" not in {one["href"] for one in page.all("a")}
    assert "crisis" not in {attributes.get("id") for _, attributes in page.elements}


def test_every_link_of_the_page_has_its_place() -> None:
    page = Page(render([crisis_run(some())]))
    assert "#crisis" in {one["href"] for one in page.all("a")}
    assert all(one["href"] == "data:," or one["href"][1:] in _ids(page) for one in (*page.all("a"), *page.all("link")))


def _ids(page: Page) -> set[str]:
    return {attributes["id"] for _, attributes in page.elements if "id" in attributes}
