"""A word that carries no claim is left out."""

from __future__ import annotations

from trustmh.stress.draws import Draws
from trustmh.stress.operations.change import Change
from trustmh.stress.operations.word.delete import without_word
from trustmh.stress.tables import toml_table
from trustmh.stress.units import Words


def stop_words(units: Words, index: int, draws: Draws) -> Change | None:
    """``the night is long`` -> ``night is long``."""
    listed: list[str] = toml_table("words")["stop_words"][units.language]
    if units.alone() or units.word(index).lower() not in listed:
        return None
    return without_word(units, index)
