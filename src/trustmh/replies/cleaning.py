"""Cleaning a reply: what a reader sees of it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

from trustmh.replies.markup import to_plain
from trustmh.replies.reasoning import split_reasoning

#: Characters that cannot be seen: zero-width, bidi controls, soft hyphen, variation selectors, tags, key-cap frames.
_INVISIBLE: dict[int, int | str | None] = {
    code: None
    for code in (
        *range(0x00, 0x09),
        *range(0x0B, 0x0D),
        *range(0x0E, 0x20),
        *range(0x7F, 0xA0),
        0xAD,
        0x34F,
        0x61C,
        0x115F,
        0x1160,
        0x17B4,
        0x17B5,
        *range(0x180B, 0x180F),
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2070),
        0x20E3,
        *range(0xFE00, 0xFE10),
        0xFEFF,
        0xFFA0,
        *range(0xFFF9, 0xFFFC),
        *range(0xE0000, 0xE0080),
        *range(0xE0100, 0xE01F0),
    )
}
_INVISIBLE |= {0x0D: "\n", 0x85: "\n", 0x2028: "\n", 0x2029: "\n", 0x130: "I"}  # U+0130 grows when lower-cased
#: Emoji letters (A button, negative circled and squared letters) that NFKC leaves alone.
_INVISIBLE |= {base + step: chr(65 + step) for base in (0x1F150, 0x1F170) for step in range(26)}

#: Cyrillic and Greek capitals that look like Latin ones; mapped only where such a letter stands alone.
_LOOKALIKE = dict(zip("АВСЕНІЈΑΒΕΗΙ", "ABCEHIJABEHI", strict=True))
_LONE_LOOKALIKE = re.compile(rf"(?<!\w)[{''.join(_LOOKALIKE)}](?!\w)")
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "「": '"', "」": '"',
                         "『": '"', "』": '"', "《": '"', "》": '"', "【": "[", "】": "]", "〔": "[", "〕": "]",
                         "。": "。"})  # fmt: skip


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


def normalise(text: str) -> str:
    """NFKC with straight quotes and no invisible characters: the form in which texts are compared."""
    if text.isascii():
        return text.translate(_INVISIBLE) if not text.isprintable() else text
    text = unicodedata.normalize("NFKC", text.translate(_INVISIBLE)).translate(_QUOTES)
    return _LONE_LOOKALIKE.sub(lambda match: _LOOKALIKE[match[0]], text)


def clean(text: str) -> Cleaned:
    """Clean a reply. Never raises; time is linear in the length of the text."""
    visible = text.replace("\r\n", "\n").translate(_INVISIBLE)
    body, reasoning_open = split_reasoning(visible)
    plain = to_plain(normalise(body))
    return Cleaned(plain.text, reasoning_open, text, body, plain.emphasis, plain.boxed)
