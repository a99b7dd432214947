"""Decay curves: the run's own points, gaps that break the line, one scale for all runs, and nothing without a robustness subtask."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.report.markup import Page
from tests.report.runs import HOSTILE, run
from tests.results.examples import ETHICS, estimate, graded
from trustmh.items import Estimate
from trustmh.pillars.robustness import robust_diagnosis, robust_support
from trustmh.pillars.robustness.perturbed_items import CLEAN, Pair
from trustmh.pillars.robustness.retention_figures import decay_figures
from trustmh.pillars.subtask import SubtaskResult
from trustmh.report import ReportRun
from trustmh.report.decay_plot import decay_curves, decay_plot, decay_views
from trustmh.report.decay_scale import PLACES, x_of
from trustmh.report.page import render
from trustmh.report.texts import words
from trustmh.stress.operations.table import INTENSITIES

STACK = "character+word+sentence"
SUBTASKS = (robust_support.SUBTASK, robust_diagnosis.SUBTASK)


def kept(
    level: str,
    intensity: str,
    value: float | None,
    interval: tuple[float, float] | None = None,
    *,
    provisional: bool = False,
) -> Estimate:
    return estimate(value, interval, name=f"retention/{level}/{intensity}", provisional=provisional)


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


def stretches(html: str, kind: str) -> list[list[str]]:
    """Places that each line or band of a single curve goes through, from left to right."""
    found = re.findall(rf'class="{kind} [^"]*" points="([^"]*)"', html)
    through = [{float(pair.split(",")[0]) for pair in one.split()} for one in found]
    return [[place for place in PLACES if round(x_of(place), 1) in one] for one in through]


def triangles(html: str, kind: str) -> list[tuple[float, float, bool]]:
    """x, y and whether it points up, of each."""
    found = re.findall(rf'<path class="{kind}[^"]*" transform="translate\(([0-9.]+) ([0-9.]+)\)" d="M0,(-?)', html)
    return [(float(x), float(y), minus == "-") for x, y, minus in found]


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


WHOLE = (0.9, (0.8, 1.0))
BARE = (0.9, None)


@pytest.mark.parametrize(
    ("measured", "lines", "bands"),
    [
        ({"low": WHOLE, "medium": WHOLE, "high": WHOLE}, [[*PLACES]], [[*PLACES]]),
        ({"low": WHOLE, "medium": BARE, "high": WHOLE}, [[*PLACES]], [["clean", "low"]]),
        ({"low": BARE, "medium": WHOLE, "high": WHOLE}, [[*PLACES]], [["medium", "high"]]),
        ({"low": BARE, "medium": BARE, "high": BARE}, [[*PLACES]], []),
        ({"low": WHOLE, "high": WHOLE}, [["clean", "low"]], [["clean", "low"]]),
        ({"medium": WHOLE, "high": WHOLE}, [["medium", "high"]], [["medium", "high"]]),
        ({"medium": WHOLE}, [], []),
        ({"high": WHOLE, "low": WHOLE, "medium": WHOLE}, [[*PLACES]], [[*PLACES]]),
    ],
)
def test_a_gap_breaks_the_line_and_a_point_without_interval_the_band(
    measured: dict[str, tuple[float, tuple[float, float] | None]], lines: list[list[str]], bands: list[list[str]]
) -> None:
    html = decay_plot(decay_curves([kept("word", place, *one) for place, one in measured.items()]))
    assert stretches(html, "curve") == lines
    assert stretches(html, "band") == bands
    assert len(points(html, "point")) == len(measured)
    assert html.count("bar-end") == sum(interval is not None for _, interval in measured.values())


def test_a_gap_is_no_zero() -> None:
    html = decay_plot(decay_curves([FIGURES[1], kept(STACK, "medium", None), FIGURES[3]]))
    assert len(points(html, "point")) == 2
    assert stretches(html, "curve") == [["clean", "low"]]


def test_a_provisional_point_is_hollow_and_the_key_says_so() -> None:
    unsure = (FIGURES[1], kept(STACK, "medium", 0.8, provisional=True), FIGURES[3])
    html = decay_plot(decay_curves(unsure))
    assert len(points(html, "point")) == 3
    assert points(html, "point hollow") == [points(html, "point")[1]]
    marked, sure = render([robust_run(figures=unsure)]), render([robust_run()])
    for page, keys in ((marked, 2), (sure, 0)):
        assert page.count('class="hollow-key"') == keys
    after = marked[marked.index('class="hollow-key"') :]
    assert Page(after[: after.index("</p>")].partition("</svg>")[2]).text == "provisional暂定"
    gap = kept(STACK, "high", None, provisional=True)
    assert not decay_views([robust_run(figures=(FIGURES[1], gap))])[0].hollow


@pytest.mark.parametrize(
    ("value", "interval", "mark", "ends"),
    [
        (5.0, (4.0, 6.0), [True], []),
        (5.0, None, [True], []),
        (5.0, (1.0, 9.0), [True], []),
        (5.0, (-1.0, 9.0), [True], [False]),
        (1.4, (0.1, 5.0), [], [True]),
        (0.3, (-0.2, 0.8), [], [False]),
        (0.9, (-2.0, 4.0), [], [False, True]),
        (2.0, (0.0, 2.0), [], []),
        (0.0, None, [], []),
    ],
)
def test_what_lies_beyond_the_axis_is_a_triangle_at_its_edge(
    value: float, interval: tuple[float, float] | None, mark: list[bool], ends: list[bool]
) -> None:
    (view,) = decay_views([robust_run(figures=(kept("word", "low", value, interval),))])[:1]
    html = view.plot
    assert [up for *_, up in triangles(html, "point")] == mark
    assert sorted(up for *_, up in triangles(html, "clip")) == ends
    assert len(points(html, "point")) == 1 - len(mark)
    for x, y, up in triangles(html, "point") + triangles(html, "clip"):
        assert x == pytest.approx(x_of("low"), abs=0.1)
        assert y == (14.0 if up else 266.0)
    assert view.clipped is bool(mark or ends)


def test_the_caption_says_what_a_triangle_means_only_where_there_is_one() -> None:
    said = ("A triangle at the edge", "边缘的三角形")
    beyond, held = render([robust_run(figures=(kept("word", "low", 5.0),))]), render([robust_run()])
    assert all(sentence in Page(beyond).text and sentence not in Page(held).text for sentence in said)


def test_a_provisional_value_beyond_the_axis_is_a_hollow_triangle() -> None:
    html = decay_plot(decay_curves([kept("word", "low", 5.0, provisional=True)]))
    assert len(triangles(html, "point hollow")) == 1


def test_the_axis_holds_everything_and_says_where_it_begins() -> None:
    html = decay_plot(decay_curves([kept("word", "low", 1.4, (0.05, 1.9)), kept("word", "high", 0.0, (0.0, 0.3))]))
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


def test_any_subtask_of_the_robustness_pillar_has_curves_and_no_other() -> None:
    new = replace(robust_support.SUBTASK, id="robust_something")
    other = replace(robust_support.SUBTASK, id="elsewhere", pillar=ETHICS)
    results = {one.id: SubtaskResult(one.id, estimate(0.8, name="retention"), FIGURES) for one in (new, other)}
    views = decay_views([run(subtasks=(other, new), results=results, grades=[])])
    assert [view.subtask.id for view in views] == ["robust_something"]


def test_the_places_are_clean_and_the_intensities_of_the_perturbations() -> None:
    curves = decay_curves([kept("word", intensity, 0.9) for intensity in (*INTENSITIES, "extreme")])
    assert list(curves["word"]) == list(INTENSITIES)
    named = re.findall(r'<text class="t tick" lang="en"[^>]*>([^<]*)<', decay_plot(curves))
    assert named == [words("en")[f"part.{place}"] for place in (CLEAN, *INTENSITIES)]


def test_the_figures_that_robustness_makes_are_read() -> None:
    clean, word = (
        graded("robust_support", f"one~{level}", groups={"level": level, "intensity": "low"}).grade
        for level in (CLEAN, "word")
    )
    made = decay_figures([Pair(clean, word)], lambda name, pairs, note: estimate(0.5, name=name))
    assert list(decay_curves(made)) == ["word"]


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
