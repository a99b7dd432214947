"""The radar: a score where it belongs on its axis, a gap that is no zero, and names from elsewhere as text."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

import pytest

from tests.report.markup import Page
from tests.report.runs import HOSTILE, run
from trustmh.pillars.pillars import PILLARS
from trustmh.report.page import render
from trustmh.report.radar import RadarView, radar_view
from trustmh.results.board import Board, PillarScore, Score
from trustmh.stats import Interval

AXES = len(PILLARS)
WHOLE = (60.0, 20.0, 90.0, 40.0, 10.0, 75.0, 5.0, 50.0)

Point = tuple[float, float]


def view(runs: Mapping[str, Sequence[float | None]], provisional: Sequence[int] = ()) -> RadarView:
    """The radar of runs by name; ``provisional`` are axes whose scores are so in every run."""
    scores = {
        pillar.id: tuple(
            PillarScore(pillar.id, Score(values[axis], Interval(0.0, 100.0), axis in provisional), {})
            for values in runs.values()
        )
        for axis, pillar in enumerate(PILLARS)
    }
    return radar_view(PILLARS, Board(tuple(runs), scores, {}, {}))


def drawn(values: Sequence[float | None], provisional: Sequence[int] = ()) -> str:
    return view({"one": values}, provisional).plot


def marks(html: str) -> list[Point]:
    found = re.findall(r'class="point[^"]*" transform="translate\(([0-9.-]+) ([0-9.-]+)\)"', html)
    return [(float(x), float(y)) for x, y in found]


def points(html: str, start: str) -> list[list[Point]]:
    found = re.findall(rf'<{start}[^"]*" points="([^"]*)"', html)
    return [[(float(x), float(y)) for x, y in (pair.split(",") for pair in one.split())] for one in found]


def axes(html: str) -> list[tuple[Point, Point]]:
    found = re.findall(r'class="axis[^"]*" x1="([^"]+)" y1="([^"]+)" x2="([^"]+)" y2="([^"]+)"', html)
    return [((float(a), float(b)), (float(c), float(d))) for a, b, c, d in found]


def texts(html: str, language: str) -> list[str]:
    return re.findall(rf'<text class="t [a-z]+" lang="{language}"[^>]*>([^<]*)</text>', html)


@pytest.mark.parametrize("score", [0.0, 12.5, 50.0, 100.0])
def test_a_score_lies_at_its_share_of_its_axis(score: float) -> None:
    html = drawn([score] * AXES)
    for (x, y), ((x0, y0), (x1, y1)) in zip(marks(html), axes(html), strict=True):
        share = score / 100
        assert (x, y) == pytest.approx((x0 + share * (x1 - x0), y0 + share * (y1 - y0)), abs=0.15)


def test_the_axes_are_equal_and_go_clockwise_from_the_top() -> None:
    ends = axes(drawn(WHOLE))
    angles = [math.degrees(math.atan2(x1 - x0, y0 - y1)) % 360 for (x0, y0), (x1, y1) in ends]
    assert angles == pytest.approx([45.0 * axis for axis in range(AXES)], abs=0.2)
    assert [math.dist(*pair) for pair in ends] == pytest.approx([math.dist(*ends[0])] * AXES, abs=0.2)


def test_the_scale_does_not_move_with_the_scores() -> None:
    low, high = drawn([1.0] * AXES), drawn([99.0] * AXES)
    assert axes(low) == axes(high)
    assert re.findall(r'class="tick"[^>]*>(\d+)<', low) == ["0", "25", "50", "75", "100"]
    assert points(low, 'polygon class="(?:grid|rim)') == points(high, 'polygon class="(?:grid|rim)')


def test_a_run_without_gaps_is_one_closed_polygon_through_its_marks() -> None:
    html = drawn(WHOLE)
    assert points(html, 'polygon class="curve') == [marks(html)]
    assert "<polyline" not in html


@pytest.mark.parametrize(
    ("gaps", "pieces"),
    [
        ((0,), [(1, 2, 3, 4, 5, 6, 7)]),
        ((3,), [(4, 5, 6, 7, 0, 1, 2)]),
        ((2, 4), [(5, 6, 7, 0, 1)]),
        ((2, 5), [(3, 4), (6, 7, 0, 1)]),
        ((1, 3, 5, 7), []),
        ((0, 1, 2, 3, 4, 5, 6), []),
        (tuple(range(AXES)), []),
    ],
)
def test_a_gap_breaks_the_line_and_has_no_mark(gaps: tuple[int, ...], pieces: list[tuple[int, ...]]) -> None:
    html = drawn([None if axis in gaps else value for axis, value in enumerate(WHOLE)])
    whole = marks(drawn(WHOLE))
    assert marks(html) == [point for axis, point in enumerate(whole) if axis not in gaps]
    lines = points(html, 'polyline class="curve')
    assert sorted(lines) == sorted([whole[axis] for axis in piece] for piece in pieces)
    assert 'polygon class="curve' not in html
    assert 'class="area' not in html


def test_zero_is_drawn_and_is_no_gap() -> None:
    html = drawn([0.0] * AXES)
    centre = axes(html)[0][0][0], 0.0
    assert len(marks(html)) == AXES
    assert all(math.dist(point, centre) > 10 for point in marks(html))
    assert texts(html, "en").count("no score") == 0


def test_an_axis_without_a_score_says_so_in_both_languages() -> None:
    html = drawn([None, *WHOLE[1:]])
    assert texts(html, "en")[:3] == ["Reliability", "no score", "Crisis"]
    assert texts(html, "zh-CN")[:2] == ["可靠性", "无分数"]
    assert html.count("unmeasured") == 1


def test_an_axis_says_how_many_of_several_runs_have_no_score() -> None:
    gap = [None, *WHOLE[1:]]
    html = view({"one": WHOLE, "two": gap, "three": gap}).plot
    assert texts(html, "en")[:3] == ["Reliability", "no score:", "2 of 3 runs"]
    assert texts(html, "zh-CN")[:3] == ["可靠性", "无分数：", "3 次中 2 次"]
    assert "unmeasured" not in html


def test_a_pillar_that_the_board_does_not_hold_is_a_gap() -> None:
    html = radar_view(PILLARS, Board(("one",), {}, {}, {})).plot
    assert marks(html) == []
    assert texts(html, "en").count("no score") == AXES


def test_provisional_scores_are_hollow_and_the_legend_says_so() -> None:
    unsure = view({"one": WHOLE}, provisional=(2, 5))
    assert unsure.plot.count('class="point hollow') == 2
    assert unsure.plot.count("· provisional</title>") == 2
    assert unsure.plot.count("· 暂定</title>") == 2
    assert unsure.hollow is not None
    assert view({"one": WHOLE}).hollow is None
    assert view({"one": [None] * AXES}, provisional=(2,)).hollow is None


def test_the_legend_names_runs_when_there_are_several() -> None:
    assert view({"one": WHOLE}).keys == ()
    assert [key.name for key in view({"one": WHOLE, "two": WHOLE}).keys] == ["one", "two"]


def test_only_a_single_run_is_tinted() -> None:
    assert drawn(WHOLE).count('class="area') == 1
    assert 'class="area' not in view({"one": WHOLE, "two": WHOLE}).plot


def test_no_two_of_fifty_runs_look_alike() -> None:
    samples = {key.sample for key in view({f"run {number}": WHOLE for number in range(50)}).keys}
    assert len(samples) == 50


def test_a_pointer_is_told_pillar_figure_and_interval() -> None:
    assert "<title>Reliability · 60.0 (0.0 … 100.0)</title>" in drawn(WHOLE)
    assert "<title>two · 可靠性 · 60.0 (0.0 … 100.0)</title>" in view({"one": WHOLE, "two": WHOLE}).plot


def test_names_from_elsewhere_are_text() -> None:
    made = view({HOSTILE: WHOLE, "\u202eb": WHOLE})
    html = made.plot + "".join(key.name for key in made.keys)
    assert "<img" not in html
    assert "<script" not in html
    assert "\u202e" not in html
    assert "⟨U+202E⟩b · Reliability" in made.plot


def test_the_page_names_the_radar_and_needs_no_script_for_it() -> None:
    html = render([run(), run(HOSTILE)])
    page = Page(html)
    (radar,) = [one for one in page.all("svg") if one.get("class") == "radar"]
    assert radar["role"] == "img"
    assert [one["id"] for one in page.all("figcaption") if "id" in one] == [radar["aria-labelledby"]]
    assert "radar" not in page.scripts[0].lower()
    assert len([one for one in page.all("svg") if one.get("class") == "radar sample"]) == 2
