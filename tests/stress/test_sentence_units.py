from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

from tests.stress.texts import any_text
from trustmh.items import Language
from trustmh.stress.sentence_units import Sentences, sentence_spans
from trustmh.stress.source import Source


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("So. Tired! Why?", ["So.", "Tired!", "Why?"]),
        ("Dr. Smith came. He left", ["Dr. Smith came.", "He left"]),
        ("J. Doe is here.", ["J. Doe is here."]),
        ('He said "stop." Then left.', ['He said "stop."', "Then left."]),
        ("3.5 mg... fine", ["3.5 mg...", "fine"]),
        ("one\n\ntwo", ["one", "two"]),
        ("我累。你呢？“好！”他说", ["我累。", "你呢？", "“好！”", "他说"]),
        ("  ", []),
        ("", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@given(any_text)
def test_sentences_are_in_order_and_lose_nothing_but_space(text: str) -> None:
    spans = sentence_spans(text)
    assert "".join("".join(text[start:end].split()) for start, end in spans) == "".join(text.split())
    assert all(end <= following for (_, end), (following, _) in pairwise(spans))


@pytest.mark.parametrize(
    ("text", "language", "joints"),
    [
        ("So. Tired", "en", [" ", " "]),
        ("So. It was 5", "en", [" ", None]),
        ("I will not\nso", "en", [None, " "]),
        ("see www.a.org", "en", [None]),
        ("It was 5.", "en", [" "]),
        ("累。吃了5", "zh", ["", "。"]),
        ("用app", "zh", ["。"]),
    ],
)
def test_what_stands_before_a_sentence_put_behind(text: str, language: Language, joints: list[str | None]) -> None:
    units = Sentences(Source(text, language, [], True))
    assert [units.joint(index) for index in units.pool] == joints


@pytest.mark.parametrize(
    ("text", "language", "beside"),
    [
        ("So. No. Yes I go", "en", [True, True, False]),
        ("So. We go. On.", "en", [False, False, False]),
        ("去吗。不。睡", "zh", [True, True, False]),
    ],
)
def test_marks_beside_something_guarded(text: str, language: Language, beside: list[bool]) -> None:
    units = Sentences(Source(text, language, [], True))
    assert [units.between_guarded(index) for index in units.pool] == beside
