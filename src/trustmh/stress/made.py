"""What an edit may not make: a negation, a number, an answer, another person, a word that a label rests on."""

from __future__ import annotations

import re
from functools import cache

from trustmh.stress.guards import guarded_characters, guarded_words, persons_and_decisive
from trustmh.stress.letters import DIGITS, LATIN
from trustmh.stress.quantities import numerals
from trustmh.stress.tables import toml_table
from trustmh.stress.tokens import TOKEN, normal

#: Marks around a word, which are no part of it.
_AROUND = '.,!?;:"()“”… '
#: How far from an edit a Chinese word may reach.
_NEAR = 3


@cache
def _not_made() -> frozenset[str]:
    return guarded_words() | persons_and_decisive()


@cache
def _chinese_words() -> re.Pattern[str]:
    table = toml_table("guards")["zh"]
    words = sorted(
        {*table["negation_words"], *table["decisive"], *table["persons"]}, key=lambda word: (-len(word), word)
    )
    return re.compile("|".join(words))


def makes_guarded(text: str, start: int, end: int, after: str, left: int, right: int) -> bool:
    """Whether ``now`` would become ``no``, ``she`` become ``he``, or ``部`` become ``不``.

    Args:
        text: the text.
        start: where the edit starts.
        end: where it ends.
        after: what it puts there.
        left: where the word around it starts.
        right: where that word ends.
    """
    window = text[left:start] + after + text[end:right]
    word = window.strip(_AROUND)
    if word.isascii() and word.isalpha():
        lower = word.lower()
        return lower in _not_made() and lower != text[left:right].strip(_AROUND).lower()
    before = text[start:end]
    if not after.isascii() and any(one in guarded_characters() and one not in before for one in after):
        return True
    kept, words = _tokens(text[left:right])
    made, others = _tokens(window)
    if made != kept or others - words:
        return True
    if window.isascii() and before.isascii():
        return False
    found = _chinese_words()
    around, behind = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
    now = found.findall(around + after + behind)
    return bool(now) and not set(now) <= set(found.findall(around + before + behind))


def _tokens(text: str) -> tuple[list[str], set[str]]:
    guarded, others = guarded_words(), persons_and_decisive()
    kept: list[str] = []
    words: set[str] = set()
    for match in TOKEN.finditer(text):
        word = normal(match[0])
        if match.lastindex or word in guarded:
            kept.append(match[0])
        elif word in others:
            words.add(word)
    return kept, words


def glues(text: str, start: int, end: int, after: str, words: bool) -> bool:
    """Whether an edit would put two numbers together or, if ``words``, two Latin words, that were apart."""
    left, right = text[start - 1 : start], text[end : end + 1]
    if after:
        return _one(left, after[0], words) or _one(after[-1], right, words)
    return _one(left, right, words)


def _one(left: str, right: str, words: bool) -> bool:
    if not left or not right:
        return False
    if words and (left in LATIN or left in DIGITS) and (right in LATIN or right in DIGITS):
        return True
    return left in numerals() and right in numerals()
