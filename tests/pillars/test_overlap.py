"""Overlap with the human turn: known answers of BLEU, ROUGE-L and chrF, in both languages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.pillars.examples import graded
from trustmh.items import Grade, Language, Outcome
from trustmh.pillars.overlap import METRICS, overlap_figures, scorer


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        # Lin 2004, section 3.1: recall and precision of the longest common subsequence are 3/4, and 2/4.
        ("police kill the gunman", 3 / 4),
        ("the gunman kill police", 2 / 4),
        ("police killed the gunman", 1.0),
        ("nobody came", 0.0),
    ],
)
def test_rouge_l_has_the_values_of_its_paper(reply: str, expected: float) -> None:
    assert scorer("en")(reply, "police killed the gunman")["rouge_l"] == pytest.approx(expected)


@pytest.mark.parametrize(
    ("language", "text"), [("en", "That sounds very hard for you today."), ("zh", "听起来你今天很难受，我在这里。")]
)
def test_the_human_turn_itself_overlaps_in_full(language: Language, text: str) -> None:
    assert scorer(language)(text, text) == pytest.approx(dict.fromkeys(METRICS, 1.0))


def test_chinese_is_compared_by_characters_not_by_the_whole_sentence() -> None:
    scores = scorer("zh")("我今天很难过", "他今天很难过")
    assert scores["rouge_l"] == pytest.approx(5 / 6)
    assert 0 < scores["bleu"] < 1
    assert scorer("zh")("早上好", "再见啦")["rouge_l"] == 0.0


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_silence_overlaps_with_nothing(text: str) -> None:
    assert scorer("en")(text, "hello there") == dict.fromkeys(METRICS, 0.0)


@pytest.mark.parametrize("text", ["\ud800", "\x00", "🙂" * 50, "<b>" * 100, "a" * 20_000])
def test_no_text_breaks_the_metrics(text: str) -> None:
    assert all(0.0 <= value <= 1.0 for value in scorer("en")(text, "hello there").values())


def said(number: int, text: str | None, human: str, outcome: Outcome | None = None) -> Grade:
    grade = graded(number, None, text, outcome=outcome)
    return replace(grade, item=replace(grade.item, fields={"gold_turn": human}))


def test_a_reply_without_text_counts_as_no_overlap_and_stays_in_the_mean() -> None:
    figures = overlap_figures([said(0, "hello there", "hello there"), said(1, None, "hello there")], "gold_turn")
    assert [one.name for one in figures] == list(METRICS)
    assert {one.n for one in figures} == {2}
    assert figures[1].value == pytest.approx(0.5)


def test_items_without_a_human_turn_and_provider_errors_are_left_out() -> None:
    assert overlap_figures([said(0, "hello", "")], "gold_turn") == ()
    assert overlap_figures([said(0, None, "hello", Outcome.PROVIDER_ERROR)], "gold_turn") == ()
    assert overlap_figures([graded(0, None, "hello")], "gold_turn") == ()


def test_provider_errors_leave_the_mean_and_are_counted_beside_it() -> None:
    lost = said(1, None, "hello there", Outcome.PROVIDER_ERROR)
    for figure in overlap_figures([said(0, "hello there", "hello there"), lost], "gold_turn"):
        assert (figure.n, figure.unscored, figure.provisional) == (1, 0, True)
        assert figure.outcomes == {"answered": 1, "provider_error": 1}


def test_the_figures_say_how_they_were_made() -> None:
    figures = overlap_figures([said(0, "hello there", "hello there")], "gold_turn")
    assert "sacrebleu" in figures[0].note
    assert "13a" in figures[0].note
