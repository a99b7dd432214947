"""A letter changes case."""

from __future__ import annotations

from trustmh.stress.draws import Draws
from trustmh.stress.operations.change import Change
from trustmh.stress.units import Characters


def case(units: Characters, at: int, draws: Draws) -> Change | None:
    """``tired`` -> ``tiRed``. ASCII letters only: elsewhere a case pair may be longer than one character."""
    character = units.text[at]
    return (at, at + 1, character.swapcase()) if character.isascii() and character.isalpha() else None
