"""Whether the words around a value make it a bound, a range or one of several.

"At least 3", "50+", 50以上 and "mild to moderate" name no single value. Such a mention stays a mention, so that as a
declaration it silences the ones before it, but nothing is read from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from trustmh.replies import cues
from trustmh.replies.mentions import Mention, clause_before
from trustmh.replies.patterns import PREFERS, TOGETHER, TOGETHER_AT_END, fragments

#: What the value of a mention begins with that names no single value; no offered value can hold this character.
OPEN = "\x00"

_ARTICLE = r"(?:\s{1,3}(?:an?|the|at|to|be|is|with))?\s{0,3}[\"'(\[*]{0,2}$"
_ARTICLE_ZH = r"(?:是|为|有|在|到|给|打|评|算|达到)?\s?[\"'(\[*]{0,2}$"
_BEFORE = re.compile(
    f"(?:{fragments(cues.BOUNDS_BEFORE, ('en',))}{_ARTICLE}|{fragments(cues.BOUNDS_BEFORE, ('zh',))}{_ARTICLE_ZH})"
)
_BEFORE_NUMBER = re.compile(
    f"(?:{fragments(cues.NUMBER_BOUNDS_BEFORE, ('en',))}{_ARTICLE}"
    f"|{fragments(cues.NUMBER_BOUNDS_BEFORE, ('zh',))}{_ARTICLE_ZH})"
)
_AFTER = re.compile(r"[)\]\"'*]{0,3}" + fragments(cues.BOUNDS_AFTER))
#: "> 50" but no arrow ("-> 50", "=> 50") and no end of a tag ("<b>50", looked for apart).
_SIGN = re.compile(r"(?:(?<![-=<>])>=?|<=?|[≥≤⩾⩽≧≦≳≲]|\\[gl](?:eq?|eqslant|t)\b)\s{0,2}[\"'(*]{0,2}$")
_TAG = re.compile(r"</?[a-z_][^<>\n]{0,40}>$")
_REACH = 28
_JOINT = r"\s{0,2}(?:" + "|".join(cues.JOINTS) + r")\s{0,2}"
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
#: Where the second of two values ends: in its brackets, or at the end of its clause.
_CLOSED = re.compile(r"[\"'*]{0,2}\s?[)\]]")
_ENDED = re.compile(r"[)\]\"'*\s]{0,3}(?:$|[.,;:!?。;\n]|because\b|since\b)")


def opened(text: str, mentions: Iterable[Mention], phrases: Sequence[tuple[str, str]] = ()) -> list[Mention]:
    """The mentions, those that name no single value marked with :data:`OPEN`.

    Args:
        text: cleaned, lower-case.
        mentions: without overlaps, by position.
        phrases: (phrase, value) pairs on offer, to see "mild to moderate depression" and 轻中度.
    """
    halves = _halves(tuple(phrases))
    return [
        replace(mention, value=OPEN + mention.value) if _open(text, mention, halves) else mention
        for mention in mentions
    ]


def _open(text: str, mention: Mention, halves: dict[str, re.Pattern[str]]) -> bool:
    start, end = mention.start, mention.end
    if _AFTER.match(text, end) is not None:
        return True
    before = text[max(0, start - _REACH) : start]
    if not before:
        return False
    if _BEFORE.search(before) is not None or (_SIGN.search(before) is not None and _TAG.search(before) is None):
        return True
    words = text[start:end]
    if not any(char.isalpha() for char in words) or mention.kind != "text":
        return _BEFORE_NUMBER.search(before) is not None
    half = halves.get(words)
    return half is not None and half.search(before) is not None


@lru_cache(maxsize=256)
def _halves(phrases: tuple[tuple[str, str], ...]) -> dict[str, re.Pattern[str]]:
    """For each phrase, what stands before it where another phrase that ends alike is cut short: "mild to", "轻"."""
    found: dict[str, re.Pattern[str]] = {}
    for phrase, value in phrases:
        stems = {_stem(phrase, other) for other, other_value in phrases if other_value != value} - {""}
        if stems:
            joints = [re.escape(stem) + (_JOINT if len(stem) > 1 else f"(?:{_JOINT})?") for stem in sorted(stems)]
            found[phrase] = re.compile(r"(?<![a-z])(?:" + "|".join(joints) + r")$")
    return found


def _stem(phrase: str, other: str) -> str:
    """What ``other`` has before the words with which both end; nothing where they do not, or one holds the other."""
    size = 0
    while size < min(len(phrase), len(other)) and phrase[-1 - size] == other[-1 - size]:
        size += 1
    if not _CHINESE.match(phrase[-1:]):
        while size and phrase[len(phrase) - size] not in " _-":
            size -= 1  # whole words only
    if not size or size >= min(len(phrase), len(other)):
        return ""
    return other[: len(other) - size].strip(" _-")


def beside(text: str, mention: Mention, by_start: dict[int, Mention]) -> Mention | None:
    """Another value that is named in one breath with a mention: "B or C", "50 - 60", "50 (60)", "ideation to behavior"."""
    position = _past_closers(text, mention.end)
    again = next((by_start[at] for at in range(position, position + 3) if at in by_start), None)
    if again is not None and again.value == mention.value and not any(map(str.isalnum, text[position : again.start])):
        position = _past_closers(text, again.end)  # its own words: "3) somewhat sensitive or 4) …"
    for joint in (TOGETHER.match(text, position), TOGETHER_AT_END.match(text, position)):
        if joint is None:
            continue
        stop = joint.end()
        while stop < len(text) and text[stop] in "([\"'":
            stop += 1
        # the sign of a number may be part of the joint: "-50 - -100"
        place = next((at for at in range(stop, position - 1, -1) if at in by_start), -1)
        other = by_start.get(place)
        if other is None or other.value == mention.value:
            continue
        if joint.re is TOGETHER_AT_END and not _in_one_breath(text, joint[0].strip(), mention, other):
            continue
        return other
    return None


def _past_closers(text: str, end: int) -> int:
    position = end
    while text[position : position + 1] in (*")]\"'*.`",) and position < end + 3:
        if text.startswith("..", position):
            break  # "50..60"
        position += 1
    return position


def _in_one_breath(text: str, joint: str, mention: Mention, other: Mention) -> bool:
    """Whether a dash, a "to" or an opened bracket joins two values: the second must end there."""
    if joint == "to" and PREFERS.search(clause_before(text, mention.start)) is not None:
        return False
    return (_CLOSED if joint[:1] in ("(", "[") else _ENDED).match(text, other.end) is not None
