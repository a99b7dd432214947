"""Reading one label of a closed set, safe against negation and containment."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from trustmh.items import Language, Reading, Reply
from trustmh.replies import cues
from trustmh.replies.bounds import OPEN, opened
from trustmh.replies.cleaning import clean, normalise
from trustmh.replies.closed_set import Page, begin, decide, lay_out
from trustmh.replies.declarations import Claim, claim_of
from trustmh.replies.json_reading import json_text
from trustmh.replies.mentions import Mention, denials, denied, occurrences, table_of, without_overlaps
from trustmh.replies.patterns import UNDECIDED, fragments

_SEPARATOR = re.compile(r"[_\-\s]+")
_CJK = re.compile(r"[\u4e00-\u9fff]")
#: A single word is a label where the sentence predicates it ("the message is violent"), not in "tries to be supportive".
_PREDICATE = re.compile(fragments(cues.PREDICATES) + r"(?:\s+(?:an?|the|\w+ly))?\s+$")
_LEAD_END = re.compile(r"\s?(?:[(:;,\n]|\.(?:\s|$)|[-–—]{1,2}\s|because\b|since\b)")
_NO_LEAD = re.compile(r"(?:no|not|non)[ _-](?:an? )?|(?:没有|无|不是|并非)")
_SHORT_REPLY = 90
Phrases = list[tuple[str, str]]


def read_label(
    reply: Reply,
    labels: Sequence[str] | Mapping[str, Sequence[str]],
    language: Language = "en",
    keys: Sequence[str] = (),
) -> Reading:
    """The label a reply gives.

    Args:
        reply: the model's reply.
        labels: the offered labels, or label -> synonyms that mean the same. ``_``, ``-`` and blanks are one.
        language: language of the item.
        keys: JSON keys to look under before the usual ones.

    Returns:
        ``value`` is one of the labels, exactly as offered, or None. "not violent" is not violent, and a label inside a
        longer label or word is not named by it.
    """
    cleaned, done = begin(reply)
    if done is not None:
        return done
    entries = labels.items() if isinstance(labels, Mapping) else ((label, ()) for label in labels)
    phrases = _phrases(tuple((label, tuple(synonyms)) for label, synonyms in entries))
    page = lay_out(cleaned, (*keys, *cues.ANSWER_KEYS["label"]), lambda content: _value_of(content, phrases))
    mentions = _mentions(page.text, phrases)
    return decide(
        reply,
        page,
        mentions,
        language,
        lambda: _prose(page, mentions, phrases),
        closed=False,
        extra=_lead(page.text, mentions),
    )


@lru_cache(maxsize=1024)
def _phrases(labels: tuple[tuple[str, tuple[str, ...]], ...]) -> Phrases:
    own = {label: _variants(label) for label, _ in labels}
    taken = {variant for variants in own.values() for variant in variants}
    spoken = {
        label: own[label] + [v for word in synonyms for v in _variants(word) if v not in taken]
        for label, synonyms in labels
    }
    return table_of(spoken)


def _variants(label: str) -> list[str]:
    parts = [part for part in _SEPARATOR.split(normalise(label).lower().strip()) if part]
    hyphened = "-".join(parts[:2]) + "".join(f" {part}" for part in parts[2:])
    return list(dict.fromkeys([*(joint.join(parts) for joint in ("_", "-", " ", "")), hyphened]))


def _value_of(content: Any, phrases: Phrases) -> str | None:
    if isinstance(content, list) and len(content) == 1:
        content = content[0]
    if isinstance(content, bool) or not isinstance(content, str | int | float):
        return None
    text = clean(json_text(content)).text.strip().strip(".\"'()[]。").lower()
    exact = dict(phrases)
    if text in exact:
        return exact[text]
    mentions = _mentions(text, phrases)
    no = denials(text, mentions)
    values = {mention.value for mention in mentions if mention.start not in no}
    value = values.pop() if len(values) == 1 and len(text) < _SHORT_REPLY else None
    return None if value is None or value.startswith(OPEN) else value


def _mentions(text: str, phrases: Phrases) -> list[Mention]:
    found = without_overlaps(
        Mention(at, at + len(phrase), value, "text")
        for phrase, value in phrases
        if phrase in text
        for at in occurrences(text, phrase)
    )
    return opened(text, found, phrases)


def _stands_out(text: str, mentions: Sequence[Mention], no: frozenset[int]) -> bool:
    """Whether a label is more than a word of the sentence: several words, or at an end ("their behavior is odd" is not)."""
    first = len(text) - len(text.lstrip(" \n\"'"))
    return any(
        mention.start == first
        or text[mention.start - 2 : mention.start] == "r/"  # a forum's name
        or _PREDICATE.search(text, max(0, mention.start - 40), mention.start) is not None
        or not text[mention.start : mention.end].isalpha()
        or not text[mention.start].isascii()
        for mention in mentions
        if mention.start not in no
    )


def _lead(text: str, mentions: Sequence[Mention]) -> list[Claim]:
    """A reply that opens with a label set off from what follows: "no_crisis (the user is joking about violence)"."""
    start = len(text) - len(text.lstrip(" \n\"'(["))
    if not mentions or mentions[0].start != start or _LEAD_END.match(text, mentions[0].end) is None:
        return []
    claim = claim_of(text, mentions[0], {mention.start: mention for mention in mentions}, "opens with")
    return [] if claim is None else [claim]


def _opposite(mention: Mention, phrases: Phrases) -> str | None:
    """The label that says "not X" of a denied label X, when the set has one."""
    spoken = {phrase for phrase, value in phrases if value == mention.value}
    for phrase, value in phrases:
        if value != mention.value and any(phrase in (f"not {word}", f"no {word}") for word in spoken):
            return value
    return None


def _absent(text: str, mentions: Sequence[Mention], phrases: Phrases) -> set[str]:
    """The labels that say "no X" where X, which is no label itself, is denied: "this is not a crisis", 不存在危机."""
    if len(text.strip()) > _SHORT_REPLY:
        return set()
    named = {phrase for phrase, _ in phrases}
    found: set[str] = set()
    for phrase, value in phrases:
        lead = _NO_LEAD.match(phrase)
        rest = phrase[lead.end() :] if lead else ""
        if len(rest) < 2 or rest in named:
            continue
        places = [Mention(at, at + len(rest), value, "text") for at in occurrences(text, rest)]
        free = [p for p in places if not any(m.start <= p.start and p.end <= m.end for m in mentions)]
        if free and all(denied(text, place) for place in free):
            found.add(value)
    return found


def _prose(page: Page, mentions: Sequence[Mention], phrases: Phrases) -> Claim | None:
    """One label only, not denied, in a short reply, or set off by emphasis, quotes or an underscore."""
    text = page.text
    no = denials(text, mentions)
    values = {mention.value for mention in mentions if mention.start not in no}
    if not values:
        opposites = {opposite for mention in mentions if (opposite := _opposite(mention, phrases)) is not None}
        opposites |= _absent(text, mentions, phrases)
        if opposites and UNDECIDED.search(text.replace("neither", "not")):
            return Claim(0, None, "undecided")
        if len(opposites) == 1:
            return Claim(0, opposites.pop(), "opposite denied")
        return Claim(0, None, "several answers" if opposites else "no answer found")
    if UNDECIDED.search(text):
        return Claim(0, None, "undecided")
    marked = dict((*page.emphasis, *page.boxed))
    set_off = {
        mention.value
        for mention in mentions
        if mention.start not in no
        and (
            marked.get(mention.start) == mention.end
            or (
                text[mention.start - 1 : mention.start] in ('"', "'", "[")
                and text[mention.end : mention.end + 1] in ('"', "'", "]")
            )
            or ("_" in text[mention.start : mention.end] and len(values) == 1)
        )
    }
    if len(set_off) == 1:
        return Claim(0, set_off.pop(), "only label set off")
    if len(values) == 1 and not set_off and len(text.strip()) <= _SHORT_REPLY and _stands_out(text, mentions, no):
        return Claim(0, values.pop(), "only label named")
    return Claim(0, None, "several answers" if len(values) > 1 else "no answer found")
