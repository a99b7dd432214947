"""Candidate names in a text, and which of them a sentence enumerates together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from trustmh.replies import cues
from trustmh.replies.cleaning import normalise
from trustmh.replies.mentions import bounded
from trustmh.replies.patterns import UNSURE_AFTER, UNSURE_BEFORE
from trustmh.replies.people import NAME_EN, NAME_ZH, NOT_NAMES

#: Candidate names looked at in one text.
MAX_NAMES = 200
#: Between two names: a new clause, so that the second may be a subject of its own.
_BREAK = re.compile(
    r"[,;:(，；]|\b(?:but|because|while|that|although|as|since|if|whereas|and|so|who|when|is|are|was|were)\b|[\u4e00-\u9fff]"
)
#: Right before a name: it is what somebody asks, tells or approaches.
_OBJECT = re.compile(
    r"\b(?:ask(?:s|ed|ing)?|approach(?:es|ed|ing)?|prohibits?|from|to|with|by|about|regarding|of)\s{1,3}(?:the\s)?$"
)
#: Between the names of an enumeration.
_JOINED = re.compile(r"[\s,、/&\"'*]{0,6}(?:and|as well as|or|nor|和|与|及|以及|跟)?[\s\"'*]{0,4}(?:to\s)?(?:the\s)?")
_JOINED_ZH = re.compile(r"\s?(?:、|和|与|及|以及|还有|跟|或者?)\s?")
_OR = re.compile("|".join(cues.OR))


class Place(NamedTuple):
    """A candidate name at a place of the text."""

    start: int
    end: int
    name: str


def candidates(text: str, known: Sequence[str]) -> list[Place]:
    """Names in a text, by position: the people of the story where they are known, else what looks like a name."""
    places: list[Place] = []
    if known:
        lower = text.lower()
        for person in known:
            wanted = normalise(person).lower().strip()
            position = lower.find(wanted) if wanted else -1
            while position >= 0 and len(places) < 4 * MAX_NAMES:
                if bounded(lower, position, position + len(wanted)):
                    places.append(Place(position, position + len(wanted), person))
                position = lower.find(wanted, position + 1)
    else:
        for pattern in (NAME_EN, NAME_ZH):
            for match in pattern.finditer(text):
                name = match[0]
                if name.split()[0] not in NOT_NAMES:
                    places.append(Place(match.start(), match.end(), name))
                if len(places) >= 4 * MAX_NAMES:
                    break
    return sorted(places)


class Named(NamedTuple):
    """A name in a sentence: the first and last name of the enumeration it stands in, where the words about it end, where
    the sentence does, whether it is an object, and whether it is one of several or named with a "perhaps".
    """

    place: Place
    first: Place
    last: Place
    stop: int
    end: int
    is_object: bool
    is_unsure: bool
    others: Sequence[Place]


def runs(text: str, inside: Sequence[Place], end: int) -> list[Named]:
    """The names of a sentence by enumeration. One that follows another without a break is an object ("Li asked Dr. Sun")."""
    groups: list[list[Place]] = []
    objects: list[bool] = []
    for place in inside:
        # a Chinese enumeration uses 、; its comma begins a new clause
        pattern = _JOINED if text[place.start].isascii() else _JOINED_ZH
        if groups and pattern.fullmatch(text, groups[-1][-1].end, place.start):
            groups[-1].append(place)
            continue
        unbroken = bool(groups) and _BREAK.search(text, groups[-1][-1].end, place.start) is None
        objects.append(unbroken or _OBJECT.search(text, max(0, place.start - 20), place.start) is not None)
        groups.append([place])
    named: list[Named] = []
    stop = end
    for group, is_object in zip(reversed(groups), reversed(objects), strict=True):
        either = _OR.search(text, group[0].end, group[-1].start) is not None or any(
            unsure(text, place) for place in (group[0], group[-1])
        )
        named += [
            Named(place, group[0], group[-1], stop, end, is_object, either or unsure(text, place), inside)
            for place in reversed(group)
        ]
        if not is_object:
            stop = group[0].start
    return named[::-1]


def unsure(text: str, place: Place) -> bool:
    """Whether a name is said to be one of several, or only perhaps one: "or Tom", "possibly Tom", "Tom (?)", 可能还有."""
    before = text[max(0, place.start - 24) : place.start].lower()
    return (
        UNSURE_BEFORE.search(before) is not None
        or UNSURE_AFTER.match(text[place.end : place.end + 30].lower()) is not None
    )
