"""What a perturbation must leave alone: negations, numbers, answers, markup, and what the caller names.

The lists are data: ``data/guards.toml``. :mod:`trustmh.stress.source` turns spans into a mask.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

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
    ("://", re.compile(r"[A-Za-z]{2,10}://\S+")),
    ("@", re.compile(r"[^\s@]*@[^\s@]+")),
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


def guarded_spans(text: str) -> list[Span]:
    """What may not be touched unless meaning changes are allowed; spans may overlap and are in no order."""
    spans = []
    for trigger, pattern in _FORMATS:
        if trigger in text:
            spans += [match.span() for match in pattern.finditer(text)]
    if text[1:2] in ".)、:：．" or text[:1] in " \t" or "\n" in text:
        spans += [match.span() for match in _OPTION_LABEL.finditer(text)]
    if not text.isascii():
        spans += [match.span() for match in _guarded_pattern().finditer(text)]
    elif "'" not in text:
        return spans + _plain_word_spans(text)
    guarded = guarded_words()
    spans += [match.span() for match in TOKEN.finditer(text) if match.lastindex or match[0].lower() in guarded]
    return spans


#: Everything but letters becomes a space, and every digit a 0, so that positions stay.
_PLAIN = {code: " " for code in range(128) if not chr(code).isalnum()} | dict.fromkeys(range(0x30, 0x3A), "0")


_ASCII_WORD = re.compile("[A-Za-z]+")


def token_spans(text: str) -> list[Span]:
    """Every word of Latin letters and every number, in order."""
    simple = text.isascii() and "'" not in text and "0" not in text.translate(_PLAIN)
    return [match.span() for match in (_ASCII_WORD if simple else TOKEN).finditer(text)]


def _plain_word_spans(text: str) -> list[Span]:
    """Guarded words and numbers of ASCII text without apostrophes: the same as by TOKEN, several times faster."""
    plain = f" {text.translate(_PLAIN).lower()} "
    spans = []
    for word in guarded_words().intersection(plain.split()):
        padded = f" {word} "
        at = plain.find(padded)
        while at >= 0:
            spans.append((at, at + len(word)))
            at = plain.find(padded, at + len(word))
    if "0" in plain:
        spans += [match.span() for match in TOKEN.finditer(text) if match.lastindex]
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
            raise TrustmhError(f"protect takes texts, compiled patterns or (start, end) spans, not {type(named).__name__}")
    return spans
