"""A pair of words is contracted, or a contraction written out."""

from __future__ import annotations

from functools import cache

from trustmh.stress.draws import Draws
from trustmh.stress.operations.change import Change
from trustmh.stress.tables import toml_table
from trustmh.stress.units import Words

#: Only these endings have one long form each; ``he's`` may be "he is" or "he has".
_CLEAR_ENDINGS = ("'m", "'re", "'ve", "'ll")


@cache
def _short_forms() -> dict[str, str]:
    return {long.lower(): short for long, short in toml_table("words")["contractions"]["pairs"]}


@cache
def _long_forms() -> dict[str, str]:
    pairs: list[list[str]] = toml_table("words")["contractions"]["pairs"]
    return {short.lower(): long for long, short in pairs if short.endswith(_CLEAR_ENDINGS)}


def contraction(units: Words, index: int, draws: Draws) -> Change | None:
    """``I am`` -> ``I'm`` and ``we're`` -> ``we are``. Negated forms are left alone."""
    start, end = units.spans[index]
    word = units.word(index)
    other = _long_forms().get(word.lower().replace("’", "'"))
    if other is None and index + 1 < len(units.spans):
        following, end = units.spans[index + 1]
        if units.text[units.spans[index][1] : following] == " ":
            other = _short_forms().get(units.text[start:end].lower())
    if other is None:
        return None
    return start, end, other[0].upper() + other[1:] if word[0].isupper() else other
