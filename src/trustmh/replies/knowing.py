"""Who a text says to know something, and who not, sentence by sentence."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from trustmh.replies import cues
from trustmh.replies.cleaning import normalise
from trustmh.replies.mentions import bounded
from trustmh.replies.patterns import EXCEPT, KNOWS, KNOWS_NOT, NOBODY
from trustmh.replies.people import NAME_EN, NAME_ZH, NOT_NAMES

_BULLET = re.compile(r"^\s{0,8}(?:[-*•]|\d{1,2}[.)、]|\(\d{1,2}\))\s{0,4}(?P<rest>[^\n]{1,600})", re.MULTILINE)
_SENTENCE = re.compile(r"(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)(?<!\bProf)[.!?。！？]+(?:\s|$|(?<=[。！？]))|\n+|[;；]")
_LINK = re.compile(r"\b(?:is|are|include[sd]?|including|were|was|would be|namely)\b|:|是|有|为|包括")
#: Candidate names looked at in one text.
MAX_NAMES = 200
#: Between the names of an enumeration.
_JOINED = re.compile(r"[\s,、/&\"'*]{0,6}(?:and|as well as|or|和|与|及|以及|跟)?[\s\"'*]{0,4}(?:the\s)?")
_LIKEWISE, _NOR = re.compile("|".join(cues.LIKEWISE)), re.compile("|".join(cues.NOR))
_JOINED_ZH = re.compile(r"\s?(?:、|和|与|及|以及|还有|跟)\s?")


class _Place(NamedTuple):
    """A candidate name at a place of the text."""

    start: int
    end: int
    name: str


def _candidates(text: str, known: Sequence[str]) -> list[_Place]:
    places: list[_Place] = []
    if known:
        lower = text.lower()
        for person in known:
            wanted = normalise(person).lower().strip()
            position = lower.find(wanted) if wanted else -1
            while position >= 0 and len(places) < 4 * MAX_NAMES:
                if bounded(lower, position, position + len(wanted)):
                    places.append(_Place(position, position + len(wanted), person))
                position = lower.find(wanted, position + 1)
    else:
        for pattern in (NAME_EN, NAME_ZH):
            for match in pattern.finditer(text):
                name = match[0]
                if name.split()[0] not in NOT_NAMES:
                    places.append(_Place(match.start(), match.end(), name))
                if len(places) >= 4 * MAX_NAMES:
                    break
    return sorted(places)


class _Cues:
    """Where a text speaks of knowing, of not knowing, of exceptions and of nobody: found once, looked up by place."""

    def __init__(self, text: str) -> None:
        self.text = text.lower()
        self.spans = {
            kind: [match.span() for match in pattern.finditer(self.text)]
            for kind, pattern in (
                ("knows", KNOWS),
                ("not", KNOWS_NOT),
                ("except", EXCEPT),
                ("nobody", NOBODY),
                ("link", _LINK),
            )
        }

    def first(self, kind: str, start: int, end: int) -> tuple[int, int] | None:
        """The first cue of a kind that lies between two places."""
        spans = self.spans[kind]
        index = bisect_left(spans, (start, start))
        return spans[index] if index < len(spans) and spans[index][1] <= end else None


def by_polarity(text: str, known: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """Who is said to know, sentence by sentence; a list item stands for its first name."""
    places = _candidates(text, known)
    cue = _Cues(text)
    yes: dict[str, None] = {}
    no: set[str] = set()
    nobody = NOBODY.match(cue.text) is not None
    bullets = {match.start("rest"): match.end("rest") for match in _BULLET.finditer(text)}
    for start, end in _units(text, bullets):
        inside = places[bisect_left(places, (start,)) : bisect_left(places, (end,))]
        if not inside and start not in bullets:
            unknown = cue.first("nobody", start, end)
            nobody = nobody or (
                unknown is not None and (unknown[0] == start or cue.first("knows", unknown[1], end) is not None)
            )
        if start in bullets:
            verdicts = _bullet(cue, start, end, inside)
        else:
            verdicts = [
                (place.name, _verdict(cue, start, place, last, stop)) for place, last, stop in _runs(text, inside, end)
            ]
        for name, verdict in verdicts:
            if verdict is True:
                yes.setdefault(name)
            elif verdict is False:
                no.add(name)
    names = tuple(name for name in yes if name not in no)
    if names:
        return names, "said to know"
    return ((), "nobody") if nobody else None


def _units(text: str, bullets: dict[int, int]) -> list[tuple[int, int]]:
    """Sentences and list items as (start, end)."""
    units: list[tuple[int, int]] = []
    position = 0
    for start, end in sorted(bullets.items()):
        units += _sentences(text, position, start)
        units.append((start, end))
        position = end
    return units + _sentences(text, position, len(text))


def _sentences(text: str, start: int, end: int) -> list[tuple[int, int]]:
    units: list[tuple[int, int]] = []
    position = start
    for stop in _SENTENCE.finditer(text, start, end):
        units.append((position, stop.start()))
        position = stop.end()
    units.append((position, end))
    return [(a, b) for a, b in units if a < b]


def _bullet(cue: _Cues, start: int, end: int, inside: Sequence[_Place]) -> list[tuple[str, bool | None]]:
    if not inside or inside[0].start - start > 12:
        return []
    return [(inside[0].name, cue.first("not", start, end) is None)]


def _runs(text: str, inside: Sequence[_Place], end: int) -> list[tuple[_Place, _Place, int]]:
    """Each name with the last name of the enumeration it stands in, and where the words about that one end."""
    runs: list[tuple[_Place, _Place, int]] = []
    group: list[_Place] = []
    for place in inside:
        # a Chinese enumeration uses 、; its comma begins a new clause
        pattern = _JOINED if text[place.start].isascii() else _JOINED_ZH
        if group and pattern.fullmatch(text, group[-1].end, place.start) is None:
            runs += [(member, group[-1], place.start) for member in group]
            group = []
        group.append(place)
    return runs + [(member, group[-1], end) for member in group]


def _verdict(cue: _Cues, start: int, place: _Place, last: _Place, stop: int) -> bool | None:
    """True: said to know. False: said not to know. None: named for another reason."""
    text = cue.text
    if _LIKEWISE.search(text, max(start, place.start - 20), place.start):
        return True
    if _NOR.search(text, max(start, place.start - 20), place.start):
        return False
    nobody = cue.first("nobody", start, place.start) is not None
    if _excepted(cue, start, place):
        return nobody or cue.first("nobody", last.end, stop) is not None
    if text.startswith("'s", last.end):
        return None
    knows, knows_not = cue.first("knows", last.end, stop), cue.first("not", last.end, stop)
    if knows_not is not None and (knows is None or knows_not[0] <= knows[0]):
        return False
    if knows is not None:
        return not nobody
    knows, knows_not = cue.first("knows", start, place.start), cue.first("not", start, place.start)
    announced = knows_not or knows
    if announced is None:
        return None
    word = text[announced[0] : announced[1]]
    if word in ("told", "informed", "告知") or cue.first("link", announced[1], place.start) is not None:
        return knows_not is None
    return None


def _excepted(cue: _Cues, start: int, place: _Place) -> bool:
    """Whether an exception stands right before a name."""
    spans = cue.spans["except"]
    index = bisect_left(spans, (place.start, place.start)) - 1
    return (
        index >= 0 and spans[index][0] >= start and not any(map(str.isalnum, cue.text[spans[index][1] : place.start]))
    )
