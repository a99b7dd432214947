"""Reading one option of a multiple-choice item."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from trustmh.items import Language, Reading, Reply
from trustmh.replies import cues
from trustmh.replies.cleaning import clean, normalise
from trustmh.replies.closed_set import Page, begin, decide, lay_out
from trustmh.replies.declarations import Claim, claim_of, supposed
from trustmh.replies.json_reading import json_text
from trustmh.replies.mentions import (
    Mention,
    bare_label,
    bounded,
    denials,
    denied,
    occurrences,
    sentence_end,
    table_of,
    without_overlaps,
)
from trustmh.replies.patterns import DISAPPROVED, ENDORSED, UNDECIDED

_TOKEN = re.compile(r"(?<![a-z0-9_])[a-z0-9]{1,3}(?![a-z0-9_])")
_MARK_BEFORE = re.compile(r"(?:\b(?:option|choice|answer)\s{1,3}\(?|选项\s?\(?|\(|\[)$")
_LINE_LEAD = re.compile(
    r"^[ \t\"'([-]{0,6}(?:(?:option|choice|选项)[ \t]{0,2})?([a-z0-9]{1,3})[ \t]?(?:[)\].:、,]|[-–—]{1,2}[ \t])",
    re.MULTILINE,
)
_LEAD = re.compile(
    r"[\s\"'(\[]{0,4}(?:(?:option|choice|选项|选择|选)\s{0,2})?\(?([a-z0-9]{1,3})(?:[)\]]|\.(?!\d)|:|,|、|\s[-–—]{1,2}\s|\n|\s(?:because|since|as)\b|\s?[&+|]\s|\s?\((?:(?:not|rather|instead|because|since|it|而)|[a-z0-9]{1,3}\)))"
)
_AND = re.compile(r"\s(?:and|or)\s[a-z]")
_AND_BEFORE = re.compile(r"[a-z]\s(?:and|or)\s$")
#: Nothing but labels and what joins them.
_SEVERAL = re.compile(r"(?:\b(?:and|or|[a-z0-9]{1,3})\b|[\s,、;/&+()~-]|[和或与及])+")
_MIN_TEXT = 2
#: How far around a mention its sentence is looked at, and what ends one.
_NEAR = 120
_STOPS = (". ", "\n", "! ", "; ", "。", ": ")
#: Option texts of so many words are named in passing, too; longer ones hardly.
_SHORT_TEXT = 3


class _Offer(NamedTuple):
    """Options prepared for matching: label and text phrases, longest first, and short labels for the token scan."""

    short: dict[str, str]
    long: list[tuple[str, str]]
    texts: list[tuple[str, str]]
    by_phrase: dict[str, str]
    order: tuple[str, ...]


def read_choice(
    reply: Reply, options: Mapping[str, str], language: Language = "en", keys: Sequence[str] = ()
) -> Reading:
    """The option a reply chooses.

    Args:
        reply: the model's reply.
        options: label -> option text; any number, any labels (``A``, ``10``, ``甲``, ``NTA``). Texts may be empty.
        language: language of the item.
        keys: JSON keys to look under before the usual ones, for replies that answer several questions in one object.

    Returns:
        ``value`` is one of the labels, exactly as offered, or None. A declared answer beats prose, the last declaration
        wins, and several different answers without a declaration are ``unparsed``.
    """
    cleaned, done = begin(reply)
    if done is not None:
        return done
    offer = _offer(tuple(options.items()))
    page = lay_out(cleaned, (*keys, *cues.ANSWER_KEYS["choice"]), lambda content: _value_of(content, offer))
    mentions = _mentions(page, offer)
    listing = _is_listing(page.text, offer)
    extra = [] if listing else _lead(page.text, offer, mentions)
    return decide(reply, page, mentions, language, lambda: _prose(page, mentions, offer), listing=listing, extra=extra)


@lru_cache(maxsize=4096)
def _offer(options: tuple[tuple[str, str], ...]) -> _Offer:
    short: dict[str, str] = {}
    labels: dict[str, list[str]] = {}
    texts: dict[str, list[str]] = {}
    for label, text in options:
        plain = normalise(label).strip().lower()
        if _TOKEN.fullmatch(plain):
            short[plain] = label
        else:
            labels[label] = [plain]
        phrase = clean(text).text.strip().strip(".。;；,").lower()
        texts[label] = _spellings(phrase) if len(phrase) >= _MIN_TEXT else []
    by_phrase = dict(short) | dict(table_of(texts)) | dict(table_of(labels))
    return _Offer(short, table_of(labels), table_of(texts), by_phrase, tuple(short))


def _spellings(phrase: str) -> list[str]:
    """An option text, and the text as models soften or respell its words."""
    return [phrase] + [
        phrase.replace(word, other) for word, others in cues.SPELLINGS.items() if word in phrase for other in others
    ]


def _value_of(content: Any, offer: _Offer) -> str | None:
    """What a JSON key declares: a label, an option text, "B. text", or a list with one of them."""
    if isinstance(content, list) and len(content) == 1:
        content = content[0]
    if isinstance(content, bool) or not isinstance(content, str | int | float):
        return None
    text = clean(json_text(content)).text.strip().lower()
    bare = text.strip(" .()[]\"':。")
    if bare in offer.by_phrase:
        return offer.by_phrase[bare]
    lead = re.match(r"(?:option|choice|选项)?\s{0,2}\(?([a-z0-9]{1,3})(?:[).:、,\s-]|$)", text)
    if lead and lead[1] in offer.short and (len(text) > lead.end() or lead.end() == len(text)):
        rest = text[lead.end() :].strip(" .()[]\"':。-")
        if _SEVERAL.fullmatch(rest):
            others = {offer.short.get(word) for word in _TOKEN.findall(rest)} - {None}
            if others - {offer.short[lead[1]]}:
                return None  # "B, C", "B-C"
        if not rest or offer.by_phrase.get(rest) == offer.short[lead[1]] or not bare[len(lead[1]) :][:1].isspace():
            return offer.short[lead[1]]
    return None


def _mentions(page: Page, offer: _Offer) -> list[Mention]:
    text = page.text
    found: list[Mention] = []
    marked = dict((*page.emphasis, *page.boxed))
    for token in _TOKEN.finditer(text):
        value = offer.short.get(token[0])
        if value is None:
            continue
        start, end = token.span()
        closed = text[end : end + 1] in (")", "]")
        is_marked = (closed and text[start - 1 : start] in ("(", "[")) or (
            _MARK_BEFORE.search(text, max(0, start - 12), start) is not None
            and text[start - 1 : start] not in ("(", "[")
        )
        is_marked = is_marked or marked.get(start) == end or (len(token[0]) > 2 and token[0].isalpha())
        if is_marked or bare_label(text, start, end):
            found.append(Mention(start, end, value, "marked" if is_marked else "label"))
    for phrase, value in offer.long:
        kind = "label" if len(phrase) == 1 else "text"
        found += [Mention(at, at + len(phrase), value, kind) for at in occurrences(text, phrase)]
    for phrase, value in offer.texts:
        found += [Mention(at, at + len(phrase), value, "text") for at in occurrences(text, phrase)]
    return without_overlaps(found)


def _is_listing(text: str, offer: _Offer) -> bool:
    """Whether several options lead lines of their own, in the order offered: the options restated or gone through."""
    leads = [match[1] for match in _LINE_LEAD.finditer(text) if match[1] in offer.short]
    if len(set(leads)) < 2:
        return False
    order = [offer.order.index(label) for label in leads]
    return order[0] == min(order)


def _lead(text: str, offer: _Offer, mentions: Sequence[Mention]) -> list[Claim]:
    """A reply that opens with a label set off from what follows: "B) because …"."""
    lead = _LEAD.match(text)
    if lead is None or lead[1] not in offer.short or not bounded(text, lead.start(1), lead.end(1)):
        return []
    mention = Mention(lead.start(1), lead.end(1), offer.short[lead[1]], "label")
    if not bare_label(text, mention.start, mention.end) or denied(text, mention):
        return []
    claim = claim_of(text, mention, {found.start: found for found in mentions}, "opens with")
    return [] if claim is None else [claim]


def _shares(text: str, mention: Mention) -> bool:
    """Whether a one-word option stands beside another word: "hopeless and angry" names no single option."""
    if mention.kind != "text" or not text[mention.start : mention.end].isalpha():
        return False
    return (
        _AND.match(text, mention.end) is not None
        or _AND_BEFORE.search(text, max(0, mention.start - 6), mention.start) is not None
    )


def _disapproved(text: str, mention: Mention) -> bool:
    """Whether the sentence of a mention speaks against it in whatever words, asks for it, or names a short text in passing."""
    near = max(0, mention.start - _NEAR)
    start = max(near, *(text.rfind(stop, near, mention.start) + 1 for stop in _STOPS))
    end = min(sentence_end(text, mention.end), mention.end + _NEAR)
    lead = text[start : mention.start]
    if mention.kind == "text":
        words = text[mention.start : mention.end]
        short = len(words.split()) <= _SHORT_TEXT and len(words) <= 6 * _SHORT_TEXT
        if text[end : end + 1] in ("?", "？") or (short and any(map(str.isalnum, lead)) and not ENDORSED.search(lead)):
            return True
    return (
        DISAPPROVED.search(text, start, mention.start) is not None
        or DISAPPROVED.search(text, mention.end, end) is not None
    )


def _prose(page: Page, mentions: Sequence[Mention], offer: _Offer) -> Claim | None:
    """One option and only one is named and not denied."""
    text = page.text
    named = [mention for mention in mentions if mention.kind != "label"]
    if any(
        not any(mention.start <= cue.start() and cue.end() <= mention.end for mention in named)
        for cue in UNDECIDED.finditer(text)
    ):
        return Claim(0, None, "undecided")
    no = denials(page.text, mentions)
    values = {
        mention.value
        for mention in named
        if mention.start not in no
        and not supposed(text, mention.start, mention.start)
        and not _disapproved(text, mention)
    }
    if len(values) == 1:
        value = values.pop()
        if any(_shares(page.text, mention) for mention in named if mention.value == value):
            return Claim(0, None, "several answers")
        if not any(mention.value == value and mention.start in no for mention in named):
            return Claim(0, value, "only option named")
    return Claim(0, None, "several answers" if values else "no answer found")
