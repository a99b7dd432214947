"""An irrelevant sentence before, inside or after what is said."""

from __future__ import annotations

from trustmh.stress.draws import Draws
from trustmh.stress.operations.change import Change
from trustmh.stress.sentence_units import Sentences
from trustmh.stress.tables import toml_table


def before(units: Sentences, index: int, draws: Draws) -> Change:
    """Puts the sentence in front of the first one."""
    start = units.spans[0][0]
    return start, start, _sentence(units, draws) + _space(units)


def inside(units: Sentences, index: int, draws: Draws) -> Change | None:
    """Puts the sentence between two sentences; None after the last one."""
    if index + 1 >= len(units.spans):
        return None
    start = units.spans[index + 1][0]
    return start, start, _sentence(units, draws) + _space(units)


def after(units: Sentences, index: int, draws: Draws) -> Change | None:
    """Puts the sentence behind the last one; None where it would run into a number, say, that nothing closes."""
    end, joint = units.spans[-1][1], units.joint(len(units.spans) - 1)
    return None if joint is None else (end, end, joint + _sentence(units, draws))


def _sentence(units: Sentences, draws: Draws) -> str:
    listed: list[str] = toml_table("sentences")["irrelevant"][units.language]
    return draws.pick(listed)


def _space(units: Sentences) -> str:
    return "" if units.language == "zh" else " "
