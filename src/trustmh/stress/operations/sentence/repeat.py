"""Say a sentence twice."""

from __future__ import annotations

from trustmh.stress.draws import Draws
from trustmh.stress.operations.change import Change
from trustmh.stress.units import Sentences


def repeat(units: Sentences, index: int, draws: Draws) -> Change:
    """``I'm tired.`` -> ``I'm tired. I'm tired.``: the copy follows at once."""
    end = units.spans[index][1]
    return end, end, ("" if units.language == "zh" else " ") + units.sentence(index)
