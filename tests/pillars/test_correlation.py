"""Correlations with people's ratings: the interval rests on as many independent items as there are."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.pillars.examples import graded
from trustmh.items import Estimate, Grade
from trustmh.pillars.correlation import correlation_figure
from trustmh.stats.intervals import Z


def ratings(questions: int, languages: int, kept: float = 1.0) -> list[Grade]:
    """Questions rated with noise, each asked in several languages with the very same answer."""
    generator = np.random.default_rng(7)
    rows = []
    for number in range(questions):
        gold = float(number % 10)
        said = gold + float(generator.normal(scale=4.0))
        for language in range(languages):
            rows.append(
                graded(number * 10 + language, str(gold), "x", {"rating": said}, cluster=f"q{number}", kept=kept)
            )
    return rows


def width(one: Estimate) -> float:
    assert one.interval is not None
    return one.interval[1] - one.interval[0]


def test_items_of_their_own_have_fishers_interval() -> None:
    one = correlation_figure("r", ratings(40, 1), "rating")
    assert (one.n, one.clusters, one.method) == (40, 40, "fisher z")
    assert one.value is not None
    assert one.interval is not None
    assert one.interval[0] == pytest.approx(math.tanh(math.atanh(one.value) - Z / math.sqrt(37)))


def test_the_same_question_in_four_languages_is_one_question() -> None:
    alone, together = (correlation_figure("r", ratings(40, languages), "rating") for languages in (1, 4))
    assert together.value == pytest.approx(alone.value)
    assert (together.n, together.clusters, together.method) == (160, 40, "cluster bootstrap, expanded")
    assert width(together) == pytest.approx(width(alone), rel=0.25)


def test_one_question_alone_has_no_interval_however_often_it_is_asked() -> None:
    rows = [graded(i, str(i), "x", {"rating": float(i * i)}, cluster="q") for i in range(6)]
    one = correlation_figure("r", rows, "rating")
    assert one.value is not None
    assert (one.clusters, one.interval, one.method) == (1, None, "")


def test_cut_items_are_named() -> None:
    one = correlation_figure("r", ratings(10, 1, kept=0.5), "rating")
    assert one.provisional
    assert "10 of 10 items were shortened" in one.note
