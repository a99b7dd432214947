"""Which value a reply declares: cues, corrections, first and last lines, and who wins.

A declared answer beats prose and the last declaration wins. A declaration of something that was not offered, or of
several values at once, is a declaration all the same: it silences the ones before it and nothing is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from trustmh.replies.bounds import beside
from trustmh.replies.mentions import (
    Mention,
    affirmed_after,
    also_after,
    clause_before,
    denied,
    rejected_after,
    sentence_end,
)
from trustmh.replies.patterns import BRIDGE, CORRECTION, DECLARATION, SHORT_DECLARATION, SUPPOSED, SYMBOLS

_GAP = re.compile(rf"[{SYMBOLS}\s#→:=\"'()\[\]<{{}}*_`~|>.,。-]{{0,12}}")
_TIGHT = re.compile(r"[ \t:=\"'([<{*_`~|>-]{0,12}")
#: A lone token that looks like an answer and was not offered: "Answer: E" among A-D.
_FOREIGN = re.compile(r"(?:[a-z]|\d{1,3})(?![a-z0-9_'%-])\s{0,2}(?:$|[.,;:)\]}\"'\n])")
_LINE_END = re.compile(r"[\s)\]]{0,3}(?:选项|项)?(?:吧|啦|哦)?[\s.,;:!?。)\]}>\"'*_`]*$")
_QUESTION = re.compile(r"\W*(?:is|are|was|could|would|should|might)\b")
_SHORT_END = re.compile(r"[)\]\"'*\s]{0,3}(?:选项|项)?(?:吧|啦|哦)?(?:$|[.;!?。；\n]|because\b|since\b|as\b|for me\b)")
_POST_IF = re.compile(r"[ ,]{0,2}(?:if|only if|when)\b|(?:的话|会|可能|虽然|固然)")
#: A question mark at the end of the sentence; claims by these rules do not outlive one.
_ASKED = re.compile(r"[^.!?。！？\n]{0,80}[?？]")
_WEAK = ("corrected", "declared in short", "declared")

Place = TypeVar("Place")
#: Cues looked at from the end backwards; a text with more unusable ones at its end answers nothing.
_ATTEMPTS = 60


@dataclass(frozen=True, slots=True)
class Claim:
    """A value declared at a place; ``value`` None means that the declaration cannot be used."""

    position: int
    value: str | None
    rule: str


def resolve(claims: Sequence[Claim]) -> Claim | None:
    """The last declaration."""
    return max(claims, key=lambda claim: claim.position, default=None)


def declared(text: str, mentions: Sequence[Mention], closed: bool = True) -> list[Claim]:
    """Claims made by announcement ("the answer is …"), by affirmation ("B is correct") and by correction ("no, B").

    Args:
        text: cleaned, lower-case.
        mentions: every mention, without overlaps, by position.
        closed: whether a lone letter or number that is not offered counts as an unusable declaration.
    """
    by_start = {mention.start: mention for mention in mentions}

    def announced(cue: re.Match[str]) -> Claim | None:
        claim = _after(text, cue.end(), by_start, mentions, closed, "declared")
        return None if claim is None or supposed(text, cue.start(), cue.end()) else claim

    def in_short(cue: re.Match[str]) -> Claim | None:
        claim = _after(text, cue.end(), by_start, (), False, "declared in short")
        mention = by_start.get(claim.position) if claim is not None else None
        if mention is None or denied(text, mention):
            return None
        if not cue[0][:1].isalpha() and any(
            other.value != mention.value and other.end <= cue.start() and not text[other.end : cue.start()].strip()
            for other in mentions
        ):
            return None  # "ideation -> behavior": an arrow between two values
        return claim if _SHORT_END.match(text, mention.end) else None

    def corrected(cue: re.Match[str]) -> Claim | None:
        claim = _after(text, cue.end(), by_start, (), False, "corrected")
        return claim if mentions and mentions[0].start < cue.start() else None

    def affirmed(mention: Mention) -> Claim | None:
        if also_after(text, mention.end) and any(other.value != mention.value for other in mentions):
            return Claim(mention.start, None, "several answers declared")
        if (
            affirmed_after(text, mention.end) < 0
            or denied(text, mention)
            or supposed(text, mention.start, mention.start)
        ):
            return None
        return Claim(mention.start, mention.value, "affirmed")

    found = [
        _last(DECLARATION.finditer(text), announced),
        _last(SHORT_DECLARATION.finditer(text), in_short),
        _last(CORRECTION.finditer(text), corrected),
        _last(mentions, affirmed),
    ]
    return [claim for claim in found if claim is not None]


def _last(places: Iterable[Place], claim_at: Callable[[Place], Claim | None]) -> Claim | None:
    """The claim of the last place that makes one. Since the last declaration wins, earlier places are not looked at."""
    for place in reversed(list(places)[-_ATTEMPTS:]):
        claim = claim_at(place)
        if claim is not None:
            return claim
    return None


def supposed(text: str, start: int, end: int) -> bool:
    """Whether an announcement stands in a supposition, a quotation of others, or a negation."""
    return SUPPOSED.search(clause_before(text, start) + text[start:end]) is not None


def _after(
    text: str,
    position: int,
    by_start: dict[int, Mention],
    mentions: Sequence[Mention],
    closed: bool,
    rule: str,
) -> Claim | None:
    cue_end = position
    if text[position - 1] == "-" and position - 1 in by_start:
        position -= 1  # the dash is the sign of a rating
    for _ in range(8):
        mention, position = _next(text, position, len(text), by_start)
        if mention is not None:
            return claim_of(text, mention, by_start, rule)
        bridge = BRIDGE.match(text, position)
        if bridge is None or bridge.end() == position:
            break
        position = bridge.end()
    if closed and _FOREIGN.match(text, position):
        return Claim(cue_end, None, "declared answer not offered")
    end = sentence_end(text, position)
    named = [m for m in mentions if position <= m.start < end and m.kind != "label" and not denied(text, m)]
    if named:
        values = {mention.value for mention in named}
        return (
            Claim(cue_end, values.pop(), rule) if len(values) == 1 else Claim(cue_end, None, "several answers declared")
        )
    return None


def _next(text: str, position: int, end: int, by_start: dict[int, Mention]) -> tuple[Mention | None, int]:
    """The mention behind the punctuation at a place (a sign belongs to its number), and where the punctuation ends."""
    gap = _GAP.match(text, position, end)
    stop = position if gap is None else gap.end()
    for place in range(position, stop + 1):
        if place in by_start:
            return by_start[place], place
    return None, stop


def claim_of(text: str, mention: Mention, by_start: dict[int, Mention], rule: str) -> Claim | None:
    """The claim a mention in a declared place makes: its value, none if it is denied, unusable beside another value."""
    if rejected_after(text, mention.end) or _POST_IF.match(text, mention.end):
        return None
    if rule in _WEAK and _ASKED.match(text, mention.end):
        return None
    other = beside(text, mention, by_start)
    if other is None:
        return Claim(mention.start, mention.value, rule)
    if rejected_after(text, other.end):
        return None  # "A and B are wrong": the words after the last one are said of all
    if denied(text, other):
        return Claim(mention.start, mention.value, rule)
    return Claim(mention.start, None, "several answers declared")


def whole(text: str, start: int, end: int, by_start: dict[int, Mention], with_text: bool = True) -> Mention | None:
    """The mention that is all that stands between two places, but for decoration and a leading "option".

    ``with_text``: a label may be followed by its own option text.
    """
    position = start
    for _ in range(4):
        mention, position = _next(text, position, end, by_start)
        if mention is not None and mention.end <= end:
            rest = text[mention.end : end]
            if _LINE_END.match(rest):
                return None if "?" in rest and _QUESTION.match(text, start) else mention
            return _label_then_text(text, mention, end, by_start) if with_text else None
        bridge = BRIDGE.match(text, position, end)
        if bridge is None:
            return None
        position = bridge.end()
    return None


def _label_then_text(text: str, mention: Mention, end: int, by_start: dict[int, Mention]) -> Mention | None:
    """A label ("B. Explore the feelings") followed by its own option text and nothing else."""
    position = _TIGHT.match(text, mention.end).end()  # type: ignore[union-attr]  # matches the empty string
    while position < end and text[position] in ".):、,，-–—":
        position += 1
    position = _TIGHT.match(text, position).end()  # type: ignore[union-attr]  # matches the empty string
    other = by_start.get(position)
    if other is not None and other.value == mention.value and _LINE_END.match(text[other.end : end]):
        return mention
    return None
