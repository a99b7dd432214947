"""People's names in texts: whole names only, whatever the title, width or case."""

from __future__ import annotations

import re

from trustmh.replies import cues
from trustmh.replies.cleaning import normalise
from trustmh.replies.mentions import bounded

_TITLE_EN = re.compile(
    r"^(?:(?:the )?(?:" + "|".join(sorted(cues.TITLES["en"], key=len, reverse=True)) + r")\b\.?\s*)+", re.IGNORECASE
)
_TITLE_ZH = re.compile(r"(?:" + "|".join(cues.TITLES["zh"]) + r")$|^(?:" + "|".join(cues.TITLES["zh"]) + ")")

_TITLE_WORD = "|".join(word.title().replace(" ", r"\s") for word in sorted(cues.TITLES["en"], key=len, reverse=True))
_UPPER, _LOWER = "A-Z\u00c0-\u00d6\u00d8-\u00de\u0100-\u017f", "a-z\u00df-\u00f6\u00f8-\u017f"
_PART = rf"(?:[A-Z]')?[{_UPPER}][{_LOWER}]+(?:[-']?[{_UPPER}][{_LOWER}]+)?"
#: What looks like a name: a capitalised word or two behind a title; in Chinese 小 and a character, or a name with a title.
NAME_EN = re.compile(rf"\b(?:(?:{_TITLE_WORD})\b\.?\s)?{_PART}(?:\s{_PART})?")
NAME_ZH = re.compile(rf"(?:小[\u4e00-\u9fff]|[\u4e00-\u9fff]{{1,3}}(?:{'|'.join(cues.TITLES['zh'])}))")
#: Capitalised words that begin sentences.
NOT_NAMES = frozenset(
    {
        "The",
        "Based",
        "In",
        "No",
        "Only",
        "However",
        "Both",
        "All",
        "Since",
        "Because",
        "Therefore",
        "Thus",
        "So",
        "Answer",
        "Note",
        "Here",
        "These",
        "Those",
        "This",
        "That",
        "He",
        "She",
        "They",
        "It",
        "His",
        "Her",
        "Their",
        "Nobody",
        "None",
        "Everyone",
        "Although",
        "While",
        "As",
        "According",
        "And",
        "But",
        "Not",
        "Also",
        "Yes",
        "Name",
        "Names",
        "Character",
        "Characters",
        "Scenario",
        "Privacy",
        "Important",
        "Explanation",
        "Considering",
        "If",
        "Given",
        "Other",
        "Neither",
        "Either",
        "Final",
        "People",
        "Person",
        "Client",
        "Patient",
        "Counselor",
        "Counsellor",
    }
)


def mentions(name: str, text: str, ignore_titles: bool = False) -> bool:
    """Whether a text holds a name as a whole: "Li" is not in "Lina", nor "Dr. Sun" in "Dr. Sunny".

    Args:
        name: the name, with or without a title.
        text: any text; width, case and invisible characters are ignored.
        ignore_titles: match the bare name, so that "Dr. Sun" is found in "Sun said" (and in "Boss Sun").
    """
    return bool(_find(name, fold(text), ignore_titles, first_only=True))


def bare_name(name: str) -> str:
    """A name without its title: "Dr. Sun" -> "Sun", 孙医生 -> 孙."""
    name = normalise(name).strip()
    stripped = _TITLE_ZH.sub("", _TITLE_EN.sub("", name)).strip()
    return stripped or name


def fold(text: str) -> str:
    """The form in which names are compared: normalised, lower case, single blanks."""
    return " ".join(normalise(text).lower().split())


def _find(name: str, folded: str, ignore_titles: bool, first_only: bool = False) -> list[tuple[int, int]]:
    """Places of a name in a folded text (lower case, single blanks)."""
    wanted = fold(bare_name(name) if ignore_titles else name)
    places: list[tuple[int, int]] = []
    position = folded.find(wanted) if wanted else -1
    while position >= 0:
        end = position + len(wanted)
        if bounded(folded, position, end):
            places.append((position, end))
            if first_only:
                break
        position = folded.find(wanted, position + 1)
    return places
