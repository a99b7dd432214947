"""Merging turns, and the turns at which a model is asked to speak."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from trustmh.datasets.dialogue import client_turns, merge_turns, support_turns, until_seeker


def turns(text: str) -> list[dict[str, str]]:
    """ "s" is a seeker's turn, "p" a supporter's; words are numbered."""
    names = {"s": "seeker", "p": "supporter"}
    return [{"speaker": names[letter], "content": f"{letter}{index}"} for index, letter in enumerate(text)]


def test_neighbours_of_one_speaker_become_one_turn() -> None:
    merged = merge_turns([*turns("sspps"), {"speaker": "seeker", "content": "  \n"}])
    assert [turn["content"] for turn in merged] == ["s0\ns1", "p2\np3", "s4"]


def test_a_turn_without_words_does_not_part_its_neighbours() -> None:
    merged = merge_turns([*turns("s"), {"speaker": "supporter", "content": "\n"}, *turns("s")])
    assert [turn["speaker"] for turn in merged] == ["seeker"]


def test_contexts_hold_six_turns_and_end_with_the_seeker() -> None:
    found = list(support_turns(turns("sp" * 6), "c", most=None))
    assert [number for number, _, _ in found] == [1, 3, 5, 7, 9, 11]
    assert [len(context) for _, context, _ in found] == [1, 3, 5, 6, 6, 6]
    assert all(context[-1]["speaker"] == "seeker" for _, context, _ in found)
    assert [gold for _, _, gold in found] == ["p1", "p3", "p5", "p7", "p9", "p11"]


def test_two_turns_are_chosen_by_seed_and_conversation_alone() -> None:
    dialogue = turns("sp" * 10)
    chosen = {
        (seed, name): [n for n, _, _ in support_turns(dialogue, name, seed=seed)] for seed in (0, 1) for name in "abc"
    }
    assert all(len(numbers) == 2 and numbers == sorted(numbers) for numbers in chosen.values())
    assert len({tuple(numbers) for numbers in chosen.values()}) > 1
    assert [n for n, _, _ in support_turns(dialogue, "a")] == chosen[0, "a"]


def test_a_short_conversation_gives_what_it_has() -> None:
    assert [number for number, _, _ in support_turns(turns("ps"), "c")] == []
    assert [number for number, _, _ in support_turns(turns("psp"), "c")] == [2]


def test_every_client_turn_has_its_history_and_the_reply_that_followed() -> None:
    dialogue = [{"speaker": speaker, "text": speaker[:2]} for speaker in ("client", "counsellor", "client")]
    found = list(client_turns(dialogue))
    assert [(number, len(history), reply) for number, history, reply in found] == [(0, 1, "co"), (1, 3, "")]


def test_a_dialogue_is_cut_after_the_last_seeker_turn() -> None:
    assert [turn["content"] for turn in until_seeker(turns("spspp"))] == ["s0", "p1", "s2"]
    assert until_seeker(turns("pp")) == []


@given(st.text(alphabet="sp", max_size=30))
def test_merged_turns_alternate_and_keep_every_word(pattern: str) -> None:
    original = turns(pattern)
    merged = merge_turns(original)
    assert all(one["speaker"] != two["speaker"] for one, two in itertools.pairwise(merged))
    assert "\n".join(turn["content"] for turn in merged) == "\n".join(turn["content"] for turn in original)
    for number, context, gold in support_turns(merged, "c"):
        assert context == merged[max(0, number - 6) : number]
        assert gold == merged[number]["content"]
