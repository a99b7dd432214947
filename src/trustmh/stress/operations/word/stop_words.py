"""A word that carries no claim is left out."""

from __future__ import annotations

from functools import cache

from trustmh.items import Language
from trustmh.stress.draws import Draws
from trustmh.stress.operations.change import Change
from trustmh.stress.operations.word.delete import without_word
from trustmh.stress.tables import toml_table
from trustmh.stress.units import Words


@cache
def _listed(language: Language) -> frozenset[str]:
    return frozenset(toml_table("words")["stop_words"][language])


def stop_words(units: Words, index: int, draws: Draws) -> Change | None:
    """``the night is long`` -> ``night is long``."""
    if units.alone() or units.lower[index] not in _listed(units.language):
        return None
    return without_word(units, index)
