"""Numbers and words of a scale in a text: in digits, number words and Chinese numerals, signed or not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from trustmh.replies import cues
from trustmh.replies.bounds import opened
from trustmh.replies.cleaning import clean
from trustmh.replies.closed_set import Page
from trustmh.replies.mentions import Mention, occurrences, without_overlaps
from trustmh.replies.patterns import OUT_OF

#: Dashes and minus signs as one, so that lengths stay the same.
DASHES = str.maketrans("−–—‒―‐‑﹣", "--------")
_NUMBER = re.compile(
    r"(?<![a-z0-9_])(?:(?<!\.)|(?<=\.\.))(?P<sign>[-+]\s?)?(?P<digits>\d{1,9}(?:\.\d{1,6})?)(?:-?ish\b|(?![a-z0-9_%]|\.\d))"
    r"(?:分|级|档|\s?(?:stars?|points?|pts)\b)?(?:左右|上下|\sor\s(?:so|thereabouts)\b)?"
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
_AFTER_NUMBER = re.compile(r"\s?[)\]]")
#: What the value of a mention begins with that lies off the scale, and of one whose dash may be a minus or not.
OFF, _EITHER = "!", "!either "


class Scale:
    """What ratings are valid."""

    def __init__(self, allowed: Sequence[float]) -> None:
        self.is_range = isinstance(allowed, tuple) and len(allowed) == 2
        self.values = frozenset(float(value) for value in allowed)
        self.low, self.high = min(self.values, default=0.0), max(self.values, default=0.0)

    def key(self, value: float) -> str:
        """The value as text, marked when it is off the scale."""
        on = self.low <= value <= self.high if self.is_range else value in self.values
        return f"{value + 0.0}" if on else f"{OFF}{value}"


@lru_cache(maxsize=256)
def scale_words(phrases: tuple[tuple[str, float], ...]) -> list[tuple[str, float]]:
    """The words of a scale as they are looked for, the longest first, with their ratings."""
    spoken = {clean(phrase).text.strip().lower().translate(DASHES): value for phrase, value in phrases}
    return sorted(((phrase, value) for phrase, value in spoken.items() if phrase), key=lambda pair: -len(pair[0]))


def rated(page: Page, scale: Scale, words: list[tuple[str, float]]) -> list[Mention]:
    """Every rating that a page names, without overlaps, by position; ``value`` is a key of the scale."""
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
    return opened(text, without_overlaps(_signed(text, found)), [(phrase, str(value)) for phrase, value in words])


def _size(word: str) -> float:
    return cues.NUMBER_WORDS[" ".join(word.split())]


def _out_of(text: str, start: int, end: int, value: float, scale: Scale, kind: str) -> Mention:
    """A number, with the "out of 4" that may follow it: valid only if 4 is the top of the scale."""
    match = OUT_OF.match(text, end)
    if match is None:
        return Mention(start, end, scale.key(value), kind)
    top = float(match["top"]) if match["top"] else _size(match["word"])
    return Mention(start, match.end(), scale.key(value) if top == scale.high else f"{OFF}{value}/{top}", "marked")


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


def _number(text: str, match: re.Match[str], scale: Scale, marked: dict[int, int]) -> Mention:
    start, end = match.span()
    value = float(match["digits"])
    sign = (match["sign"] or "").strip()
    if sign and len(match["sign"]) > 1:
        before = text[:start][-3:].rstrip(" ")
        if not before or before.endswith("\n") or not before.endswith((":", "=", "(")):
            # a bullet or a dash between words, or else a minus: where both are on the scale nothing is read
            if sign == "-" and value and not scale.key(-value).startswith(OFF):
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
