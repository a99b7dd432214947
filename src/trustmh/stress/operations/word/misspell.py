"""A word spelt as people misspell it."""

from __future__ import annotations

import re
from functools import lru_cache

from trustmh.stress.draws import Draws
from trustmh.stress.guards import persons
from trustmh.stress.operations.change import Change
from trustmh.stress.tables import character_groups, toml_table
from trustmh.stress.units import Words

#: Rules for English words that the table does not hold: sound, doubling, silent letters.
_RULES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"ie", "ei"),
        (r"ei", "ie"),
        (r"ph", "f"),
        (r"ck", "k"),
        (r"wh", "w"),
        (r"([bcdfglmnprst])\1", r"\1"),
        (r"(?<=[aeiou])([lmnprst])(?=[aeiou])", r"\1\1"),
        (r"ea", "ee"),
        (r"ance\b", "ence"),
        (r"ence\b", "ance"),
        (r"ible\b", "able"),
        (r"able\b", "ible"),
        (r"ight\b", "ite"),
        (r"tion\b", "shun"),
        (r"(?<=[a-z]{3})ely\b", "ly"),
        (r"(?<=[a-z]{3})er\b", "or"),
        (r"(?<=[a-z]{2})ing\b", "in"),
        (r"ou", "uo"),
    )
)


def misspell(units: Words, index: int, draws: Draws) -> Change | None:
    """``because`` -> ``becuase``; ``在`` -> ``再``. A table of known errors first, then rules; None where neither fits."""
    word, lower = units.word(index), units.lower[index]
    known: list[str] | None = toml_table("words")["misspellings"][units.language].get(lower)
    wrong: str | None
    if known is not None:
        wrong = draws.pick(known)
    elif units.language == "en":
        wrong = _by_rule(lower, draws)
    else:
        wrong = _by_sound(word, draws)
    if not wrong or wrong == lower:
        return None
    start, end = units.spans[index]
    return start, end, _like(word, wrong)


@lru_cache(maxsize=20_000)
def _fitting(word: str) -> list[tuple[re.Pattern[str], str]]:
    return [rule for rule in _RULES if len(word) >= 4 and rule[0].search(word)]


def _by_rule(word: str, draws: Draws) -> str | None:
    fitting = _fitting(word)
    if not fitting:
        return None
    pattern, replacement = draws.pick(fitting)
    return pattern.sub(replacement, word, count=1)


def _by_sound(word: str, draws: Draws) -> str | None:
    alike = character_groups("homophones")
    places = [place for place, character in enumerate(word) if character in alike and character not in persons()]
    if not places:
        return None
    place = draws.pick(places)
    return word[:place] + draws.pick(alike[word[place]]) + word[place + 1 :]


def _like(word: str, wrong: str) -> str:
    if len(word) > 1 and word.isupper():
        return wrong.upper()
    return wrong[0].upper() + wrong[1:] if word[0].isupper() else wrong
