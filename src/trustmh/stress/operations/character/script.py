"""A Chinese character changes between its simplified and its traditional form."""

from __future__ import annotations

from trustmh.stress.draws import Draws
from trustmh.stress.operations.change import Change
from trustmh.stress.tables import character_groups
from trustmh.stress.units import Characters


def script(units: Characters, at: int, draws: Draws) -> Change | None:
    """``难`` -> ``難``, and the other way. Only characters whose forms correspond one to one."""
    other = character_groups("scripts").get(units.text[at])
    return None if other is None else (at, at + 1, other)
