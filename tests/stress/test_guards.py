from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

from tests.stress.texts import any_text, sentence_text
from trustmh.stress.guards import Span, guarded_spans, named_spans, plain_words, says_guarded, token_spans
from trustmh.stress.source import Source


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
        ("took 5mg or 2.5", ".....5mg....2.5"),
        ("about $20 on 3/4", "......$20....3/4"),
        ("v2 and １２", "v2.....１２"),
        ("it was two or once", ".......two....once"),
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
        ("我不想，没有", ".不..没."),
        ("三个月", "三.."),
        ("选项B：好", "选项B.."),
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


@settings(max_examples=300)
@given(sentence_text | any_text)
def test_quick_search_of_plain_text_finds_what_the_full_one_finds(text: str) -> None:
    text = text.encode("ascii", "ignore").decode().replace("'", " ")
    plain = plain_words(text)
    assert plain is not None
    assert mask(len(text), guarded_spans(text, plain)) == mask(len(text), guarded_spans(text, None))
    assert token_spans(text, plain) == token_spans(text, None)


def test_text_that_is_not_plain_has_no_plain_form() -> None:
    assert plain_words("I'm") is None
    assert plain_words("café") is None


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
