"""Cleaning a reply: what a reader sees of it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

from trustmh.replies.markup import to_plain
from trustmh.replies.reasoning import split_reasoning

#: Characters that cannot be seen: controls, zero-width, bidi, soft hyphen, variation selectors, tags, key-cap frames.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u20e3\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f\U000e0100-\U000e01ef]+"
)
#: Line ends of other systems, the one letter that grows when lower-cased, two ligatures that NFKC turns into sentences,
#: and emoji letters that NFKC leaves alone.
_REPLACED: dict[int, str] = {
    0x0D: "\n",
    0x85: "\n",
    0x2028: "\n",
    0x2029: "\n",
    0x130: "I",
    0xFDFA: " ",
    0xFDFB: " ",
} | {base + step: chr(65 + step) for base in (0x1F150, 0x1F170) for step in range(26)}
_REPLACEABLE = re.compile("[" + "".join(map(chr, _REPLACED)) + "]")
#: A text that NFKC blows up beyond this factor is no prose and is left as it is.
_GROWTH = 3

#: Cyrillic and Greek capitals that look like Latin ones; mapped only where such a letter stands alone.
_LOOKALIKE = dict(zip("АВСЕНІЈΑΒΕΗΙ", "ABCEHIJABEHI", strict=True))
_LONE_LOOKALIKE = re.compile(rf"(?<!\w)[{''.join(_LOOKALIKE)}](?!\w)")
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "「": '"', "」": '"',
                         "『": '"', "』": '"', "《": '"', "》": '"', "【": "[", "】": "]", "〔": "[", "〕": "]",
                         "〝": '"', "〞": '"', "‐": "-", "‑": "-"})  # fmt: skip
#: Signs that some front ends escape; "&gt;50" is a bound.
_ESCAPED = {
    "&gt;": ">",
    "&lt;": "<",
    "&ge;": "≥",
    "&le;": "≤",
    "&quot;": '"',
    "&#39;": "'",
    "&nbsp;": " ",
    "&amp;": "&",
}
_ESCAPE = re.compile("|".join(_ESCAPED))
_QUOTED = re.compile("[" + "".join(map(chr, _QUOTES)) + "]")


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A reply without what is not its answer.

    Attributes:
        text: no reasoning, NFKC, no invisible characters, straight quotes, markup unwrapped.
        reasoning_open: a reasoning block was opened and never closed; ``text`` is what stood before it.
        original: the reply as it came.
        body: no reasoning and no invisible characters, but markup, quotes and widths as they came, so that JSON in it
            is intact.
        emphasis: spans of ``text`` that were bold, italic, in back-ticks or in dollars, as (start, end) offsets.
        boxed: spans of ``text`` that stood in a LaTeX box.
    """

    text: str
    reasoning_open: bool
    original: str
    body: str
    emphasis: tuple[tuple[int, int], ...] = field(default=())
    boxed: tuple[tuple[int, int], ...] = field(default=())


def visible(text: str) -> str:
    """A text without characters that cannot be seen, with plain line ends."""
    if text.isascii() and text.isprintable():
        return text
    text = _INVISIBLE.sub("", text.replace("\r\n", "\n"))
    return text.translate(_REPLACED) if _REPLACEABLE.search(text) else text


def normalise(text: str) -> str:
    """NFKC with straight quotes and no invisible characters: the form in which texts are compared."""
    text = visible(text)
    if "&" in text:
        text = _ESCAPE.sub(lambda match: _ESCAPED[match[0]], text)
    if text.isascii():
        return text
    folded = unicodedata.normalize("NFKC", text)
    if len(folded) > _GROWTH * len(text) + 100:
        return text
    if _QUOTED.search(folded):
        folded = folded.translate(_QUOTES)
    return _LONE_LOOKALIKE.sub(lambda match: _LOOKALIKE[match[0]], folded)


def clean(text: str) -> Cleaned:
    """Clean a reply. Never raises; time is linear in the length of the text."""
    body, reasoning_open = split_reasoning(visible(text))
    plain = to_plain(normalise(body))
    return Cleaned(plain.text, reasoning_open, text, body, plain.emphasis, plain.boxed)
