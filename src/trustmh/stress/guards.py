"""What a perturbation must leave alone: negations, numbers, answers, markup, and what the caller names.

The lists are data: ``data/guards.toml``. :mod:`trustmh.stress.source` turns spans into a mask.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from trustmh.items import Language, TrustmhError
from trustmh.stress.tables import toml_table

#: What a caller may protect: a literal text, a compiled pattern, or a span of the original text.
Protect = str | re.Pattern[str] | tuple[int, int]
Span = tuple[int, int]

# Latin letters, and the Greek and Cyrillic ones that look like them, so that a homoglyph does not cut a word in two.
_LETTER = "[A-Za-zÀ-ÖØ-öø-ſ\u0370-\u03ff\u0400-\u052f]"
#: A word with inner apostrophes, or (group 1) a number with what is attached to it.
TOKEN = re.compile(
    rf"{_LETTER}++(?:['’]{_LETTER}++)*+(?![0-9０-９])"
    rf"|({_LETTER}*[$€£¥￥+-]?[0-9０-９][0-9０-９A-Za-z.,:/%°‰+-]*)"
)

#: Answer formats and machine-readable parts, each searched for only where its trigger occurs.
_FORMATS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("://", re.compile(r"[A-Za-z]{2,10}://[^\s\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]+")),
    ("@", re.compile(r"[^\s@]{0,64}@[^\s@]{1,255}")),
    ("<", re.compile(r"<[^<>\n]{1,200}>")),
    ("{", re.compile(r"\{[^{}\n]{0,500}\}")),
    ("`", re.compile(r"`[^`\n]{1,200}`")),
    ("(", re.compile(r"\([A-Ja-j]\)")),
    ("（", re.compile(r"（[A-Ja-j]）")),
    ("ption ", re.compile(r"[Oo]ption\s*[A-J]\b")),
    ("hoice ", re.compile(r"[Cc]hoice\s*[A-J]\b")),
    ("nswer", re.compile(r"[Aa]nswer\s*(?:[:：]|is\b)\s*(?:[A-J]\b)?")),
    ("选项", re.compile(r"选项\s*[A-J甲乙丙丁]?")),
    ("答案", re.compile(r"答案\s*[:：是为]?\s*[A-J甲乙丙丁]?")),
)
#: Guarded words without which no answer format of plain text is there.
_FORMAT_WORDS = frozenset({"answer", "option", "choice"})
#: ``A.`` or ``B)`` at the start of a line.
_OPTION_LABEL = re.compile(r"^[ \t]*[A-J][.)、:：．](?!\w)", re.MULTILINE | re.ASCII)


@cache
def guarded_words() -> frozenset[str]:
    """Negations, number words and answers in Latin letters, lower case, with either apostrophe."""
    table = toml_table("guards")["en"]
    words = {word for name in ("negation", "numbers", "answers") for word in table[name]}
    return frozenset(words | {word.replace("'", "’") for word in words})


@cache
def guarded_characters() -> frozenset[str]:
    """Chinese characters that negate, count or answer."""
    table = toml_table("guards")["zh"]
    return frozenset(character for name in ("negation", "numbers", "answers") for character in table[name])


@cache
def _guarded_pattern() -> re.Pattern[str]:
    return re.compile("[" + "".join(sorted(guarded_characters())) + "]+")


# Letters in lower case, every digit a 0, everything else a space, so that positions stay.
_PLAIN = bytes(
    0x30 if 0x30 <= code <= 0x39 else code | 0x20 if chr(code).isascii() and chr(code).isalpha() else 0x20
    for code in range(256)
)


class Plain(NamedTuple):
    """ASCII text without apostrophes, the form of most English sentences.

    Its words are found several times faster than by :data:`TOKEN`, with the same result.

    Attributes:
        text: in lower case, a space for every mark and a 0 for every digit, so that positions stay.
        words: the words of it.
    """

    text: str
    words: list[str]


def plain_words(text: str) -> Plain | None:
    """The text in its plain form, or None when it has none."""
    if text.isascii() and "'" not in text:
        plain = text.encode("ascii").translate(_PLAIN).decode("ascii")
        return Plain(plain, plain.split())
    return None


def guarded_spans(text: str, plain: Plain | None) -> list[Span]:
    """What may not be touched unless meaning changes are allowed; spans may overlap and are in no order.

    Args:
        text: the text.
        plain: what :func:`plain_words` gives for it.
    """
    if plain is not None:
        return _plain_spans(text, plain)
    guarded = guarded_words()
    spans = [match.span() for match in TOKEN.finditer(text) if match.lastindex or match[0].lower() in guarded]
    if not text.isascii():
        spans += [match.span() for match in _guarded_pattern().finditer(text)]
    return spans + _format_spans(text)


def _format_spans(text: str) -> list[Span]:
    spans = []
    for trigger, pattern in _FORMATS:
        if trigger in text:
            spans += [match.span() for match in pattern.finditer(text)]
    if text[1:2] in ".)、:：．" or text[:1] in " \t" or "\n" in text:
        spans += [match.span() for match in _OPTION_LABEL.finditer(text)]
    return spans


def _plain_spans(text: str, plain: Plain) -> list[Span]:
    spans = []
    found = guarded_words().intersection(plain.words)
    if found:
        padded = f" {plain.text} "
        for word in found:
            wanted = f" {word} "
            at = padded.find(wanted)
            while at >= 0:
                spans.append((at, at + len(word)))
                at = padded.find(wanted, at + len(word))
    if "0" in plain.text:
        spans += [match.span() for match in TOKEN.finditer(text) if match.lastindex]
    marked = "@" in text or "<" in text or "{" in text or "`" in text or "(" in text or "://" in text
    labelled = text[1:2] in ".)" or text[:1] in " \t" or "\n" in text
    if marked or labelled or not found.isdisjoint(_FORMAT_WORDS):
        spans += _format_spans(text)
    return spans


def token_spans(text: str, plain: Plain | None) -> list[Span]:
    """Every word of Latin letters and every number, in order; ``plain`` as for :func:`guarded_spans`."""
    if plain is None or "0" in plain.text:
        return [match.span() for match in TOKEN.finditer(text)]
    spans = []
    at, find = 0, plain.text.find
    for word in plain.words:
        start = find(word, at)
        at = start + len(word)
        spans.append((start, at))
    return spans


def says_guarded(text: str) -> bool:
    """Whether a piece of text holds a guarded word, so that an edit may not have made it."""
    guarded = guarded_words()
    if any(match.lastindex or match[0].lower() in guarded for match in TOKEN.finditer(text)):
        return True
    return not text.isascii() and not guarded_characters().isdisjoint(text)


@cache
def decisive_words(language: Language) -> frozenset[str]:
    """Words that a label often rests on, lower case."""
    return frozenset(toml_table("guards")[language]["decisive"])


@cache
def persons() -> frozenset[str]:
    """Chinese characters for persons, which no look-alike or sound-alike replaces."""
    return frozenset(toml_table("guards")["zh"]["persons"])


def named_spans(text: str, protect: Iterable[Protect]) -> list[Span]:
    """The spans that the caller named.

    Raises:
        TrustmhError: a span outside the text, or something that is neither text, pattern nor span.
    """
    spans: list[Span] = []
    for named in protect:
        if isinstance(named, str):
            spans += [match.span() for match in re.finditer(re.escape(named), text)] if named else []
        elif isinstance(named, re.Pattern):
            spans += [match.span() for match in named.finditer(text) if match[0]]
        elif isinstance(named, tuple) and len(named) == 2 and all(isinstance(value, int) for value in named):
            start, end = named
            if not 0 <= start <= end <= len(text):
                raise TrustmhError(f"protected span {start}..{end} lies outside a text of {len(text)} characters")
            spans.append((start, end))
        else:
            raise TrustmhError(
                f"protect takes texts, compiled patterns or (start, end) spans, not {type(named).__name__}"
            )
    return spans
