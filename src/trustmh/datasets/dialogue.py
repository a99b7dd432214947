"""Turns of a dialogue: merging, and choosing the turns at which a model is asked to speak.

A turn is a mapping with ``speaker`` and its words under ``content`` (support dialogues) or ``text`` (consultations);
both suites cut their dialogues here, so that one rule holds for both.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence

Turn = dict[str, str]

#: Turns of context that a supporter's reply is asked for with, and replies asked for per conversation (TrustMH-Bench
#: development rule, datasets.md section 4).
CONTEXT_TURNS = 6
PER_CONVERSATION = 2


def merge_turns(turns: Sequence[Mapping[str, object]], words: str = "content") -> list[Turn]:
    """Turns with neighbours of the same speaker joined by a line break, stripped, turns without words left out."""
    merged: list[Turn] = []
    for turn in turns:
        speaker, text = str(turn["speaker"]), str(turn[words]).strip()
        if not text:
            continue
        if merged and merged[-1]["speaker"] == speaker:
            merged[-1][words] += f"\n{text}"
        else:
            merged.append({"speaker": speaker, words: text})
    return merged


def support_turns(
    turns: Sequence[Turn], conversation: str, *, seed: int = 0, most: int | None = PER_CONVERSATION
) -> Iterator[tuple[int, list[Turn], str]]:
    """The supporter's turns to ask for: number of the turn, its context, and what the human supporter said.

    Args:
        turns: merged turns of one conversation.
        conversation: its id; with ``seed`` it fixes the choice, independently of other conversations.
        seed: another seed chooses other turns.
        most: how many turns to choose, None for all.

    Yields:
        In the order of the dialogue; the context holds up to :data:`CONTEXT_TURNS` turns and ends in a seeker turn.
    """
    candidates = [
        index
        for index in range(1, len(turns))
        if turns[index]["speaker"] == "supporter" and turns[index - 1]["speaker"] == "seeker"
    ]
    if most is not None:
        candidates = sorted(sorted(candidates, key=lambda index: _lot(f"{seed}:{conversation}:{index}"))[:most])
    for index in candidates:
        context = [dict(turn) for turn in turns[max(0, index - CONTEXT_TURNS) : index]]
        yield index, context, turns[index]["content"]


def client_turns(turns: Sequence[Turn]) -> Iterator[tuple[int, list[Turn], str]]:
    """Every client turn, from 0: its number, the history up to and with it, and the counsellor's turn that followed.

    The last value is empty when the dialogue ends with the client.
    """
    number = 0
    for index, turn in enumerate(turns):
        if turn["speaker"] == "client":
            reply = turns[index + 1]["text"] if index + 1 < len(turns) else ""
            yield number, [dict(earlier) for earlier in turns[: index + 1]], reply
            number += 1


def until_seeker(turns: Sequence[Turn]) -> list[Turn]:
    """The turns up to the last one of the seeker, so that the model's turn comes next."""
    kept = [dict(turn) for turn in turns]
    while kept and kept[-1]["speaker"] != "seeker":
        kept.pop()
    return kept


def _lot(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
