"""How the two large tables of Chinese characters under ``data/`` were made: ``python -m trustmh.stress.han_tables``.

The tables are shipped rather than read from their sources at run time, so that the same seed gives the same bytes
whatever version of a dictionary is installed. Making them again needs pypinyin, jieba and opencc-python-reimplemented.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

#: Common characters, by frequency in jieba's dictionary; rarer ones would not be typed by mistake.
COMMON = 3500

_HOMOPHONES_HEAD = """\
# Chinese characters that sound alike (same syllable, same tone), one group a line, most frequent first.
# Only characters with a single reading, among the {common} most frequent ones of jieba's dictionary (MIT licence).
# Readings: pypinyin (MIT licence). Made by trustmh.stress.han_tables.
"""
_SCRIPTS_HEAD = """\
# Simplified and traditional forms that correspond one to one, a pair a line, most frequent first.
# Source: the character dictionaries of OpenCC (Apache License 2.0), as packaged by opencc-python-reimplemented.
# Made by trustmh.stress.han_tables.
"""


def common_characters() -> list[str]:
    """The characters met most often in jieba's dictionary, each word counted by its frequency, most frequent first."""
    import jieba

    dictionary = Path(jieba.__file__).with_name("dict.txt").read_text(encoding="utf-8")
    counts: Counter[str] = Counter()
    for line in dictionary.splitlines():
        word, frequency = line.split(" ")[:2]
        for character in word:
            if "\u4e00" <= character <= "\u9fff":
                counts[character] += int(frequency)
    return sorted(counts, key=lambda character: (-counts[character], character))[:COMMON]


def homophones(characters: Iterable[str]) -> str:
    """The text of ``homophones.txt``."""
    from pypinyin import Style, pinyin

    groups: defaultdict[str, list[str]] = defaultdict(list)
    for character in characters:
        readings = pinyin(character, style=Style.TONE3, heteronym=True)[0]
        if len(readings) == 1:
            groups[readings[0]].append(character)
    lines = ["".join(group) for group in groups.values() if len(group) > 1]
    return _HOMOPHONES_HEAD.format(common=COMMON) + "\n".join(lines) + "\n"


def scripts(characters: Iterable[str]) -> str:
    """The text of ``scripts.txt``."""
    import opencc

    folder = Path(opencc.__file__).parent / "dictionary"
    traditional_of = _candidates(folder / "STCharacters.txt")
    simplified_of = _candidates(folder / "TSCharacters.txt")
    everyday = _candidates(folder / "TWVariants.txt")  # OpenCC's standard forms (爲) written as people write them (為)
    lines: list[str] = []
    seen: set[str] = set()
    for character in characters:
        found = traditional_of.get(character, [])
        if len(found) == 1 and found[0] != character and simplified_of.get(found[0]) == [character]:
            pair = {character, everyday.get(found[0], found)[0]}
            if len(pair) == 2 and not pair & seen:
                seen |= pair
                lines.append(character + (pair - {character}).pop())
    return _SCRIPTS_HEAD + "\n".join(lines) + "\n"


def _candidates(path: Path) -> dict[str, list[str]]:
    rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if "\t" in line)
    return {row[0]: row[1].split() for row in rows}


def main() -> None:
    """Write both tables next to the code."""
    data = Path(__file__).with_name("data")
    characters = common_characters()
    (data / "homophones.txt").write_text(homophones(characters), encoding="utf-8", newline="\n")
    (data / "scripts.txt").write_text(scripts(characters), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
