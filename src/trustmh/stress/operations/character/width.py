"""A letter or a mark of punctuation changes between half width and full width."""

from __future__ import annotations

from functools import cache

from trustmh.stress.draws import Draws
from trustmh.stress.letters import width_pairs
from trustmh.stress.operations.change import Change
from trustmh.stress.units import Characters


@cache
def _other_width() -> dict[str, str]:
    pairs = width_pairs()
    return pairs | {half: full for full, half in pairs.items()}


def width(units: Characters, at: int, draws: Draws) -> Change | None:
    """``，`` -> ``,`` and ``a`` -> ``ａ``, and the other way."""
    other = _other_width().get(units.text[at])
    return None if other is None else (at, at + 1, other)
