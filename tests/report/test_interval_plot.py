"""The small plot: right is better, a gap shows no point, and what lies outside stays on the scale."""

from __future__ import annotations

import re

from trustmh.report.interval_plot import interval_plot


def _x(html: str, mark: str) -> float:
    found = re.search(rf'class="{mark}" (?:cx|x1)="([0-9.]+)"', html)
    assert found is not None
    return float(found.group(1))


def test_right_is_better_in_both_directions() -> None:
    up = interval_plot(0.9, (0.8, 1.0), (0.0, 1.0), [0.25])
    down = interval_plot(0.1, (0.0, 0.2), (1.0, 0.0), [0.75])
    assert _x(up, "value") == _x(down, "value") > _x(up, "baseline") == _x(down, "baseline")


def test_a_gap_is_an_empty_scale() -> None:
    html = interval_plot(None, None, (0.0, 1.0))
    assert 'class="scale"' in html
    assert 'class="value"' not in html
    assert 'class="interval"' not in html


def test_a_value_without_an_interval_shows_none() -> None:
    html = interval_plot(0.5, None, (0.0, 1.0))
    assert 'class="value"' in html
    assert 'class="interval"' not in html
    assert 'aria-label="0.500 (–)"' in html


def test_values_outside_stay_on_the_scale() -> None:
    assert _x(interval_plot(2.0, None, (0.0, 1.0)), "value") == _x(interval_plot(1.0, None, (0.0, 1.0)), "value")
