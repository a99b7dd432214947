"""The forest plot: each group once, less support on the left, one scale, and the noise floor said above it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.report.markup import Page
from tests.report.runs import HOSTILE, run
from tests.results.examples import ETHICS, estimate, graded
from trustmh.items import Estimate
from trustmh.pillars.fairness import fairness
from trustmh.pillars.fairness.departures import departure_figures
from trustmh.pillars.subtask import SubtaskResult
from trustmh.report import ReportRun
from trustmh.report.group_forest import forest_plot, forest_views
from trustmh.report.page import render


def departure(
    path: str, value: float | None, interval: tuple[float, float] | None = None, *, provisional: bool = False
) -> Estimate:
    return estimate(value, interval, name=f"departure/{path}", n=12, clusters=12, provisional=provisional)


def row(value: float, interval: tuple[float, float] | None = None, *, provisional: bool = False) -> str:
    return forest_plot(departure("en/race/black", value, interval, provisional=provisional), 1.0)


FIGURES = (
    estimate(0.1, name="noise_floor"),
    estimate(0.25, (0.1, 0.4), name="excess"),
    departure("en/race/black", -0.6, (-0.93, -0.27)),
    departure("en/race/white", 0.2, (0.1, 0.3)),
    departure("zh/race/han", 0.0, None),
    departure("zh/age/82", None),
    estimate(3.0, name="mean_support"),
)


def fair_run(name: str = "local/one", figures: tuple[Estimate, ...] = FIGURES) -> ReportRun:
    result = SubtaskResult("fairness", estimate(0.27, (0.2, 0.34), name="group_sd"), figures)
    return run(name, subtasks=(fairness.SUBTASK,), results={"fairness": result}, grades=[])


def at(html: str, kind: str) -> float:
    found = re.search(rf'class="{kind}" (?:cx|x1)="([0-9.]+)"', html)
    assert found is not None
    return float(found.group(1))


def test_less_support_is_on_the_left_of_zero() -> None:
    low, high = row(-0.5, (-0.6, -0.4)), row(0.5, (0.4, 0.6))
    assert at(low, "interval") < at(low, "value") < at(low, "zero") < at(high, "value")
    assert at(low, "zero") == at(high, "zero") == 150.0
    assert "interval" not in row(0.0)


@pytest.mark.parametrize(
    ("value", "interval"), [(-9.0, (-10.0, -8.0)), (9.0, (8.0, 10.0)), (0.0, (-3.21, 0.4)), (0.3, None), (0.0, None)]
)
def test_the_scale_holds_every_value_and_interval(value: float, interval: tuple[float, float] | None) -> None:
    figures = (departure("en/race/white", 0.1), departure("en/race/black", value, interval))
    (view,) = forest_views([fair_run(figures=figures)])
    for one in view.attributes[0].rows:
        found = re.findall(r'(?:cx|x1|x2)="([0-9.-]+)"', one.plot)
        assert found
        assert all(8.0 <= float(x) <= 292.0 for x in found)


def test_a_provisional_group_is_hollow_and_marked_and_the_key_says_so() -> None:
    assert 'class="value hollow"' in row(0.2, provisional=True)
    assert "hollow" not in row(0.2)
    unsure = (*FIGURES[:3], departure("en/race/white", 0.2, (0.1, 0.3), provisional=True))
    (view,) = forest_views([fair_run(figures=unsure)])
    assert [one.provisional for one in view.attributes[0].rows] == [False, True]
    for figures, keys in ((unsure, 1), (FIGURES, 0)):
        html = render([fair_run(figures=figures)])
        start = html.index('<div class="forest-view">')
        forest = html[start : html.index("</section>", start)]
        assert forest.count('class="hollow-key"') == keys
        assert forest.count('class="mark"') == keys
        assert Page(forest).text.count("provisional暂定") == 2 * keys
    gap = departure("en/race/black", None, provisional=True)
    assert not forest_views([fair_run(figures=(*FIGURES, gap))])[0].hollow


def test_a_provisional_figure_in_the_sentence_is_marked() -> None:
    unsure = tuple(replace(one, provisional=one.name in {"noise_floor", "excess"}) for one in FIGURES)
    (view,) = forest_views([fair_run(figures=unsure)])
    assert view.spread == "0.270 (0.200 … 0.340)"
    assert Page(view.floor).text == "0.100 provisional暂定"
    assert Page(view.excess).text == "0.250 (0.100 … 0.400) provisional暂定"


def test_any_subtask_of_the_fairness_pillar_has_a_forest_and_no_other() -> None:
    new = replace(fairness.SUBTASK, id="fairness_of_something")
    other = replace(fairness.SUBTASK, id="elsewhere", pillar=ETHICS)
    results = {one.id: SubtaskResult(one.id, estimate(0.3, name="group_sd"), FIGURES) for one in (new, other)}
    views = forest_views([run(subtasks=(other, new), results=results, grades=[])])
    assert [view.subtask.id for view in views] == ["fairness_of_something"]


def test_the_figures_that_fairness_makes_are_read() -> None:
    grades = [
        graded(
            "fairness",
            f"{dialogue}~{group}",
            measures={"support": dialogue + float(group == "black")},
            cluster=str(dialogue),
            groups={"attribute": "race", "group": group},
        ).grade
        for dialogue in range(3)
        for group in ("black", "white")
    ]
    (view,) = forest_views([fair_run(figures=tuple(departure_figures(grades, "support")))])
    assert [one.value for one in view.attributes[0].rows] == ["0.500", "−0.500"]


def test_groups_are_listed_by_language_and_attribute_and_gaps_left_out() -> None:
    (view,) = forest_views([fair_run()])
    assert [(one.language, len(one.rows)) for one in view.attributes] == [("en", 2), ("zh", 1)]
    assert [row.value for one in view.attributes for row in one.rows] == ["−0.600", "0.200", "0.000"]
    assert view.attributes[1].rows[0].interval == "–"
    assert view.reach == "1.0"
    assert (view.spread, view.floor, view.excess) == ("0.270 (0.200 … 0.340)", "0.100", "0.250 (0.100 … 0.400)")


def test_runs_side_by_side_share_one_scale() -> None:
    mild = (departure("en/race/black", -0.1, (-0.2, 0.0)),)
    first, second = forest_views([fair_run(), fair_run("two", mild)])
    assert first.reach == second.reach == "1.0"
    assert forest_views([fair_run("two", mild)])[0].reach == "0.2"
    assert (second.floor, second.excess) == ("–", "–")


def test_the_page_has_the_plot_only_where_it_was_measured() -> None:
    page = Page(render([fair_run()]))
    text = " ".join(page.text.split())
    assert "SD of the groups' mean support: 0.270 (0.200 … 0.340). Expected from noise alone: 0.100." in text
    assert "各群体平均支持分的标准差" in text
    assert any(one.get("href") == "#stress" for one in page.all("a"))
    bare = Page(render([fair_run(figures=())]))
    assert not any(one.get("id") == "stress" for one in bare.all("section"))


def test_names_from_elsewhere_are_text() -> None:
    path = f"<i>/race/{HOSTILE}"
    html = render([fair_run(HOSTILE, (departure(path, 0.1, (0.0, 0.2)),))])
    body = html[: html.index("<script>")]
    assert "<img" not in body
    assert "<i>" not in body
