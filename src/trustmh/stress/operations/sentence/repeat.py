"""Say a sentence twice."""

from __future__ import annotations

from trustmh.stress.draws import Draws
from trustmh.stress.operations.change import Change
from trustmh.stress.sentence_units import Sentences


def repeat(units: Sentences, index: int, draws: Draws) -> Change | None:
    """``I'm tired.`` -> ``I'm tired. I'm tired.``: the copy follows at once; None where it would run into a number, say."""
    end, joint = units.spans[index][1], units.joint(index)
    return None if joint is None else (end, end, joint + units.sentence(index))
