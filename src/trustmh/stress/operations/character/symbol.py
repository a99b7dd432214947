"""A stray symbol after a letter."""

from __future__ import annotations

from trustmh.stress.draws import Draws
from trustmh.stress.letters import DIGITS
from trustmh.stress.operations.change import Change
from trustmh.stress.tables import toml_table
from trustmh.stress.units import Characters


def symbol(units: Characters, at: int, draws: Draws) -> Change | None:
    """``tired`` -> ``ti#red``. Never right before a digit, where it could be read as part of the number."""
    end = units.end(at)
    if end < len(units.text) and units.text[end] in DIGITS:
        return None
    symbols: list[str] = toml_table("letters")["symbols"][units.language]
    return end, end, draws.pick(symbols)
