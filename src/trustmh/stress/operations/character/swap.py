"""Two neighbouring letters change places."""

from __future__ import annotations

from trustmh.stress.draws import Draws
from trustmh.stress.operations.change import Change
from trustmh.stress.units import Characters


def swap(units: Characters, at: int, draws: Draws) -> Change | None:
    """``friend`` -> ``freind``."""
    middle = units.end(at)
    end = units.next_end(middle)
    if end is None:
        return None
    first, second = units.text[at:middle], units.text[middle:end]
    return None if first == second else (at, end, second + first)
