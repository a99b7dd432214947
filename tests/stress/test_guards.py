from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings

from tests.stress.texts import any_text, sentence_text
from trustmh.stress.guards import guarded_spans, named_spans, says_guarded
from trustmh.stress.source import Source
from trustmh.stress.tokens import Span, plain_words, token_spans


def protected(text: str) -> str:
    """The text with what is not protected shown as dots."""
    mask = Source(text, "en", [], True).mask
    return "".join(character if mask[at] else "." for at, character in enumerate(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I am NOT here", ".....NOT....."),
        ("note a knot", "..........."),
        ("don't, don’t", "don't..don’t"),
        ("'not'", ".not."),
        ("took 5mg or 2.5", ".....5mg or.2.5"),
        ("saw $20 on 3/4", "....$20 on 3/4"),
        ("v2, and １２", "v2,.....１２"),
        ("it was two, so once", ".......two.....once"),
        ("took 5 mg a day and", ".....5 mg a day...."),
        ("at least two tablets or", "at least two tablets..."),
        ("so on 12 March", "...on 12 March"),
        ("so March 12", "...March 12"),
        ("I do n't so", "..do n't..."),
        ("'I`m' don`t", "......don`t"),
        ("pick A, B or C so", "pick A, B or C..."),
        ("Which? so [A] b) so", "..........[A].b)..."),
        ("x [{\n1}] so", "..[{\n1}]..."),
        ("www.a.org so", "www.a.org..."),
        ("it ends.So I", "............"),
        ("say yes or YTA", "....yes....YTA"),
        ("see (B) there", "....(B)......"),
        ("A. first one", "A..first.one"),
        ("  B) so", "  B)..."),
        ("x\nC: so", "..C:..."),
        ("<b>so</b>", "<b>..</b>"),
        ('{"a": so} so', '{"a": so}...'),
        ("`so` so", "`so`..."),
        ("to a@b.org so", "...a@b.org..."),
        ("http://a.b/c so", "http://a.b/c..."),
        ("我不想，没有", ".不..没有"),
        ("三个月", "三个月"),
        ("三点五毫克好", "三点五毫克."),
        ("百分之五好", "百分之五."),
        ("3，5天好", "3，5天."),
        ("请选A、B或C", ".选A、B或C"),
        ("选项B：好", "选项B：."),
        ("答案：甲 好", "答案：甲.."),
    ],
)
def test_what_is_protected(text: str, expected: str) -> None:
    assert protected(text) == expected


def test_answer_and_option_are_protected_with_their_letter() -> None:
    assert protected("Option B fits") == "Option B....."
    assert protected("The answer: C fits").endswith("answer: C.....")


def mask(length: int, spans: list[Span]) -> bytes:
    found = bytearray(length)
    for start, end in spans:
        found[start:end] = b"\x01" * (end - start)
    return bytes(found)


@settings(max_examples=400)
@given(sentence_text | any_text)
@example("it's 'so' don`t, A. we b) go")
@example("they’re “so” — n’t")
@example("WWW.5 w/o a: c, i")
def test_quick_search_of_plain_text_finds_what_the_full_one_finds(text: str) -> None:
    for one in (text, text.encode("ascii", "ignore").decode()):
        plain = plain_words(one)
        if plain is not None:
            assert mask(len(one), guarded_spans(one, plain)) == mask(len(one), guarded_spans(one, None))
            assert token_spans(one, plain) == token_spans(one, None)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I'm so, don’t", ["i'm", "so", "don't"]),
        ("the dogs' 'bed' — “so”…", ["the", "dogs", "bed", "so"]),
        ("don`t", ["don't"]),
        ("took 5", ["took", "0"]),
    ],
)
def test_plain_form_of_usual_english(text: str, words: list[str]) -> None:
    plain = plain_words(text)
    assert plain is not None
    assert plain.words == words


@pytest.mark.parametrize("text", ["café", "so''", "5's", "我"])
def test_text_that_is_not_plain_has_no_plain_form(text: str) -> None:
    assert plain_words(text) is None


@pytest.mark.parametrize(
    ("text", "says"), [("no", True), ("know", False), ("it is 3", True), ("部", False), ("不", True)]
)
def test_guarded_words_are_recognised(text: str, says: bool) -> None:
    assert says_guarded(text) is says


def test_named_texts_patterns_and_spans() -> None:
    assert named_spans("a.b a.b axb", ["a.b", re.compile("x|"), (2, 2), (0, 11)]) == [
        (0, 3),
        (4, 7),
        (9, 10),
        (2, 2),
        (0, 11),
    ]
