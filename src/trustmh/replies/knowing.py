"""Who a text says to know something, and who not, sentence by sentence."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from trustmh.replies import cues
from trustmh.replies.cleaning import normalise
from trustmh.replies.mentions import bounded
from trustmh.replies.patterns import EXCEPT, KNOWS, KNOWS_NOT, NOBODY, PERHAPS
from trustmh.replies.people import NAME_EN, NAME_ZH, NOT_NAMES
from trustmh.replies.verdicts import verdict_after

_BULLET = re.compile(r"^\s{0,8}(?:[-*•]|\d{1,2}[.)、]|\(\d{1,2}\))\s{0,4}(?P<rest>[^\n]{1,600})", re.MULTILINE)
_SENTENCE = re.compile(r"(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)(?<!\bProf)[.!?。！？]+(?:\s|$|(?<=[。！？]))|\n+|[;；]")
#: So many characters may stand before the name that a line is about.
_ROW_LEAD = 12
#: Candidate names looked at in one text.
MAX_NAMES = 200
#: Between an announcement and the names it announces, at most a few words before them ("is the counselor Dr. Sun").
_LINK_END = re.compile(
    r"(?:\b(?:is|are|include[sd]?|including|were|was|would be|namely)\b|:|是|有|为|包括)(?:\s+\w+){0,2}[\s\"'(\[*-]{0,4}$"
)
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
_LIKEWISE, _NOR, _NEITHER, _BESIDES, _OTHER = (
    re.compile("|".join(entries)) for entries in (cues.LIKEWISE, cues.NOR, cues.NEITHER, cues.BESIDES, cues.OTHER)
)
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
            )
        }

    def first(self, kind: str, start: int, end: int) -> tuple[int, int] | None:
        """The first cue of a kind that lies between two places."""
        spans = self.spans[kind]
        index = bisect_left(spans, (start, start))
        return spans[index] if index < len(spans) and spans[index][1] <= end else None


def by_polarity(text: str, known: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """Who is said to know, sentence by sentence; a list item stands for its first name.

    A list is a declaration, so remarks in prose do not take a listed name back.
    """
    places = _candidates(text, known)
    cue = _Cues(text)
    yes: dict[str, None] = {}
    no: set[str] = set()
    listed: set[str] = set()
    nobody = NOBODY.match(cue.text) is not None
    bullets = {match.start("rest"): match.end("rest") for match in _BULLET.finditer(text)}
    bullets |= _rows(cue.text, places, bullets)
    for start, end in _units(text, bullets):
        inside = places[bisect_left(places, (start,)) : bisect_left(places, (end,))]
        if not inside and start not in bullets:
            unknown = cue.first("nobody", start, end)
            nobody = nobody or (
                unknown is not None and (unknown[0] == start or cue.first("knows", unknown[1], end) is not None)
            )
        if start in bullets:
            verdicts = _bullet(cue, start, end, inside)
            listed.update(name for name, verdict in verdicts if verdict)
        else:
            verdicts = [(named.place.name, _verdict(cue, start, named)) for named in _runs(text, inside, end)]
        for name, verdict in verdicts:
            if verdict is True:
                yes.setdefault(name)
            elif verdict is False:
                no.add(name)
    names = tuple(name for name in yes if name in listed or name not in no)
    if names:
        return names, "said to know"
    return ((), "nobody") if nobody else None


def _rows(text: str, places: Sequence[_Place], bullets: dict[int, int]) -> dict[int, int]:
    """Lines that open with a name and a verdict ("Dr. Sun: yes", a row of a table), as start -> end."""
    rows: dict[int, int] = {}
    for place in places:
        start = text.rfind("\n", 0, place.start) + 1
        end = text.find("\n", place.end)
        end = len(text) if end < 0 else end
        if place.start - start <= _ROW_LEAD and not any(start <= at <= place.start for at in (*rows, *bullets)):
            alone = sum(start <= other.start < end for other in places) == 1
            if alone and verdict_after(text, place.end, end) is not None:
                rows[start] = end
    return rows


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
        if "?" not in stop[0] and "？" not in stop[0]:  # a question says nothing of whom it names
            units.append((position, stop.start()))
        position = stop.end()
    units.append((position, end))
    return [(a, b) for a, b in units if a < b]


def _bullet(cue: _Cues, start: int, end: int, inside: Sequence[_Place]) -> list[tuple[str, bool | None]]:
    if not inside or inside[0].start - start > _ROW_LEAD:
        return []
    verdict = verdict_after(cue.text, inside[0].end, end)
    if verdict is not None:
        return [(inside[0].name, verdict)]
    return [(inside[0].name, cue.first("not", start, end) is None)]


class _Named(NamedTuple):
    """A name in a sentence: the first and last name of the enumeration it stands in, where the words about it end, and
    where the sentence does.
    """

    place: _Place
    first: _Place
    last: _Place
    stop: int
    end: int
    is_object: bool


def _runs(text: str, inside: Sequence[_Place], end: int) -> list[_Named]:
    """The names of a sentence by enumeration. One that follows another without a break is an object ("Li asked Dr. Sun")."""
    groups: list[list[_Place]] = []
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
    named: list[_Named] = []
    stop = end
    for group, is_object in zip(reversed(groups), reversed(objects), strict=True):
        named += [_Named(place, group[0], group[-1], stop, end, is_object) for place in reversed(group)]
        if not is_object:
            stop = group[0].start
    return named[::-1]


def _verdict(cue: _Cues, start: int, named: _Named) -> bool | None:
    """True: said to know. False: said not to know. None: named for another reason."""
    text, place = cue.text, named.place
    verdict = verdict_after(text, place.end, named.end)
    if verdict is not None:
        return verdict
    if _LIKEWISE.search(text, max(start, place.start - 20), place.start):
        return True
    if _NOR.search(text, max(start, place.start - 20), place.start):
        return False
    nobody = cue.first("nobody", start, place.start) is not None
    exception = _excepted(cue, start, named.first)
    if exception:
        if _BESIDES.search(exception) or _OTHER.search(text, max(start, named.first.start - 20), named.end):
            return True
        return nobody or cue.first("nobody", named.last.end, named.stop) is not None
    if text.startswith("'s", place.end):
        return None
    if not named.is_object:
        knows, knows_not = cue.first("knows", named.last.end, named.stop), cue.first("not", named.last.end, named.stop)
        if knows_not is not None and (knows is None or knows_not[0] <= knows[0]):
            return False
        if knows is not None and (
            PERHAPS.search(text, named.last.end, knows[0])
            or PERHAPS.search(text, max(start, named.first.start - 12), named.first.start)
        ):
            return None
        if knows is not None:
            return not nobody and not _NEITHER.search(text, max(start, named.first.start - 20), named.first.start)
    return _announced(cue, start, named.first)


def _announced(cue: _Cues, start: int, first: _Place) -> bool | None:
    """Whether what stands before an enumeration announces it: "those who know are …", "he told …"."""
    knows, knows_not = cue.first("knows", start, first.start), cue.first("not", start, first.start)
    announced = knows_not or knows
    if announced is None:
        return None
    between = cue.text[announced[1] : first.start]
    said = cue.text[announced[0] : announced[1]]
    if (said in ("told", "informed", "告知") or said.startswith("known")) and not between.strip():
        return knows_not is None
    linked = _LINK_END.search(cue.text, max(announced[1], first.start - 30), first.start)
    return (knows_not is None) if linked is not None else None


def _excepted(cue: _Cues, start: int, place: _Place) -> str:
    """The exception that stands right before a name, or nothing."""
    spans = cue.spans["except"]
    index = bisect_left(spans, (place.start, place.start)) - 1
    if index < 0 or spans[index][0] < start or any(map(str.isalnum, cue.text[spans[index][1] : place.start])):
        return ""
    return cue.text[slice(*spans[index])]
