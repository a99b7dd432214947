"""A sentence is lost. It may be the one an answer rests on, so this is off by default."""

from __future__ import annotations

from trustmh.stress.draws import Draws
from trustmh.stress.operations.change import Change
from trustmh.stress.sentence_units import Sentences


def truncate(units: Sentences, index: int, draws: Draws) -> Change | None:
    """Drops one sentence of a text that has several, and the space after it, or else before it."""
    if len(units.spans) < 2:
        return None
    start, end = units.spans[index]
    if end < len(units.text) and units.text[end] == " ":
        end += 1
    elif start > 0 and units.text[start - 1] == " ":
        start -= 1
    return start, end, ""
