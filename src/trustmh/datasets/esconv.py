"""ESConv (Liu et al., ACL 2021): emotional-support conversations, in each form they are passed around.

Forms: the GitHub array ``ESConv.json``; the same with FailedESConv's names (speaker/listener, variant strategies); and
the Hugging Face export, rows whose one column ``text`` holds a conversation as JSON (usr/sys), as JSON Lines, JSON or CSV.
Item fields: ``context`` (up to six turns of ``speaker`` and ``content``, the last a seeker's, neighbours of one speaker
merged), ``gold_turn``, ``gold_strategies``, ``situation``, ``emotion_type``, ``problem_type``. At most two turns of a
conversation are asked for, a seeded choice. Ids are ``esconv:<conversation>:<turn>``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import AliasChoices, Field

from trustmh.datasets.catalogue import card
from trustmh.datasets.counts import check_counts
from trustmh.datasets.csv_rows import iterate_csv
from trustmh.datasets.dialogue import PER_CONVERSATION, Turn, merge_turns, support_turns
from trustmh.datasets.files import iterate_jsonl, parse_object, read_json_array
from trustmh.datasets.row_schema import Row, checked
from trustmh.items import Item, TrustmhError

SPEAKERS: Mapping[str, str] = {
    "seeker": "seeker",
    "usr": "seeker",
    "speaker": "seeker",
    "supporter": "supporter",
    "sys": "supporter",
    "listener": "supporter",
}
#: FailedESConv's and the README's names of strategies, by ESConv's.
STRATEGIES: Mapping[str, str] = {
    "Questions": "Question",
    "Question": "Question",
    "Other": "Others",
    "Restatement": "Restatement or Paraphrasing",
    "Approval and Reassurance": "Affirmation and Reassurance",
    "Direct Guidance": "Providing Suggestions",
}


class Utterance(Row):
    """A turn as any of the forms has it."""

    speaker: str
    content: str = Field(validation_alias=AliasChoices("content", "text"))
    strategy: str | None = None
    annotation: dict[str, Any] = Field(default_factory=dict)


class Entry(Row):
    """A conversation as any of the forms has it."""

    emotion_type: str
    problem_type: str
    situation: str
    dialog: tuple[Utterance, ...] = Field(min_length=1)


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation with its turns as they stand: ``speaker``, ``content`` (stripped) and ``strategy`` ("" for none)."""

    number: int
    emotion_type: str
    problem_type: str
    situation: str
    turns: tuple[Turn, ...]


def load(*paths: Path, seed: int = 0, most: int | None = PER_CONVERSATION) -> list[Item]:
    """Items of all conversations. Raises :class:`TrustmhError` for a broken file or counts unlike the card's.

    Args:
        paths: one file, or the files of the splits in order.
        seed: another seed chooses other turns.
        most: turns asked for per conversation; None for all. The counts hold for the default only.

    """
    items = list(iterate(*paths, seed=seed, most=most))
    if most == PER_CONVERSATION:
        check_counts(card("esconv"), [item.gold for item in items], paths[0], ids=(item.id for item in items))
    return items


def iterate(*paths: Path, seed: int = 0, most: int | None = PER_CONVERSATION) -> Iterator[Item]:
    """The items one by one, without a look at the counts."""
    for path in paths:
        split = "" if len(paths) == 1 else f"{path.stem}-"
        for conversation in conversations(path):
            yield from _items(conversation, f"esconv:{split}{conversation.number}", seed, most)


def conversations(path: Path) -> Iterator[Conversation]:
    """The conversations of a file of any form, one by one. Raises :class:`TrustmhError` naming the row at fault."""
    for number, (where, value) in enumerate(rows(path)):
        row = checked(Entry, value, where)
        unknown = sorted({turn.speaker for turn in row.dialog} - set(SPEAKERS))
        if unknown:
            raise TrustmhError(f"{where}: unknown speaker {unknown[0][:20]!r}; known: {', '.join(SPEAKERS)}")
        yield Conversation(
            number=number,
            emotion_type=row.emotion_type.strip(),
            problem_type=row.problem_type.strip(),
            situation=row.situation.strip(),
            turns=tuple(_turn(turn) for turn in row.dialog),
        )


def _turn(turn: Utterance) -> Turn:
    name = str(turn.strategy or turn.annotation.get("strategy") or "").strip()
    return {
        "speaker": SPEAKERS[turn.speaker],
        "content": turn.content.strip(),
        "strategy": STRATEGIES.get(name, name),
    }


def rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Where each conversation is, for messages, and the conversation as its form has it."""
    if path.suffix == ".jsonl":
        found: Iterator[tuple[int, dict[str, Any]]] = iterate_jsonl(path)
    elif path.suffix == ".csv":
        found = enumerate(iterate_csv(path, ("text",)))
    else:
        found = enumerate(read_json_array(path))
    for number, row in found:
        where = f"{path}: row {number}"
        inner = row.get("text")
        yield where, parse_object(inner.encode(), where) if isinstance(inner, str) and "dialog" not in row else row


def _items(conversation: Conversation, identity: str, seed: int, most: int | None) -> Iterator[Item]:
    turns = merge_turns(conversation.turns)
    strategies = _merged_strategies(conversation.turns)
    for number, context, gold in support_turns(turns, identity, seed=seed, most=most):
        yield Item(
            id=f"{identity}:{number}",
            dataset="esconv",
            language="en",
            fields={
                "context": context,
                "gold_turn": gold,
                "gold_strategies": strategies[number],
                "situation": conversation.situation,
                "emotion_type": conversation.emotion_type,
                "problem_type": conversation.problem_type,
            },
            cluster=identity,
            groups={"emotion_type": conversation.emotion_type, "problem_type": conversation.problem_type},
        )


def _merged_strategies(turns: tuple[Turn, ...]) -> list[list[str]]:
    """The strategies behind each merged turn, in order."""
    merged: list[list[str]] = []
    last = ""
    for turn in turns:
        if not turn["content"]:
            continue
        if turn["speaker"] != last:
            merged.append([])
            last = turn["speaker"]
        if turn["strategy"]:
            merged[-1].append(turn["strategy"])
    return merged
