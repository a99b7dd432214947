"""Reading a rating on a numeric scale, signed, in digits or words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from trustmh.items import Language, Outcome, Reading, Reply
from trustmh.replies import cues
from trustmh.replies.bounds import OPEN, beside
from trustmh.replies.cleaning import clean
from trustmh.replies.closed_set import Page, begin, decide, lay_out
from trustmh.replies.declarations import Claim, claim_of
from trustmh.replies.mentions import Mention, clause_before, denied
from trustmh.replies.patterns import OUT_OF, OVERALL, RANGE
from trustmh.replies.quantities import DASHES, OFF, Scale, rated, scale_words

_HEAD = re.compile(
    r"(?:^|[.;,\n(|]\s{0,3}|\band\s)[-*\s]{0,4}(?P<head>[a-z\u4e00-\u9fff][a-z \u4e00-\u9fff]{1,30})\s?[:=]\s{0,2}$"
)
_LEAD = re.compile(r"\s{0,3}(?:[):,;\n(]|\.(?!\d)|-{1,2}\s|because\b|since\b|$)")


def read_rating(
    reply: Reply,
    allowed: Sequence[float],
    phrases: Mapping[str, float] | None = None,
    language: Language = "en",
    keys: Sequence[str] = (),
) -> Reading:
    """The rating a reply gives, as a float.

    Args:
        reply: the model's reply.
        allowed: the ratings offered. A tuple of exactly two numbers is the closed interval between them; a list, or a
            tuple of another length, is the set of single values.
        phrases: words of the scale -> rating ("not too sensitive" -> 2). The longest phrase wins at a place.
        language: language of the item.
        keys: JSON keys to look under before the usual ones.

    Returns:
        ``value`` lies on the scale or is None: a rating off the scale is ``unparsed``, never clamped. A declared rating
        beats prose; without one the first "N)" or phrase that is not denied counts.
    """
    cleaned, done = begin(reply)
    if done is not None:
        return done
    scale = Scale(allowed)
    words = scale_words(tuple((phrases or {}).items()))
    page = lay_out(cleaned, (*keys, *cues.ANSWER_KEYS["rating"]), lambda content: _value_of(content, scale, words))
    page = Page(page.text.translate(DASHES), page.cleaned, page.json_claims, page.emphasis, page.boxed)
    mentions = rated(page, scale, words)
    reading = decide(
        reply,
        page,
        mentions,
        language,
        lambda: _prose(page.text, mentions),
        closed=False,
        extra=[*_lead(page.text, mentions), *_parts(page.text, mentions)],
    )
    if reading.outcome is not Outcome.ANSWERED:
        return reading
    if reading.value.startswith(OFF):
        return Reading(Outcome.UNPARSED, None, "off the scale")
    return Reading(Outcome.ANSWERED, float(reading.value), reading.rule)


def _value_of(content: Any, scale: Scale, words: list[tuple[str, float]]) -> str | None:
    if isinstance(content, list) and len(content) == 1:
        content = content[0]
    if isinstance(content, bool):
        return None
    if isinstance(content, int | float):
        return scale.key(float(content)) if abs(content) < 1e12 else None
    if not isinstance(content, str):
        return None
    cleaned = clean(content[:300])
    page = Page(cleaned.text.lower().translate(DASHES), cleaned, (), (), ())
    mentions = rated(page, scale, words)
    values = {mention.value for mention in mentions if not (mention.kind == "text" and denied(page.text, mention))}
    value = values.pop() if len(values) == 1 else None
    return None if value is None or value.startswith(OPEN) else value


def _lead(text: str, mentions: Sequence[Mention]) -> list[Claim]:
    """A reply that opens with a rating set off from what follows."""
    start = len(text) - len(text.lstrip(" \n\"'(["))
    if not mentions or mentions[0].start != start:
        return []
    first = mentions[0]
    if first.kind != "text" and _LEAD.match(text, first.end) is None:
        return []
    if _conflict(text, mentions, 0):
        return [Claim(first.start, None, "number and words disagree")]
    if len({mention.value for mention in _restated(text, mentions)}) >= 3 and first in _restated(text, mentions):
        return []
    claim = claim_of(text, first, {mention.start: mention for mention in mentions}, "opens with")
    return [] if claim is None else [claim]


def _parts(text: str, mentions: Sequence[Mention]) -> list[Claim]:
    """Several "head: number": the head that names the whole counts; parts alone are no rating of the whole."""
    heads: dict[str, str] = {}
    for mention in mentions:
        head = _HEAD.search(text[max(0, mention.start - 48) : mention.start])
        if head is not None and mention.kind != "text":
            heads[head["head"].strip()] = mention.value
    if len(heads) < 2 or len(set(heads.values())) < 2:
        return []
    for names in OVERALL:
        whole = {value for head, value in heads.items() if names.search(head)}
        if len(whole) == 1:
            return [Claim(len(text), whole.pop(), "the head that names the whole")]
    return [Claim(len(text), None, "parts rated")]


def _prose(text: str, mentions: Sequence[Mention]) -> Claim | None:
    """The first "N)" or phrase that is not denied and no part of the scale restated."""
    restated = _restated(text, mentions)
    by_start = {mention.start: mention for mention in mentions}
    if len({mention.value for mention in mentions if OUT_OF.search(text, mention.start, mention.end)}) > 1:
        return Claim(0, None, "several ratings")
    for index, mention in enumerate(mentions):
        if mention.kind == "label" or mention in restated or denied(text, mention):
            continue
        if _conflict(text, mentions, index):
            return Claim(0, None, "number and words disagree")
        before = mentions[max(0, index - 1) : index]
        if RANGE.search(clause_before(text, mention.start)) or any(
            beside(text, one, by_start) for one in (*before, mention)
        ):
            return Claim(0, None, "several ratings")
        return Claim(mention.start, mention.value, "first named")
    return None


def _conflict(text: str, mentions: Sequence[Mention], index: int) -> bool:
    """Whether "3) very sensitive" gives two ratings in one breath."""
    if index + 1 >= len(mentions):
        return False
    first, second = mentions[index], mentions[index + 1]
    between = text[first.end : second.start]
    mixed = (first.kind == "text") != (second.kind == "text")
    return (
        mixed
        and first.value != second.value
        and len(between) <= 4
        and not any(char.isalnum() or char == "\n" for char in between)
    )


def _restated(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """Mentions of a run in which three or more ratings follow each other: the scale shown back."""
    runs: list[list[Mention]] = [[]]
    for mention in mentions:
        if mention.kind == "label":
            continue
        if runs[-1] and (mention.start - runs[-1][-1].end > 12 or ". " in text[runs[-1][-1].end : mention.start]):
            runs.append([])
        runs[-1].append(mention)
    return [mention for run in runs if len({entry.value for entry in run}) >= 3 for mention in run]
