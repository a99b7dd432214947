"""The forest plot: each group once, less support on the left, one scale, and the noise floor said above it."""

from __future__ import annotations

import re

import pytest

from tests.report.markup import Page
from tests.report.runs import HOSTILE, run
from tests.results.examples import estimate
from trustmh.items import Estimate
from trustmh.pillars.fairness import fairness
from trustmh.pillars.subtask import SubtaskResult
from trustmh.report import ReportRun
from trustmh.report.group_forest import forest_plot, forest_views
from trustmh.report.page import render


def departure(path: str, value: float | None, interval: tuple[float, float] | None = None) -> Estimate:
    return estimate(value, interval, name=f"departure/{path}", n=12, clusters=12)


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
    low, high = forest_plot(-0.5, (-0.6, -0.4), 1.0), forest_plot(0.5, (0.4, 0.6), 1.0)
    assert at(low, "interval") < at(low, "value") < at(low, "zero") < at(high, "value")
    assert at(low, "zero") == at(high, "zero") == 150.0
    assert "interval" not in forest_plot(0.0, None, 1.0)


@pytest.mark.parametrize("value", [-9.0, 9.0])
def test_what_lies_outside_stays_on_the_plot(value: float) -> None:
    assert 0 < at(forest_plot(value, (value - 1, value + 1), 1.0), "value") < 300


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
