"""Drop a letter from a word that keeps at least one."""

from __future__ import annotations

from trustmh.stress.draws import Draws
from trustmh.stress.operations.change import Change
from trustmh.stress.units import Characters


def delete(units: Characters, at: int, draws: Draws) -> Change | None:
    """``feeling`` -> ``feling``. A letter that stands alone stays, since losing it would lose a word."""
    text, end, letters = units.text, units.end(at), units.letters
    if (at > 0 and text[at - 1] in letters) or (end < len(text) and text[end] in letters):
        return at, end, ""
    return None
