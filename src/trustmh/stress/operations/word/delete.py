"""Leave a word out."""

from __future__ import annotations

from trustmh.stress.draws import Draws
from trustmh.stress.operations.change import Change
from trustmh.stress.units import Words


def delete(units: Words, index: int, draws: Draws) -> Change | None:
    """Drops a word that no label is likely to rest on, and one of the spaces around it."""
    if units.alone() or units.decisive(index):
        return None
    return without_word(units, index)


def without_word(units: Words, index: int) -> Change:
    """The change that removes a word and the space after it, or else before it."""
    start, end = units.spans[index]
    text = units.text
    if end < len(text) and text[end] == " ":
        end += 1
    elif start > 0 and text[start - 1] == " ":
        start -= 1
    return start, end, ""
