"""Replies without an answer never make a figure look good: few are counted, many leave it provisional, all leave none."""

from __future__ import annotations

import pytest

from tests.pillars.examples import graded
from trustmh.items import Estimate, Grade, Outcome
from trustmh.pillars.figures import mean_figure
from trustmh.pillars.silence import minding_silence


def replies(silent: int, speaking: int, unscored: int = 0, lost: int = 0) -> list[Grade]:
    values = [(None, 0.0)] * silent + [("word", 0.5)] * speaking + [("word", None)] * unscored
    return [
        *(graded(number, None, said, {"harm": value}) for number, (said, value) in enumerate(values)),
        *(graded(900 + number, None, None, {"harm": None}, outcome=Outcome.PROVIDER_ERROR) for number in range(lost)),
    ]


def figure(grades: list[Grade], undefined: str = "nobody spoke") -> Estimate:
    return minding_silence(
        mean_figure("harm", grades, "harm", note="before"),
        grades,
        "harm",
        lambda row: row.reading.value is None,
        words="replies silent",
        undefined=undefined,
    )


@pytest.mark.parametrize(
    ("silent", "speaking", "provisional", "note"),
    [
        (0, 20, False, "before"),
        (2, 18, False, "before; 2 of 20 replies silent"),
        (3, 17, True, "before; 3 of 20 replies silent"),
    ],
)
def test_more_than_a_tenth_is_too_many(silent: int, speaking: int, provisional: bool, note: str) -> None:
    one = figure(replies(silent, speaking))
    assert (one.provisional, one.note) == (provisional, note)
    assert one.value == pytest.approx(0.5 * speaking / 20)


def test_silence_alone_is_no_figure() -> None:
    one = figure(replies(20, 0))
    assert (one.value, one.n, one.interval, one.method, one.clusters) == (None, 0, None, "", 0)
    assert one.note == "not defined: nobody spoke; before; 20 of 20 replies silent"
    assert one.outcomes == {"unparsed": 20}


def test_silence_beside_replies_that_nobody_judged_is_silence_alone() -> None:
    one = figure(replies(5, 0, unscored=95))
    assert (one.value, one.unscored) == (None, 95)


def test_a_lost_reply_is_neither_silent_nor_heard() -> None:
    assert "2 of 20 replies silent" in figure(replies(2, 18, lost=7)).note


def test_where_silence_is_a_miss_the_value_stands() -> None:
    one = figure(replies(20, 0), undefined="")
    assert (one.value, one.n, one.provisional) == (0.0, 20, True)
