"""Text that somebody else wrote: nothing of it acts, and nothing of it hides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.report.markup import Page
from trustmh.report.untrusted import SHOWN_CHARACTERS, revealed, shown, visible


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a < b & c > d \"e\" 'f'", "a &lt; b &amp; c &gt; d &#34;e&#34; &#39;f&#39;"),
        ("one\r\ntwo\rthree\n\tfour", "one\ntwo\nthree\n\tfour"),
        ("</pre><script>", "&lt;/pre&gt;&lt;script&gt;"),
        ("自杀 👨‍👩‍👧 é", "自杀 👨‍👩‍👧 é"),
    ],
)
def test_markup_is_text(text: str, expected: str) -> None:
    assert visible(text) == expected


@pytest.mark.parametrize(
    "character",
    list("\x00\x08\x1b\x7f\x85\u200b\u200e\u200f\u2028\u202a\u202e\u2066\u2069\ufeff\u00ad\ud800\udfff\U000e0041"),
)
def test_hidden_characters_are_shown_by_their_code_point(character: str) -> None:
    html = visible(f"a{character}b")
    assert character not in html
    assert f"⟨U+{ord(character):04X}⟩" in html
    assert f"⟨U+{ord(character):04X}⟩" in revealed(character)


@given(st.text(st.characters(codec=None)))
def test_no_text_becomes_an_element(text: str) -> None:
    page = Page(str(visible(text)))
    assert {tag for tag, _ in page.elements} <= {"span"}
    assert all(attributes == {"class": "hidden-character"} for _, attributes in page.elements)
    str(visible(text)).encode("utf-8")


def test_a_long_text_is_cut_and_says_how_much_is_missing() -> None:
    text = shown("x" * 1_000_000)
    assert len(text.html) == SHOWN_CHARACTERS
    assert text.cut == 1_000_000 - SHOWN_CHARACTERS
    assert shown("short").cut == 0
