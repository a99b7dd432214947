"""Reading a rating on a numeric scale, signed, in digits or words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from trustmh.items import Language, Outcome, Reading, Reply
from trustmh.replies import cues
from trustmh.replies.cleaning import clean
from trustmh.replies.closed_set import Page, begin, decide, lay_out
from trustmh.replies.declarations import Claim, claim_of
from trustmh.replies.mentions import Mention, clause_before, denied, occurrences, without_overlaps
from trustmh.replies.patterns import OUT_OF, OVERALL, RANGE

_DASHES = str.maketrans("−–—‒―‐‑﹣", "--------")
_NUMBER = re.compile(
    r"(?<![a-z0-9_.])(?P<sign>[-+]\s?)?(?P<digits>\d{1,9}(?:\.\d{1,6})?)(?![a-z0-9_%]|\.\d)(?:分|级|档|\s?(?:stars?|points?|pts)\b)?"
)
_MINUS = "|".join(cues.MINUS_WORDS)
_WORDS = "|".join(sorted((word.replace(" ", r"\s") for word in cues.NUMBER_WORDS), key=len, reverse=True))
_WORD = re.compile(
    rf"(?<![\w-])(?P<minus>(?:{_MINUS})\s)?(?:(?P<word>{_WORDS})(?![\w-])|(?P<digits>\d{{1,4}})(?![\w%]|\.\d))"
)
_ZH_DIGIT = "".join(cues.ZH_DIGITS)
_ZH_UNIT = "".join(cues.ZH_UNITS)
_ZH = re.compile(
    rf"(?P<minus>[{''.join(cues.ZH_MINUS)}])?(?P<digits>[{_ZH_DIGIT}{_ZH_UNIT}]{{1,7}}|[0-9]{{1,4}})(?:分|级|档)?(?![\u4e00-\u9fff])"
)
_HEAD = re.compile(
    r"(?:^|[.;,\n(|]\s{0,3}|\band\s)[-*\s]{0,4}(?P<head>[a-z\u4e00-\u9fff][a-z \u4e00-\u9fff]{1,30})\s?[:=]\s{0,2}$"
)
_AFTER_NUMBER = re.compile(r"\s?[)\]]")
_LEAD = re.compile(r"\s{0,3}(?:[):,;\n(]|\.(?!\d)|-{1,2}\s|because\b|since\b|$)")
_BETWEEN = re.compile(r"[\s\"')]{0,3}(?:and|or|to|-|/|与|和|或|到|至)[\s\"'(]{0,3}")
_OFF, _EITHER = "!", "!either "


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
    scale = _Scale(allowed)
    words = _phrases(tuple((phrases or {}).items()))
    page = lay_out(cleaned, (*keys, *cues.ANSWER_KEYS["rating"]), lambda content: _value_of(content, scale, words))
    page = Page(page.text.translate(_DASHES), page.cleaned, page.json_claims, page.emphasis, page.boxed)
    mentions = _mentions(page, scale, words)
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
    if reading.value.startswith(_OFF):
        return Reading(Outcome.UNPARSED, None, "off the scale")
    return Reading(Outcome.ANSWERED, float(reading.value), reading.rule)


class _Scale:
    """What ratings are valid."""

    def __init__(self, allowed: Sequence[float]) -> None:
        self.is_range = isinstance(allowed, tuple) and len(allowed) == 2
        self.values = frozenset(float(value) for value in allowed)
        self.low, self.high = min(self.values, default=0.0), max(self.values, default=0.0)

    def key(self, value: float) -> str:
        """The value as text, marked when it is off the scale."""
        on = self.low <= value <= self.high if self.is_range else value in self.values
        return f"{value + 0.0}" if on else f"{_OFF}{value}"


@lru_cache(maxsize=256)
def _phrases(phrases: tuple[tuple[str, float], ...]) -> list[tuple[str, float]]:
    spoken = {clean(phrase).text.strip().lower().translate(_DASHES): value for phrase, value in phrases}
    return sorted(((phrase, value) for phrase, value in spoken.items() if phrase), key=lambda pair: -len(pair[0]))


def _value_of(content: Any, scale: _Scale, words: list[tuple[str, float]]) -> str | None:
    if isinstance(content, list) and len(content) == 1:
        content = content[0]
    if isinstance(content, bool):
        return None
    if isinstance(content, int | float):
        return scale.key(float(content)) if abs(content) < 1e12 else None
    if not isinstance(content, str):
        return None
    cleaned = clean(content[:300])
    page = Page(cleaned.text.lower().translate(_DASHES), cleaned, (), (), ())
    mentions = _mentions(page, scale, words)
    values = {mention.value for mention in mentions if not (mention.kind == "text" and denied(page.text, mention))}
    return values.pop() if len(values) == 1 else None


def _mentions(page: Page, scale: _Scale, words: list[tuple[str, float]]) -> list[Mention]:
    text = page.text
    found = [
        Mention(at, at + len(phrase), scale.key(value), "text")
        for phrase, value in words
        for at in occurrences(text, phrase)
    ]
    marked = dict((*page.emphasis, *page.boxed))
    for match in _NUMBER.finditer(text):
        found.append(_number(text, match, scale, marked))
    for match in _WORD.finditer(text):
        if match["word"] or match["minus"]:
            size = _size(match["word"]) if match["word"] else float(match["digits"])
            found.append(_out_of(text, match.start(), match.end(), -size if match["minus"] else size, scale, "label"))
    for match in _ZH.finditer(text):
        number = _chinese(match["digits"])
        if number is not None and (match["minus"] or not match["digits"].isdigit()):
            found.append(
                _out_of(text, match.start(), match.end(), -number if match["minus"] else number, scale, "label")
            )
    return without_overlaps(_signed(text, found))


def _size(word: str) -> float:
    return cues.NUMBER_WORDS[" ".join(word.split())]


def _out_of(text: str, start: int, end: int, value: float, scale: _Scale, kind: str) -> Mention:
    """A number, with the "out of 4" that may follow it: valid only if 4 is the top of the scale."""
    match = OUT_OF.match(text, end)
    if match is None:
        return Mention(start, end, scale.key(value), kind)
    top = float(match["top"]) if match["top"] else _size(match["word"])
    return Mention(start, match.end(), scale.key(value) if top == scale.high else f"{_OFF}{value}/{top}", "marked")


def _signed(text: str, found: list[Mention]) -> list[Mention]:
    """Mentions without the numbers whose dash may be a minus or not ("agree - 50"), where words beside them say which."""
    words = [mention for mention in found if mention.kind == "text"]
    return [
        mention
        for mention in found
        if not mention.value.startswith(_EITHER)
        or not any(
            word.value.strip("-") == mention.value.removeprefix(_EITHER)
            and not text[min(word.end, mention.end) : max(word.start, mention.start)].strip(" \n-(),.:\"'")
            for word in words
        )
    ]


def _number(text: str, match: re.Match[str], scale: _Scale, marked: dict[int, int]) -> Mention:
    start, end = match.span()
    value = float(match["digits"])
    sign = (match["sign"] or "").strip()
    if text[start - 1 : start] in ("<", "≤", "≥"):
        return Mention(start, end, f"{_OFF}bound {value}", "label")
    if sign and len(match["sign"]) > 1:
        before = text[:start][-3:].rstrip(" ")
        if not before or before.endswith("\n") or not before.endswith((":", "=", "(")):
            # a bullet or a dash between words, or else a minus: where both are on the scale nothing is read
            if sign == "-" and value and not scale.key(-value).startswith(_OFF):
                return Mention(start, end, f"{_EITHER}{value}", "label")
            sign, start = "", match.start("digits")
    if sign == "-":
        value = -value
    is_marked = _AFTER_NUMBER.match(text, end) is not None or marked.get(start) == end
    return _out_of(text, start, end, value, scale, "marked" if is_marked else "label")


def _chinese(digits: str) -> float | None:
    """三 -> 3, 五十 -> 50, 一百 -> 100, 二十五 -> 25; None for what is no number."""
    if digits.isdigit() and digits.isascii():
        return float(digits)
    total = current = 0
    seen = False
    for char in digits:
        if char in cues.ZH_UNITS:
            total += (current or 1) * cues.ZH_UNITS[char]
            current, seen = 0, False
        else:
            if seen:
                return None
            current, seen = cues.ZH_DIGITS[char], char not in "零〇"
    return float(total + current)


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
    if len({mention.value for mention in mentions if OUT_OF.search(text, mention.start, mention.end)}) > 1:
        return Claim(0, None, "several ratings")
    for index, mention in enumerate(mentions):
        if mention.kind == "label" or mention in restated or denied(text, mention):
            continue
        if _conflict(text, mentions, index):
            return Claim(0, None, "number and words disagree")
        if RANGE.search(clause_before(text, mention.start)) or any(
            one.value != other.value and _BETWEEN.fullmatch(text, one.end, other.start)
            for one, other in pairwise(mentions[max(0, index - 1) : index + 2])
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
