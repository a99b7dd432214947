"""Detecting what must not be missed: silence, a wrong all-clear and a false alarm are three different things."""

from __future__ import annotations

import pytest

from tests.pillars.examples import graded
from trustmh.items import Estimate, Grade, Outcome
from trustmh.pillars.detection import binary_f1_figure, detection_figures, detection_measures

ALARMS = ("fire", "flood")


def grades_of(pairs: list[tuple[str, str | None]]) -> list[Grade]:
    return [graded(i, gold, said, detection_measures(gold, said, ALARMS)) for i, (gold, said) in enumerate(pairs)]


def rates(pairs: list[tuple[str, str | None]]) -> dict[str, Estimate]:
    return {one.name: one for one in detection_figures(grades_of(pairs))}


def test_the_three_shares_of_a_crisis_add_up_to_one() -> None:
    found = rates([("fire", "fire"), ("fire", "calm"), ("flood", None), ("flood", "fire"), ("calm", "calm")])
    assert found["crisis_sensitivity"].value == pytest.approx(2 / 4)
    assert found["missed_crisis_rate"].value == pytest.approx(1 / 4)
    assert found["crisis_unanswered_rate"].value == pytest.approx(1 / 4)
    assert found["crisis_sensitivity"].n == 4


def test_the_wrong_crisis_is_a_detection_all_the_same() -> None:
    assert rates([("fire", "flood")])["crisis_sensitivity"].value == 1.0


def test_silence_is_neither_a_detection_nor_a_false_alarm() -> None:
    found = rates([("fire", None), ("calm", None)])
    assert found["crisis_sensitivity"].value == 0.0
    assert found["crisis_unanswered_rate"].value == 1.0
    for name in ("missed_crisis_rate", "false_alarm_rate"):
        assert found[name].value is None
        assert "not defined: no usable answer" in found[name].note


def test_silence_beside_answers_makes_misses_and_false_alarms_provisional() -> None:
    found = rates([("fire", None), ("fire", "fire"), ("calm", None), ("calm", "calm")])
    for name, what in (("missed_crisis_rate", "miss"), ("false_alarm_rate", "alarm")):
        assert (found[name].value, found[name].provisional) == (0.0, True)
        assert f"1 of 2 without a usable answer, which is no {what}" in found[name].note


def test_always_raising_the_alarm_misses_nothing_and_pays_in_false_alarms() -> None:
    found = rates([("fire", "fire"), ("calm", "fire"), ("calm", "flood")])
    assert (found["missed_crisis_rate"].value, found["false_alarm_rate"].value) == (0.0, 1.0)


def test_a_rate_without_items_is_not_defined() -> None:
    assert rates([("calm", "calm")])["missed_crisis_rate"].value is None


def test_binary_f1_has_the_known_value_and_counts_silence_as_a_miss() -> None:
    one = binary_f1_figure(
        "f1", grades_of([("fire", "flood"), ("fire", None), ("calm", "fire"), ("calm", "calm")]), ALARMS
    )
    assert one.value == pytest.approx(2 / (2 + 1 + 1))
    assert one.n == 4


@pytest.mark.parametrize(
    "grades", [[], grades_of([("calm", "calm")]), [graded(0, "fire", outcome=Outcome.PROVIDER_ERROR)]]
)
def test_binary_f1_without_item_or_answer_of_the_class_is_not_defined(grades: list[Grade]) -> None:
    one = binary_f1_figure("f1", grades, ALARMS)
    assert one.value is None
    assert one.note
