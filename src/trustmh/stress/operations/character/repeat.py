"""Type a letter twice or three times."""

from __future__ import annotations

from trustmh.stress.draws import Draws
from trustmh.stress.operations.change import Change
from trustmh.stress.units import Characters


def repeat(units: Characters, at: int, draws: Draws) -> Change:
    """``so`` -> ``soo`` or ``sooo``."""
    end = units.end(at)
    return (end, end, units.text[at:end] * (1 + draws.below(2)))
