"""What is left out when a prompt is longer than a model takes: declared by the subtask, counted, never silent.

The end is kept, since the last post or turn is the one that is answered. What was left out is marked in the prompt.
Source: ours (protocol, "a long C-SSRS user is passed whole").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from trustmh.items import Item, Language, Reply
from trustmh.pillars.figures import SHORTENED, cut_note, joined
from trustmh.pillars.subtask import Subtask, SubtaskResult

#: Shares of the text that are tried in turn, in characters, until the model takes the prompt.
SHARES = (1 / 2, 1 / 4, 1 / 8, 1 / 16)
#: How far from the boundary a space is looked for, in characters, so that no word is sent in part.
_NEAR = 40
MARK: Mapping[Language, str] = {"en": "[earlier text left out] ", "zh": "【前文略】"}


def shortened(subtask: Subtask, item: Item) -> Iterator[tuple[float, Item]]:
    """Shorter and shorter versions of an item, each with the share of its characters that is kept, above 0 and below 1.

    None where nothing may be cut. A share of :data:`SHARES` that would keep as much as the one before is passed over,
    so that no prompt is sent twice.
    """
    before = 1.0
    for share in SHARES:
        version = _version(subtask, item, share)
        if version is not None and 0 < version[0] < before:
            before = version[0]
            yield version


def as_sent(subtask: Subtask, item: Item, reply: Reply) -> Item:
    """The item as the model saw it: the version of it of which the reply says how much was kept."""
    if reply.kept == 1.0:
        return item
    return next((version for kept, version in shortened(subtask, item) if kept == reply.kept), item)


def _version(subtask: Subtask, item: Item, share: float) -> tuple[float, Item] | None:
    """The share kept and the item with at most the last ``share`` of its long text; None where there is no such text."""
    field = next((name for name in subtask.may_be_cut if name in item.fields), None)
    if field is None:
        return None
    whole = item.fields[field]
    parts = [whole] if isinstance(whole, str) else whole
    length = sum(len(_words(part)) for part in parts)
    ends = _last(parts, round(share * length))
    if not length or not ends:
        return None
    first, *rest = ends
    kept = [_changed(first, MARK[item.language] + _words(first)), *rest]
    shorter = replace(item, fields={**item.fields, field: kept[0] if isinstance(whole, str) else kept})
    return sum(len(_words(part)) for part in ends) / length, shorter


def with_cuts(result: SubtaskResult, kept: Sequence[float]) -> SubtaskResult:
    """The figures with a word beside the headline on items that the model did not see whole, if it has none yet.

    Whether cuts make a figure provisional is counted over its own items, where figures are made
    (:func:`trustmh.pillars.figures.is_provisional`), so that a group cut altogether is seen and others are spared.

    Args:
        result: the figures.
        kept: the share of each item's text that was sent.
    """
    note = cut_note(kept)
    if not note:
        return result
    headline = result.headline
    if SHORTENED not in headline.note:
        headline = replace(headline, note=joined(headline.note, note))
    return replace(result, headline=headline, notes=(*result.notes, note))


def _last(parts: Sequence[Any], room: int) -> list[Any]:
    """The last ``room`` characters of posts or turns: whole ones, and of the one at the boundary its end."""
    kept: list[Any] = []
    for part in reversed(parts):
        words = _words(part)
        if len(words) > room:
            if end := _end_of_text(words, room):
                kept.insert(0, _changed(part, end))
            break
        kept.insert(0, part)
        room -= len(words)
    return kept


def _end_of_text(text: str, room: int) -> str:
    """The last ``room`` characters of a longer text, from the next space or line on where words follow one near."""
    start = len(text) - room
    for place in range(start - 1, min(start + _NEAR, len(text))):
        if text[place].isspace() and text[place:].strip():
            start = place + 1
            break
    return text[start:] if text[start:].strip() else ""


def _words(part: Any) -> str:
    """What a post, or a turn (its speaker and what was said), says."""
    return part if isinstance(part, str) else str(part[_named(part)])


def _changed(part: Any, words: str) -> Any:
    """A post or turn with other words."""
    return words if isinstance(part, str) else {**part, _named(part): words}


def _named(turn: Mapping[str, str]) -> str:
    return next(name for name in turn if name != "speaker")
