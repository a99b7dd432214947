"""A Chinese character becomes another of the same sound, as pinyin input methods offer them."""

from __future__ import annotations

from trustmh.stress.draws import Draws
from trustmh.stress.guards import persons
from trustmh.stress.operations.change import Change
from trustmh.stress.tables import character_groups
from trustmh.stress.units import Characters


def homophone(units: Characters, at: int, draws: Draws) -> Change | None:
    """``时`` -> ``实``: same syllable and tone. Words for persons stay, so that nobody is mistaken for another."""
    character = units.text[at]
    alike = character_groups("homophones").get(character)
    if alike is None or character in persons():
        return None
    return at, at + 1, draws.pick(alike)
