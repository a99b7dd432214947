"""Say a word twice."""

from __future__ import annotations

from trustmh.stress.draws import Draws
from trustmh.stress.operations.change import Change
from trustmh.stress.units import Words


def repeat(units: Words, index: int, draws: Draws) -> Change:
    """``so tired`` -> ``so tired tired``."""
    end = units.spans[index][1]
    word = units.word(index)
    return end, end, word if units.language == "zh" else f" {word}"
