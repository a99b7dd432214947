from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from tests.stress.texts import any_text
from trustmh.stress.chinese_words import pieces
from trustmh.stress.letters import language_of
from trustmh.stress.source import Source
from trustmh.stress.units import Characters, Words


def words(text: str, language: Any) -> list[str]:
    units = Words(Source(text, language, [], True))
    return [units.word(index) for index in units.pool]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("I am so tired", "en", ["I", "am", "so", "tired"]),
        ("I am not so tired", "en", ["I", "am", "tired"]),  # "so" stays with its negation
        ("not, so tired", "en", ["so", "tired"]),
        ("it was 3 weeks ago today", "en", ["it", "was", "today"]),
        ("don't go now", "en", ["now"]),
        ("我最近睡觉", "zh", ["我", "最近", "睡觉"]),
        ("我不喜欢学校", "zh", ["我", "学校"]),
    ],
)
def test_words_that_may_be_edited(text: str, language: Any, expected: list[str]) -> None:
    assert words(text, language) == expected


def test_named_spans_leave_their_words_out() -> None:
    units = Words(Source("so very tired today", "en", [(3, 5)], True))
    assert [units.word(index) for index in units.pool] == ["so", "tired", "today"]


@given(any_text)
def test_chinese_pieces_join_to_the_text(text: str) -> None:
    assert "".join(pieces(text)) == text


def test_reach_is_the_word_but_not_all_of_a_giant_one() -> None:
    units = Characters(Source("so tired " + "x" * 100, "en", [], True))
    assert units.reach(4, 5) == (3, 8)
    left, right = units.reach(50, 51)
    assert 0 < right - left <= 24
    chinese = Characters(Source("我最近用app看书", "zh", [], True))
    assert chinese.reach(1, 2) == (1, 2)
    assert chinese.reach(5, 6) == (4, 7)


@pytest.mark.parametrize(
    ("text", "language"),
    [("so", "en"), ("", "en"), ("我累了", "zh"), ("我用 WeChat 聊天", "zh"), ("see 北 on the map of the town", "en")],
)
def test_language_of_a_text(text: str, language: str) -> None:
    assert language_of(text) == language
