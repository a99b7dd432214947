"""Which characters may be edited, declared as fixed ranges: they do not change with a Python's Unicode version."""

from __future__ import annotations

from functools import cache

from trustmh.items import Language
from trustmh.stress.tables import toml_table

#: Letters of Latin script: ASCII, Latin-1 and Latin Extended-A.
LATIN = frozenset(
    chr(code)
    for first, last in ((0x41, 0x5A), (0x61, 0x7A), (0xC0, 0xD6), (0xD8, 0xF6), (0xF8, 0x17F))
    for code in range(first, last + 1)
)
#: Digits of half and full width. Python's own notion of a digit changes with its Unicode version.
DIGITS = frozenset("0123456789０１２３４５６７８９")
#: CJK Unified Ideographs, the basic block.
HAN = frozenset(map(chr, range(0x4E00, 0x9FFF + 1)))


@cache
def width_pairs() -> dict[str, str]:
    """Full-width character -> half-width character: letters and the punctuation of Chinese text."""
    pairs: list[str] = toml_table("letters")["width"]["pairs"]
    letters = {chr(ord(half) + 0xFEE0): half for half in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"}
    return letters | {pair[0]: pair[1] for pair in pairs}


@cache
def editable(language: Language) -> frozenset[str]:
    """Characters that count as units of the character level: Latin letters, and in Chinese also ideographs and the punctuation of either width."""
    if language == "en":
        return LATIN
    widths = width_pairs()
    return LATIN | HAN | frozenset(widths) | frozenset(widths.values())


def language_of(text: str) -> Language:
    """Chinese when at least a fifth of the letters and ideographs are ideographs, else English."""
    han = sum(map(HAN.__contains__, text))
    return "zh" if han and han * 4 >= sum(map(LATIN.__contains__, text)) else "en"
