"""Put a stray letter after a letter; in Chinese, a sound typed by mistake."""

from __future__ import annotations

from trustmh.stress.draws import Draws
from trustmh.stress.letters import LATIN
from trustmh.stress.operations.change import Change
from trustmh.stress.tables import toml_table
from trustmh.stress.units import Characters

_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def insert(units: Characters, at: int, draws: Draws) -> Change:
    """``feeling`` -> ``feeqling``; ``我很累`` -> ``我很呃累``."""
    end = units.end(at)
    if units.text[at] in LATIN:
        return end, end, draws.pick(_ALPHABET)
    fillers: list[str] = toml_table("letters")["fillers"]["zh"]
    return end, end, draws.pick(fillers)
