from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trustmh.items import Estimate, Item, Reply
from trustmh.pillars.selection import load_items
from trustmh.pillars.shortening import MARK, SHARES, as_sent, shorten, shortened, with_cuts
from trustmh.pillars.subtask import Source, Subtask, SubtaskResult
from trustmh.pillars.table import BY_ID, SUBTASKS

SEVERITY = BY_ID["severity_identification"]
CUT = [subtask for subtask in SUBTASKS if subtask.may_be_cut]


def user(*posts: str) -> Item:
    return Item("u", "d", "en", {"posts": list(posts)})


def posts(share: float, *whole: str) -> list[str]:
    item = shorten(SEVERITY, user(*whole), share)
    assert item is not None
    kept: list[str] = item.fields["posts"]
    return kept


@pytest.mark.parametrize(
    ("whole", "share", "kept"),
    [
        (("a" * 10, "b" * 10, "c" * 10, "d" * 10), 0.5, [MARK["en"] + "c" * 10, "d" * 10]),
        # A post that fits only in part is left out whole.
        (("a" * 10, "b" * 15, "c" * 10), 0.5, [MARK["en"] + "c" * 10]),
        # The last is kept in part when not even it fits, from the next word on.
        (("a" * 10, "one two three four"), 0.5, [MARK["en"] + "three four"]),
        (("one two three four",), 0.5, [MARK["en"] + "four"]),
        (("", "", "abcdefgh"), 0.5, [MARK["en"] + "efgh"]),
    ],
)
def test_the_end_is_kept_and_the_cut_is_marked(whole: tuple[str, ...], share: float, kept: list[str]) -> None:
    assert posts(share, *whole) == kept


@pytest.mark.parametrize("subtask", CUT, ids=lambda subtask: subtask.id)
def test_every_declared_cut_makes_shorter_and_shorter_prompts(subtask: Subtask) -> None:
    item = max(
        load_items(subtask, Source("open")),
        key=lambda one: sum(len(message.content) for message in subtask.messages(one, "audited")),
    )

    def sent(one: Item) -> int:
        return sum(len(message.content) for message in subtask.messages(one, "audited"))

    lengths = [sent(item), *(sent(shorter) for _, shorter in shortened(subtask, item))]
    assert len(lengths) == 1 + len(SHARES)
    assert lengths[0] > lengths[1] > lengths[2]
    assert all(before >= after for before, after in pairwise(lengths))
    for _, shorter in shortened(subtask, item):
        assert any(MARK[item.language].strip() in m.content for m in subtask.messages(shorter, "audited"))
        assert {**shorter.fields, **dict.fromkeys(subtask.may_be_cut)} == {
            **item.fields,
            **dict.fromkeys(subtask.may_be_cut),
        }


def test_a_subtask_that_declares_nothing_has_no_shorter_version() -> None:
    knowledge = BY_ID["knowledge"]
    assert list(shortened(knowledge, load_items(knowledge, Source("open"))[0])) == []


@given(st.lists(st.text(max_size=200), min_size=1, max_size=5), st.sampled_from(SHARES))
def test_no_text_breaks_it_and_what_is_kept_ends_as_the_whole_does(whole: list[str], share: float) -> None:
    kept = posts(share, *whole)
    assert 1 <= len(kept) <= len(whole)
    for before, after in zip(reversed(whole), reversed(kept), strict=False):
        assert before.endswith(after.removeprefix(MARK["en"]))


def test_what_was_sent_can_be_made_again_from_the_reply() -> None:
    item = user("a" * 10, "b" * 10)
    assert as_sent(SEVERITY, item, Reply("x")) is item
    assert as_sent(SEVERITY, item, Reply("x", kept=0.5)).fields["posts"] == [MARK["en"] + "b" * 10]


RESULT = SubtaskResult("s", Estimate("f1", 0.5, 200, note="before"), (Estimate("kappa", 0.1, 200),))


def test_nothing_is_said_while_all_were_whole() -> None:
    assert with_cuts(RESULT, [1.0] * 200) is RESULT


def test_cut_items_are_counted_beside_the_figure() -> None:
    found = with_cuts(RESULT, [1.0] * 198 + [0.5, 0.125])
    words = "2 of 200 items were shortened to fit the model's context (share kept 0.125 to 0.5)"
    assert found.headline == replace(RESULT.headline, note=f"before; {words}")
    assert found.notes == (words,)


def test_more_than_one_in_a_hundred_makes_every_figure_provisional() -> None:
    found = with_cuts(RESULT, [1.0] * 197 + [0.5] * 3)
    assert found.headline.provisional
    assert all(figure.provisional for figure in found.secondary)
