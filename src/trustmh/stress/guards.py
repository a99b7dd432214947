"""What a perturbation must leave alone: negations, numbers, answers, markup, and what the caller names.

The lists are data: ``data/guards.toml``. :mod:`trustmh.stress.source` turns spans into a mask.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from trustmh.items import Language, TrustmhError
from trustmh.stress.answer_formats import (
    LETTER_WORDS,
    PHRASE_WORDS,
    format_spans,
    may_hold_formats,
    phrases_at,
)
from trustmh.stress.quantities import chinese_spans, with_company
from trustmh.stress.tables import toml_table
from trustmh.stress.tokens import TOKEN, Plain, Span, normal

#: What a caller may protect: a literal text, a compiled pattern, or a span of the original text.
Protect = str | re.Pattern[str] | tuple[int, int]

_CHINESE = re.compile("[\u4e00-\u9fff〇０-９]")
#: ``do n't``, ``don 't``: an apostrophe beside a space.
_APART = re.compile(r"(?:[A-Za-z]+ n ?['’´`ʼ] ?t|[A-Za-z]+n(?: ['’´`ʼ] ?|['’´`ʼ] )t)(?![A-Za-z])", re.IGNORECASE)
_APART_TRIGGERS = tuple(form.replace("'", mark) for mark in "'’´`ʼ" for form in (" n'", " '", "' t"))


@cache
def number_words() -> frozenset[str]:
    """English words for numbers."""
    return frozenset(toml_table("guards")["en"]["numbers"])


@cache
def guarded_words() -> frozenset[str]:
    """Negations, number words and answers in Latin letters, as :func:`trustmh.stress.tokens.normal` gives them."""
    table = toml_table("guards")["en"]
    words = {word for name in ("negation", "numbers", "answers") for word in table[name]}
    for stem in table["negated_stems"]:
        for negated in ("n't", "nt", "'nt"):
            words |= {stem + negated + ending for ending in table["negated_endings"]}
    return frozenset(words)


@cache
def _noticed() -> frozenset[str]:
    return guarded_words() | LETTER_WORDS | PHRASE_WORDS


@cache
def guarded_characters() -> frozenset[str]:
    """Chinese characters that negate, count or answer."""
    table = toml_table("guards")["zh"]
    return frozenset(character for name in ("negation", "numbers", "answers") for character in table[name])


def guarded_spans(text: str, plain: Plain | None) -> list[Span]:
    """What may not be touched unless meaning changes are allowed; spans may overlap and are in no order.

    Args:
        text: the text.
        plain: what :func:`trustmh.stress.tokens.plain_words` gives for it.
    """
    if plain is not None:
        return _plain_spans(text, plain)
    guarded, numbers = guarded_words(), number_words()
    spans: list[Span] = []
    for match in TOKEN.finditer(text):
        if match.lastindex:
            spans.append(with_company(text, match.start(), match.end(), True))
        elif (word := normal(match[0])) in guarded:
            spans.append(with_company(text, *match.span(), False) if word in numbers else match.span())
    if _CHINESE.search(text):
        spans += chinese_spans(text)
    return spans + _apart(text) + format_spans(text)


def _plain_spans(text: str, plain: Plain) -> list[Span]:
    spans: list[Span] = []
    found = _noticed().intersection(plain.words)
    guarded = guarded_words()
    if found:
        numbers = number_words()
        padded = f" {plain.text} "
        for word in found:
            kept, counts, names = word in guarded, word in numbers, word in PHRASE_WORDS
            if not (kept or names):
                continue
            wanted = f" {word} "
            at = padded.find(wanted)
            while at >= 0:
                end = at + len(word)
                if kept:
                    spans.append(with_company(text, at, end, False) if counts else (at, end))
                if names:
                    spans += phrases_at(text, at)
                at = padded.find(wanted, end)
    if "0" in plain.text:
        spans += [with_company(text, *match.span(), True) for match in TOKEN.finditer(text) if match.lastindex]
    if may_hold_formats(text) or not found.isdisjoint(LETTER_WORDS):
        spans += format_spans(text)
    if not text.isascii() or "'" in text or "`" in text:
        spans += _apart(text)
    return spans


def _apart(text: str) -> list[Span]:
    lower = text.lower()
    for trigger in _APART_TRIGGERS:
        if trigger in lower:
            return [match.span() for match in _APART.finditer(text)]
    return []


def says_guarded(text: str) -> bool:
    """Whether a piece of text holds a guarded word, so that an edit may not have made it."""
    guarded = guarded_words()
    if any(match.lastindex or normal(match[0]) in guarded for match in TOKEN.finditer(text)):
        return True
    return not text.isascii() and (bool(chinese_spans(text)) or not guarded_characters().isdisjoint(text))


@cache
def persons_and_decisive() -> frozenset[str]:
    """English words that no edit makes out of another word, beside the guarded ones."""
    table = toml_table("guards")["en"]
    return frozenset(table["persons"]) | frozenset(table["decisive"])


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
