"""Decay curves: the run's own points, gaps left open, one scale for all runs, and nothing without a robustness subtask."""

from __future__ import annotations

import re
from dataclasses import replace

from tests.report.markup import Page
from tests.report.runs import HOSTILE, run
from tests.results.examples import estimate
from trustmh.items import Estimate
from trustmh.pillars.robustness import robust_diagnosis, robust_support
from trustmh.pillars.subtask import SubtaskResult
from trustmh.report import ReportRun
from trustmh.report.decay_plot import decay_curves, decay_plot, decay_views
from trustmh.report.page import render

STACK = "character+word+sentence"
SUBTASKS = (robust_support.SUBTASK, robust_diagnosis.SUBTASK)


def kept(level: str, intensity: str, value: float | None, interval: tuple[float, float] | None = None) -> Estimate:
    return estimate(value, interval, name=f"retention/{level}/{intensity}")


FIGURES = (
    estimate(4.0, name="clean_support"),
    kept(STACK, "low", 0.95, (0.9, 1.0)),
    kept(STACK, "medium", 0.8, (0.7, 0.9)),
    kept(STACK, "high", 0.6, (0.45, 0.75)),
    kept("word", "medium", 0.9, (0.85, 0.95)),
    estimate(0.8, name=f"retention/{STACK}"),
    estimate(0.6, name="lowest_retention"),
    kept("character", "high", None),
)


def robust_run(name: str = "local/one", figures: tuple[Estimate, ...] = FIGURES) -> ReportRun:
    results = {one.id: SubtaskResult(one.id, estimate(0.8, (0.7, 0.9), name="retention"), figures) for one in SUBTASKS}
    return run(name, subtasks=SUBTASKS, results=results, grades=[])


def points(html: str, kind: str) -> list[tuple[float, float]]:
    found = re.findall(rf'class="{kind}[^"]*" cx="([0-9.]+)" cy="([0-9.]+)"', html)
    return [(float(x), float(y)) for x, y in found]


def test_only_retention_by_levels_and_intensity_is_a_point() -> None:
    curves = decay_curves(FIGURES)
    assert list(curves) == [STACK, "word"]
    assert list(curves[STACK]) == ["low", "medium", "high"]
    assert list(curves["word"]) == ["medium"]


def test_more_lost_is_drawn_lower_and_clean_is_one() -> None:
    html = decay_plot({STACK: decay_curves(FIGURES)[STACK]})
    drawn = points(html, "point")
    assert [x for x, _ in drawn] == sorted(x for x, _ in drawn)
    assert [y for _, y in drawn] == sorted(y for _, y in drawn)
    ((_, origin),) = points(html, "origin")
    assert origin < drawn[0][1]
    assert f'class="whole" x1="48" x2="534" y1="{origin:.1f}"' in html


def test_a_band_needs_two_intervals_and_a_bar_one() -> None:
    curves = decay_curves(FIGURES)
    assert "polygon" in decay_plot({STACK: curves[STACK]})
    single = decay_plot({"word": curves["word"]})
    assert "polygon" not in single
    assert single.count("bar-end") == 1
    bare = replace(FIGURES[4], interval=None)
    assert "bar-end" not in decay_plot(decay_curves([bare]))


def test_a_gap_is_no_zero() -> None:
    drawn = points(decay_plot(decay_curves([FIGURES[1], kept(STACK, "medium", None), FIGURES[3]])), "point")
    assert len(drawn) == 2


def test_the_axis_holds_everything_and_says_where_it_begins() -> None:
    html = decay_plot(decay_curves([kept("word", "low", 1.4, (0.05, 5.0)), kept("word", "high", 0.0, (0.0, 0.3))]))
    assert all(0 <= y <= 300 for _, y in points(html, "point"))
    assert ">0.0</text>" in html
    assert ">1.0</text>" in html


def test_runs_side_by_side_share_one_scale() -> None:
    mild = (kept(STACK, "low", 0.95, (0.9, 1.0)),)
    alone = decay_views([robust_run("two", mild)])[0].plot
    beside = decay_views([robust_run(), robust_run("two", mild)])[1].plot
    assert points(beside, "point") != points(alone, "point")
    first = points(decay_plot({STACK: decay_curves(FIGURES)[STACK]}), "point")[0]
    assert points(beside, "point") == [first]


def test_views_are_by_subtask_and_then_by_run() -> None:
    views = decay_views([robust_run(), robust_run("two")])
    assert [(view.subtask.id, view.run_name) for view in views] == [
        ("robust_support", "local/one"),
        ("robust_support", "two"),
        ("robust_diagnosis", "local/one"),
        ("robust_diagnosis", "two"),
    ]


def test_the_page_has_the_curves_only_where_they_were_measured() -> None:
    page = Page(render([robust_run()]))
    assert "Robustness and fairness: curves and groups" in page.text
    assert "The axis may not start at 0." in page.text
    assert "characters字符 + words词 + sentences句子" in page.text
    assert any(one.get("href") == "#stress" for one in page.all("a"))
    other = Page(render([run()]))
    assert not any(one.get("id") == "stress" for one in other.all("section"))
    assert not any(one.get("href") == "#stress" for one in other.all("a"))


def test_names_from_elsewhere_are_text() -> None:
    html = render([robust_run(HOSTILE, (kept(HOSTILE.replace("/", ""), "low", 0.9),))])
    assert "<img" not in html[: html.index("<script>")]
