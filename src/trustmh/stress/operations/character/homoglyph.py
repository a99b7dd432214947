"""A letter becomes one of another script that looks the same."""

from __future__ import annotations

from trustmh.stress.draws import Draws
from trustmh.stress.operations.change import Change
from trustmh.stress.tables import toml_table
from trustmh.stress.units import Characters


def homoglyph(units: Characters, at: int, draws: Draws) -> Change | None:
    """``a`` -> Cyrillic ``а`` or Greek ``α``."""
    alike: str | None = toml_table("letters")["homoglyphs"].get(units.text[at])
    return None if alike is None else (at, at + 1, draws.pick(alike))
