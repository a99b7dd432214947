from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pillars.verdicts import judged
from trustmh.items import Estimate, Item, Reply, Stop
from trustmh.pillars.figures import SHORTENED
from trustmh.pillars.selection import load_items
from trustmh.pillars.shortening import MARK, SHARES, as_sent, shortened, with_cuts
from trustmh.pillars.subtask import Source, Subtask, SubtaskResult
from trustmh.pillars.table import BY_ID, SUBTASKS

SEVERITY = BY_ID["severity_identification"]
CUT = [subtask for subtask in SUBTASKS if subtask.may_be_cut]


def user(*posts: str) -> Item:
    return Item("u", "d", "en", {"posts": list(posts)})


def versions(*whole: str) -> list[tuple[float, list[str]]]:
    """Each share kept, with the posts that are sent."""
    return [(kept, shorter.fields["posts"]) for kept, shorter in shortened(SEVERITY, user(*whole))]


def kept_words(sent: Sequence[str]) -> str:
    """What was sent of the person's own text."""
    return "".join(sent).removeprefix(MARK["en"])


@pytest.mark.parametrize(
    ("whole", "kept", "sent"),
    [
        (("a" * 10, "b" * 10, "c" * 10, "d" * 10), 0.5, [MARK["en"] + "c" * 10, "d" * 10]),
        # Of a post that fits only in part its end is kept, and of the share no more than is there.
        (("a" * 10, "b" * 20, "c" * 10), 0.5, [MARK["en"] + "b" * 10, "c" * 10]),
        (("a" * 10, "one two three four", "no"), 12 / 30, [MARK["en"] + "three four", "no"]),
        # From the next word on; the whole word where the boundary falls before one.
        (("a" * 12, "one two three four"), 14 / 30, [MARK["en"] + "two three four"]),
        (("one two three four",), 4 / 18, [MARK["en"] + "four"]),
        (("one two 45678901",), 8 / 16, [MARK["en"] + "45678901"]),
        (("", "", "abcdefgh"), 0.5, [MARK["en"] + "efgh"]),
        (("aaaa", "", "bbbb"), 0.5, [MARK["en"], "bbbb"]),
        # White space alone is no end of a post.
        (("abcd    ", "efgh"), 4 / 12, [MARK["en"] + "efgh"]),
    ],
)
def test_the_end_is_kept_the_cut_is_marked_and_the_share_is_what_is_left(
    whole: tuple[str, ...], kept: float, sent: list[str]
) -> None:
    (share, words), *_ = versions(*whole)
    assert share == pytest.approx(kept)
    assert words == sent


def test_a_long_post_before_a_short_one_is_cut_and_not_left_out() -> None:
    long = " ".join(f"{number:04d}" for number in range(1000))
    found = versions(long, "good night")
    assert [kept for kept, _ in found] == pytest.approx(SHARES, abs=0.002)
    assert [sent[-1] for _, sent in found] == ["good night"] * len(SHARES)


@pytest.mark.parametrize(
    ("whole", "kept"),
    [
        # A quarter of it would be the same word as a half.
        (("one two three four",), [4 / 18, 2 / 18, 1 / 18]),
        (("ab",), [0.5]),
        (("a",), []),
        (("",), []),
        ((" " * 40,), []),
        ((), []),
    ],
)
def test_no_version_repeats_another_or_holds_nothing(whole: tuple[str, ...], kept: list[float]) -> None:
    assert [share for share, _ in versions(*whole)] == pytest.approx(kept)


@pytest.mark.parametrize("subtask", CUT, ids=lambda subtask: subtask.id)
def test_every_declared_cut_makes_shorter_and_shorter_prompts(subtask: Subtask) -> None:
    item = max(
        load_items(subtask, Source("open")),
        key=lambda one: sum(len(message.content) for message in subtask.messages(one, "audited")),
    )

    def sent(one: Item) -> int:
        return sum(len(message.content) for message in subtask.messages(one, "audited"))

    lengths = [sent(item), *(sent(shorter) for _, shorter in shortened(subtask, item))]
    assert len(lengths) > 2
    assert all(before > after for before, after in pairwise(lengths))
    for _, shorter in shortened(subtask, item):
        assert any(MARK[item.language].strip() in m.content for m in subtask.messages(shorter, "audited"))
        assert {**shorter.fields, **dict.fromkeys(subtask.may_be_cut)} == {
            **item.fields,
            **dict.fromkeys(subtask.may_be_cut),
        }


def test_a_subtask_that_declares_nothing_has_no_shorter_version() -> None:
    knowledge = BY_ID["knowledge"]
    assert list(shortened(knowledge, load_items(knowledge, Source("open"))[0])) == []


@given(st.lists(st.text(max_size=200), max_size=5))
def test_no_text_breaks_it_and_the_share_is_that_of_the_end_that_is_sent(whole: list[str]) -> None:
    before = 1.0
    for kept, sent in versions(*whole):
        assert "".join(whole).endswith(kept_words(sent))
        assert kept == len(kept_words(sent)) / len("".join(whole))
        assert 0 < kept < before
        before = kept


@pytest.mark.parametrize("subtask", CUT, ids=lambda subtask: subtask.id)
def test_what_was_sent_can_be_made_again_from_the_reply(subtask: Subtask) -> None:
    item = load_items(subtask, Source("open"))[0]
    assert as_sent(subtask, item, Reply("x")) is item
    for kept, shorter in shortened(subtask, item):
        assert as_sent(subtask, item, Reply("x", kept=kept)) == shorter


RESULT = SubtaskResult("s", Estimate("f1", 0.5, 200, note="before"), (Estimate("kappa", 0.1, 200),))


def test_nothing_is_said_while_all_were_whole() -> None:
    assert with_cuts(RESULT, [1.0] * 200) is RESULT


def test_cut_items_are_counted_beside_the_figure() -> None:
    found = with_cuts(RESULT, [1.0] * 198 + [0.5, 0.125])
    words = "2 of 200 items were shortened to fit the model's context (share kept 0.125 to 0.5)"
    assert found.headline == replace(RESULT.headline, note=f"before; {words}")
    assert found.notes == (words,)


def test_a_headline_that_has_its_own_count_is_given_no_second_one() -> None:
    own = replace(RESULT, headline=replace(RESULT.headline, note=f"2 of 50 {SHORTENED} (share kept 0.5 to 0.5)"))
    found = with_cuts(own, [1.0] * 198 + [0.5] * 2)
    assert found.headline == own.headline
    assert found.notes == (f"2 of 200 {SHORTENED} (share kept 0.5 to 0.5)",)


@pytest.mark.parametrize("subtask", CUT, ids=lambda subtask: subtask.id)
def test_every_figure_that_cuts_make_provisional_says_so_and_others_are_spared(subtask: Subtask) -> None:
    items = [item for item in load_items(subtask, Source("open")) if item.language == "en"][:160]
    cut = {item.id for item in items[:3]}

    def results(kept: float) -> SubtaskResult:
        def reply(item: Item) -> Reply:
            return Reply(str(item.gold or "I am here."), Stop.STOP, kept=kept if item.id in cut else 1.0)

        return judged(
            subtask, items, reply, lambda one: {each.id: float(each.high or 0) for each in one.rubric.criteria}
        ).result

    whole, short = results(1.0), results(0.25)
    assert SHORTENED in short.headline.note
    before = {one.name: one for one in whole.secondary}
    moved = [one for one in short.secondary if one.provisional and not before[one.name].provisional]
    assert moved
    assert all(SHORTENED in one.note for one in moved)
    assert all(one == before[one.name] for one in short.secondary if SHORTENED not in one.note)
