"""What is left out when a prompt is longer than a model takes: declared by the subtask, counted, never silent.

The end is kept, since the last post or turn is the one that is answered. What was left out is marked in the prompt.
Source: ours (protocol, "a long C-SSRS user is passed whole").
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from trustmh.items import PROVISIONAL_SHARE, Item, Language, Reply
from trustmh.pillars.subtask import Subtask, SubtaskResult

#: Shares of the text that are tried in turn, in characters, until the model takes the prompt.
SHARES = (1 / 2, 1 / 4, 1 / 8, 1 / 16)
MARK: Mapping[Language, str] = {"en": "[earlier text left out] ", "zh": "【前文略】"}


def shortened(subtask: Subtask, item: Item) -> Iterator[tuple[float, Item]]:
    """Shorter and shorter versions of an item, each with the share that is kept; none where nothing may be cut."""
    for share in SHARES:
        if (shorter := shorten(subtask, item, share)) is not None:
            yield share, shorter


def as_sent(subtask: Subtask, item: Item, reply: Reply) -> Item:
    """The item as the model saw it."""
    return item if reply.kept == 1.0 else shorten(subtask, item, reply.kept) or item


def shorten(subtask: Subtask, item: Item, share: float) -> Item | None:
    """An item with the last ``share`` of what its subtask declares may be cut; None where it declares nothing."""
    field = next((name for name in subtask.may_be_cut if name in item.fields), None)
    if field is None:
        return None
    whole = item.fields[field]
    kept = _end_of_text(whole, share, item.language) if isinstance(whole, str) else _last(whole, share, item.language)
    return replace(item, fields={**item.fields, field: kept})


def with_cuts(result: SubtaskResult, kept: Sequence[float]) -> SubtaskResult:
    """The figures with a word on items that the model did not see whole; too many of them make all provisional.

    Args:
        result: the figures.
        kept: the share of each item's text that was sent.
    """
    cut = [share for share in kept if share < 1.0]
    if not cut:
        return result
    note = (
        f"{len(cut)} of {len(kept)} items were shortened to fit the model's context "
        f"(share kept {min(cut):.3g} to {max(cut):.3g})"
    )
    many = len(cut) > PROVISIONAL_SHARE * len(kept)
    headline = replace(
        result.headline,
        note="; ".join(filter(None, (result.headline.note, note))),
        provisional=result.headline.provisional or many,
    )
    secondary = tuple(replace(figure, provisional=figure.provisional or many) for figure in result.secondary)
    return replace(result, headline=headline, secondary=secondary, notes=(*result.notes, note))


def _last(parts: Sequence[Any], share: float, language: Language) -> list[Any]:
    """The last posts or turns that fit into the share; of the very last one its end when not even it fits."""
    room = round(share * sum(map(_length, parts)))
    kept: list[Any] = []
    for part in reversed(parts):
        if kept and _length(part) > room:
            break
        kept.insert(0, part if _length(part) <= room else _end_of_part(part, room / max(1, _length(part)), language))
        room -= _length(part)
    if len(kept) < len(parts):
        kept[0] = _marked(kept[0], language)
    return kept


def _length(part: Any) -> int:
    return len(part) if isinstance(part, str) else sum(map(len, part.values()))


def _end_of_part(part: Any, share: float, language: Language) -> Any:
    return _changed(part, lambda text: _end_of_text(text, share, language))


def _marked(part: Any, language: Language) -> Any:
    mark = MARK[language]
    return _changed(part, lambda text: text if text.startswith(mark) else mark + text)


def _changed(part: Any, change: Callable[[str], str]) -> Any:
    """A post, or a turn (its speaker and what was said), with other words."""
    if isinstance(part, str):
        return change(part)
    words = next(name for name in part if name != "speaker")
    return {**part, words: change(part[words])}


def _end_of_text(text: str, share: float, language: Language) -> str:
    """The last ``share`` of a text, from the next space or line on where there is one near."""
    start = len(text) - round(share * len(text))
    if start <= 0:
        return text
    for place in range(start, min(start + 40, len(text))):
        if text[place].isspace():
            start = place + 1
            break
    return MARK[language] + text[start:]
