"""Two neighbouring words change places."""

from __future__ import annotations

from trustmh.stress.draws import Draws
from trustmh.stress.operations.change import Change
from trustmh.stress.units import Words


def swap(units: Words, index: int, draws: Draws) -> Change | None:
    """``I feel tired`` -> ``feel I tired``. Not across punctuation, and not with a word that a label may rest on."""
    spans, text = units.spans, units.text
    if index + 1 >= len(spans):
        return None
    (start, middle), (following, end) = spans[index], spans[index + 1]
    between, first, second = text[middle:following], text[start:middle], text[following:end]
    if between.strip(" ") or first == second or units.decisive(index) or units.decisive(index + 1):
        return None
    return start, end, second + between + first
