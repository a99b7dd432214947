from __future__ import annotations

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.stress.texts import any_text
from trustmh.stress.clusters import Clusters, cluster_ends, is_simple


@settings(max_examples=400)
@given(any_text)
def test_in_simple_text_every_character_is_a_cluster(text: str) -> None:
    if is_simple(text):
        assert cluster_ends(text) == list(range(1, len(text) + 1))


@settings(max_examples=400)
@given(any_text, st.text("\U0001f1e6\U0001f1e7\u200d\u0301x\u0903\U0001f468\u0600\r\n", max_size=20))
def test_clusters_are_those_of_the_standard(text: str, flags: str) -> None:
    for one in (text, flags, flags + text):
        assert cluster_ends(one) == [match.end() for match in regex.finditer(r"\X", one)]


def test_declared_simple_characters_stay_apart_whatever_their_neighbours() -> None:
    simple = [chr(code) for code in range(0x10000) if is_simple(chr(code))]
    assert len(simple) > 27_000
    text = "".join(simple)
    assert cluster_ends(text) == list(range(1, len(text) + 1))
    assert cluster_ends(text[::-1]) == list(range(1, len(text) + 1))


@pytest.mark.parametrize("text", ["e\u0301", "👍🏽", "👨‍👩‍👧", "🇫🇷", "1️⃣", "\r\n", "\u1100\u1161\u11a8", "क्षि"])
def test_what_joins_is_not_simple(text: str) -> None:
    assert not is_simple(text)


@pytest.mark.parametrize(
    ("text", "start", "end", "after", "unbroken"),
    [
        ("ae\u0301", 0, 1, "", True),
        ("ae\u0301", 1, 2, "x", False),  # would leave the mark behind
        ("ae\u0301", 0, 1, "\u0301", True),
        ("🇫x🇷", 1, 2, "", False),  # would make a flag of two halves
        ("🇫x🇷", 1, 2, "y", True),
        ("x\u0301y", 2, 2, "z", True),
        ("x\u0301y", 1, 1, "z", False),
        ("👨\u200dx👩", 2, 3, "", False),  # would join two people into a couple
        ("\rx\n", 1, 2, "", False),
    ],
)
def test_edits_neither_split_nor_join(text: str, start: int, end: int, after: str, unbroken: bool) -> None:
    assert Clusters(text).unbroken(start, end, after) is unbroken


@settings(max_examples=300)
@given(any_text, st.data(), st.text(max_size=3))
def test_unbroken_means_that_both_ends_are_bounds_in_the_result(text: str, data: st.DataObject, after: str) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    if Clusters(text).unbroken(start, end, after):
        result = text[:start] + after + text[end:]
        found = {0, *(match.end() for match in regex.finditer(r"\X", result))}
        assert {start, start + len(after)} <= found
