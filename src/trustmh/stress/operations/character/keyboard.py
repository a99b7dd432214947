"""The neighbouring key is hit instead."""

from __future__ import annotations

from trustmh.stress.draws import Draws
from trustmh.stress.operations.change import Change
from trustmh.stress.tables import toml_table
from trustmh.stress.units import Characters


def keyboard(units: Characters, at: int, draws: Draws) -> Change | None:
    """``tired`` -> ``tured`` on a QWERTY keyboard; the case is kept."""
    character = units.text[at]
    neighbours: str | None = toml_table("letters")["keyboard"].get(character.lower())
    if neighbours is None:
        return None
    hit = draws.pick(neighbours)
    return at, at + 1, hit.upper() if character.isupper() else hit
