"""A Chinese character becomes one that looks like it."""

from __future__ import annotations

from trustmh.stress.draws import Draws
from trustmh.stress.guards import persons
from trustmh.stress.operations.change import Change
from trustmh.stress.tables import character_groups
from trustmh.stress.units import Characters


def shape(units: Characters, at: int, draws: Draws) -> Change | None:
    """``已`` -> ``己``. Words for persons stay."""
    character = units.text[at]
    alike = character_groups("shapes").get(character)
    if alike is None or character in persons():
        return None
    return at, at + 1, draws.pick(alike)
