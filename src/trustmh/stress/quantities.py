"""Numbers with what belongs to them: the unit, the month, the word that says which side; and Chinese numbers."""

from __future__ import annotations

import re
from functools import cache

from trustmh.stress.tables import toml_table
from trustmh.stress.tokens import LETTER, Span

_HAN = "\u4e00-\u9fff"
_GAP = "[ \u00a0\u202f]{1,2}"
_RIGHT = f"(?!{LETTER})"


def _any_of(words: list[str]) -> str:
    """An alternation that tries the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


@cache
def _english() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """What may stand before a number, after one in figures, and after one in words."""
    table = toml_table("guards")["en"]
    months, units, before = (_any_of(table[name]) for name in ("months", "units", "before_numbers"))
    small = r"(?:of|to|or|and|a|an|per|point|in|out of|past|the|x)"
    each = rf"(?:/{LETTER}+|{_GAP}(?:per|a|an|each|every|/){_GAP}{LETTER}+)*"
    return (
        re.compile(rf"(?<![A-Za-z])(?:{before}|(?:{months})\.?){_GAP}\Z", re.IGNORECASE),
        re.compile(rf"(?:{_GAP}-?|-)(?:{small}{_GAP})?(?:[ap]\.m\.?|(?:[°℃%‰]|{LETTER})+){each}", re.IGNORECASE),
        re.compile(
            rf"(?:(?:{_GAP}|-)(?:{small}(?:{_GAP}|-)){{0,2}}(?:{units}|{months}){_RIGHT}{each}|{_GAP}(?:to|or|and|point|out|per|%)(?={_GAP}))",
            re.IGNORECASE,
        ),
    )


def with_company(text: str, start: int, end: int, figures: bool) -> Span:
    """A number in Latin text with what must stay with it.

    Args:
        text: the text.
        start: where the number starts.
        end: where it ends.
        figures: whether it is in figures; then any word after it counts as its unit.
    """
    before, after_figures, after_words = _english()
    if text[end - 1] not in ".,:/":
        after = (after_figures if figures else after_words).match(text, end)
        if after is not None:
            end = after.end()
    if start:
        first = max(0, start - 16)
        ahead = before.search(text[first:start])
        if ahead is not None:
            start = first + ahead.start()
    return start, end


@cache
def _chinese() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str], frozenset[str], frozenset[str]]:
    """Runs of guarded characters; words of several; what follows a number; numerals; what precedes one."""
    table = toml_table("guards")["zh"]
    one = "[" + "".join(sorted({*table["negation"], *table["numbers"], *table["answers"]})) + "0-9０-９]"
    # One character or mark between two of them belongs to both: 三点五, 三，五天, 3：5, 不得不.
    run = rf"{one}++(?:[，,、.．:：/／~～—－-]?(?:分之|[{_HAN}])?{one}++)*"
    unit, after = _any_of(table["units"]), _any_of(table["after_numbers"])
    numerals = frozenset(table["numbers"]) | frozenset("0123456789０１２３４５６７８９")
    tail = rf" ?(?:(?:{unit})(?:{after})?(?:[又零]?{one}+(?:{unit})?)*|{after}|(?:mg|mcg|ug|g|kg|ml|cm|mm|km|h)(?![A-Za-z])|[%％‰℃°])"
    return (
        re.compile(run),
        re.compile(_any_of(table["negation_words"])),
        re.compile(tail, re.IGNORECASE),
        numerals,
        frozenset(table["before_numbers"]),
    )


def numerals() -> frozenset[str]:
    """Digits and Chinese numerals."""
    return _chinese()[3]


def chinese_spans(text: str) -> list[Span]:
    """Guarded characters and words of a text with ideographs; numbers with their units."""
    run, words, tail, numbers, before = _chinese()
    spans = [match.span() for match in words.finditer(text)]
    for match in run.finditer(text):
        start, end = match.span()
        if text[end - 1] in numbers:
            after = tail.match(text, end)
            if after is not None:
                end = after.end()
            elif text[end - 1] <= "9" or text[end - 1] >= "０":
                end += "\u4e00" <= text[end : end + 1] <= "\u9fff"
        if text[start] in numbers:
            if text[start - 2 : start] in before:
                start -= 2
            elif text[start - 1 : start] in before:
                start -= 1
        spans.append((start, end))
    return spans
