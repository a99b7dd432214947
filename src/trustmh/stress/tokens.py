"""Words of Latin letters and numbers in figures: where they are, and the quick way to find them in plain text."""

from __future__ import annotations

import re
from typing import NamedTuple

Span = tuple[int, int]

#: The apostrophe of a keyboard and what is typed or converted in its stead.
APOSTROPHES = "'’‘´`ʼ′"
# Latin letters, and the Greek and Cyrillic ones that look like them, so that a homoglyph does not cut a word in two.
LETTER = "[A-Za-zµÀ-ÖØ-öø-ſ\u0370-\u03ff\u0400-\u052f]"
#: A word with inner apostrophes, or (group 1) a number with what is attached to it.
TOKEN = re.compile(
    rf"{LETTER}++(?:[{APOSTROPHES}]{LETTER}++)*+(?![0-9０-９])"
    rf"|({LETTER}*[$€£¥￥+-]?[0-9０-９][0-9０-９A-Za-z.,:/%°‰+-]*)"
)
_ONE_APOSTROPHE = str.maketrans(APOSTROPHES, "'" * len(APOSTROPHES))


def normal(word: str) -> str:
    """A word as the lists hold it: lower case, with the apostrophe of a keyboard."""
    return word.lower().translate(_ONE_APOSTROPHE)


# Letters in lower case, every digit a 0, apostrophes as such, everything else a space, so that positions stay.
_PLAIN = bytes(
    0x30
    if 0x30 <= code <= 0x39
    else code | 0x20
    if chr(code).isascii() and chr(code).isalpha()
    else 0x27
    if code in (0x27, 0x60)
    else 0x20
    for code in range(256)
)
#: Marks of typeset English; with these in their stead the text is ASCII, and positions stay.
_TYPESET = str.maketrans("’‘ʼ´′“”–—…\u00a0", "'''''      ")
#: Beyond these a text is not worth the try.
_NOT_TYPESET = re.compile(r"[^\x00-\x7f’‘ʼ´′“”–—…\u00a0]")


class Plain(NamedTuple):
    """Text in ASCII, but for typeset marks: the form of most English sentences.

    Its words are found several times faster than by :data:`TOKEN`, with the same result.

    Attributes:
        text: in lower case, a space for every mark and a 0 for every digit, so that positions stay.
        words: the words of it, with ``'`` for any apostrophe inside.
    """

    text: str
    words: list[str]


def plain_words(text: str) -> Plain | None:
    """The text in its plain form, or None when it has none."""
    if not text.isascii():
        if _NOT_TYPESET.search(text):
            return None
        text = text.translate(_TYPESET)
    plain = text.encode("ascii").translate(_PLAIN).decode("ascii")
    if "'" in plain:
        # Quotation marks at the edges of words are no part of them.
        padded = f" {plain} ".replace(" '", "  ").replace("' ", "  ")
        if "''" in padded or " '" in padded or "' " in padded or "0'" in padded or "'0" in padded:
            return None
        plain = padded[1:-1]
    return Plain(plain, plain.split())


def token_spans(text: str, plain: Plain | None) -> list[Span]:
    """Every word of Latin letters and every number, in order.

    Args:
        text: the text.
        plain: what :func:`plain_words` gives for it.
    """
    if plain is None or "0" in plain.text:
        return [match.span() for match in TOKEN.finditer(text)]
    spans = []
    body = plain.text.lstrip()
    if " ".join(plain.words) == body.rstrip():
        # One blank between any two words, as in most sentences: nothing has to be looked for.
        at = len(plain.text) - len(body)
        for word in plain.words:
            end = at + len(word)
            spans.append((at, end))
            at = end + 1
        return spans
    at, find = 0, plain.text.find
    for word in plain.words:
        start = find(word, at)
        at = start + len(word)
        spans.append((start, at))
    return spans
