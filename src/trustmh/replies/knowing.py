"""Who a text says to know something, and who not, sentence by sentence."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from trustmh.replies import cues
from trustmh.replies.enumerations import Named, Place, candidates, runs, unsure
from trustmh.replies.patterns import (
    ACQUAINTED,
    BARE_AUXILIARY,
    BELIEVED,
    BOTH_KNOW,
    EXCEPT,
    KNOWS,
    KNOWS_NOT,
    NOBODY,
    NOBODY_TOLD,
    PERHAPS,
    SUPPOSITION,
)
from trustmh.replies.sentences import ROW_LEAD, list_items, rows_of, units_of
from trustmh.replies.verdicts import verdict_after

#: Between an announcement and the names it announces, at most a few words before them ("is the counselor Dr. Sun").
_LINK_END = re.compile(
    r"(?:\b(?:is|are|include[sd]?|including|were|was|would be|namely)\b|:|是|有|为|包括)(?:\s+\w+){0,2}[\s\"'(\[*-]{0,4}$"
)
_LIKEWISE, _NOR, _NEITHER, _BESIDES, _OTHER = (
    re.compile("|".join(entries)) for entries in (cues.LIKEWISE, cues.NOR, cues.NEITHER, cues.BESIDES, cues.OTHER)
)


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
        told = {(start, end): NOBODY_TOLD.match(self.text, end) for start, end in self.spans["nobody"]}
        self.spans["nobody"] = [span for span, match in told.items() if match is None]
        self.spans["untold"] = [(span[0], match.end()) for span, match in told.items() if match is not None]

    def first(self, kind: str, start: int, end: int) -> tuple[int, int] | None:
        """The first cue of a kind that lies between two places."""
        spans = self.spans[kind]
        index = bisect_left(spans, (start, start))
        return spans[index] if index < len(spans) and spans[index][1] <= end else None


def by_polarity(text: str, known: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """Who is said to know, sentence by sentence; a list item stands for its first name.

    A list is a declaration, so remarks in prose do not take a listed name back; a list that is unsure of a name says
    nothing.
    """
    places = candidates(text, known)
    cue = _Cues(text)
    yes: dict[str, None] = {}
    no: set[str] = set()
    listed: set[str] = set()
    nobody = any(start == 0 for start, _ in cue.spans["nobody"][:1])
    bullets = list_items(text)
    bullets |= rows_of(cue.text, places, bullets)
    for start, end in units_of(text, bullets):
        inside = places[bisect_left(places, (start,)) : bisect_left(places, (end,))]
        if not inside and start not in bullets:
            unknown = cue.first("nobody", start, end)
            nobody = nobody or (
                unknown is not None and (unknown[0] == start or cue.first("knows", unknown[1], end) is not None)
            )
        if start in bullets:
            if any(unsure(text, place) for place in inside[:2]):
                return None
            verdicts = _bullet(cue, start, end, inside)
            listed.update(name for name, verdict in verdicts if verdict)
        elif SUPPOSITION.match(cue.text, start, end):
            verdicts = []
        else:
            verdicts = [(named.place.name, _verdict(cue, start, named)) for named in runs(text, inside, end)]
            verdicts += [(name, True) for name in _both(cue, start, end, inside)]
        for name, verdict in verdicts:
            if verdict is True:
                yes.setdefault(name)
            elif verdict is False:
                no.add(name)
    names = tuple(name for name in yes if name in listed or name not in no)
    if names:
        return names, "said to know"
    return ((), "nobody") if nobody else None


def _bullet(cue: _Cues, start: int, end: int, inside: Sequence[Place]) -> list[tuple[str, bool | None]]:
    if not inside or inside[0].start - start > ROW_LEAD:
        return []
    verdict = verdict_after(cue.text, inside[0].end, end)
    if verdict is not None:
        return [(inside[0].name, verdict)]
    return [(inside[0].name, cue.first("not", start, end) is None)]


def _both(cue: _Cues, start: int, end: int, inside: Sequence[Place]) -> set[str]:
    """The two people of whom a sentence says, after naming them, that both know."""
    said = BOTH_KNOW.search(cue.text, start, end)
    people = {place.name for place in inside if said is not None and place.end <= said.start()}
    return people if len(people) == 2 else set()


def _verdict(cue: _Cues, start: int, named: Named) -> bool | None:
    """True: said to know. False: said not to know. None: named for another reason, or not for sure."""
    verdict = _said(cue, start, named)
    return None if verdict and named.is_unsure else verdict


def _said(cue: _Cues, start: int, named: Named) -> bool | None:
    """What a sentence says of a name, sure or not."""
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
        if BELIEVED.search(text, max(start, named.first.start - 24), named.first.start):
            return None
        knows, knows_not = cue.first("knows", named.last.end, named.stop), cue.first("not", named.last.end, named.stop)
        if knows_not is not None and (knows is None or knows_not[0] <= knows[0]):
            return False
        if knows is not None:
            known = not nobody and not _NEITHER.search(text, max(start, named.first.start - 20), named.first.start)
            return known if _is_said(cue, start, named, knows) else None
        if BARE_AUXILIARY.fullmatch(text, named.last.end, named.stop):
            told = cue.first("knows", start, named.first.start) or cue.first("not", start, named.first.start)
            return None if told is None else True
    return _announced(cue, start, named.first)


def _is_said(cue: _Cues, start: int, named: Named, knows: tuple[int, int]) -> bool:
    """Whether a word of knowing behind names says that they know: no "perhaps" before it, and no person as its object."""
    text = cue.text
    lead = text[max(start, named.first.start - 12) : named.first.start].rpartition(",")[2]
    if PERHAPS.search(text, named.last.end, knows[0]) or PERHAPS.search(lead):
        return False
    behind = (place for place in named.others if place.start > knows[1])
    met = next((place for place in behind if text[knows[1] : place.start] in (" ", " of ")), None)
    return met is None or ACQUAINTED.match(text, met.end) is None or not text[slice(*knows)].startswith("kn")


def _announced(cue: _Cues, start: int, first: Place) -> bool | None:
    """Whether what stands before an enumeration announces it: "those who know are …", "he told …"."""
    knows, knows_not = cue.first("knows", start, first.start), cue.first("not", start, first.start)
    announced = knows_not or knows
    if announced is None:
        return None
    if cue.first("untold", start, first.start) is not None:
        return False
    between = cue.text[announced[1] : first.start]
    said = cue.text[announced[0] : announced[1]]
    if (said in ("told", "informed", "告知") or said.startswith("known")) and not between.strip():
        return knows_not is None
    linked = _LINK_END.search(cue.text, max(announced[1], first.start - 30), first.start)
    return (knows_not is None) if linked is not None else None


def _excepted(cue: _Cues, start: int, place: Place) -> str:
    """The exception that stands right before a name, or nothing."""
    spans = cue.spans["except"]
    index = bisect_left(spans, (place.start, place.start)) - 1
    if index < 0 or spans[index][0] < start or any(map(str.isalnum, cue.text[spans[index][1] : place.start])):
        return ""
    return cue.text[slice(*spans[index])]
