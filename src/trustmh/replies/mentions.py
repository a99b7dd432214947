"""Where a text names one of the offered values, and whether it denies it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from trustmh.replies import cues
from trustmh.replies.patterns import AFFIRMED_AFTER, ALSO_AFTER, CLAUSE_BREAK, NEGATION, REJECTED_AFTER

#: Longer texts are read at both ends only: answers stand there, and the time stays bounded.
HEAD, TAIL = 4_000, 8_000
#: So many mentions are kept, from both ends; more come only from texts that answer nothing.
_FIRST, _LAST = 50, 150

_BOUNDARY = re.compile(r"[.;:!?。；！？\n,)}\]]|[({\[\"](?=[^\s\"'(\[])")
_AFTER_ONE = "才是项更最较对错"
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_STOP = re.compile(r"[.;!?。；！？\n]")
_WORD = re.compile(r"[a-z0-9_'\u4e00-\u9fff]")
_ASCII_WORD = re.compile(r"[a-z0-9_]")
#: After a lone "a" or "i" only these make it a label and not an article or a pronoun.
_ENDS = re.compile(
    r"\s{0,3}(?:$|[,;:)\]}\"'*!?|\n=。、；<>✓✔✅☑👍✗✘❌✖]|\.(?![a-z])|[-–—]{1,2}(?=\s)|(?:because|since)\b|[\u4e00-\u9fff])"
)
_A_GOES_ON = re.compile(r"\s{1,3}(?:is|as|and|or|due|for|with|given|over|rather)\b|\s{0,2}/")


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where a value is named. ``kind``: ``label`` (bare), ``marked`` ("option B", "(B)"), ``text`` (in words)."""

    start: int
    end: int
    value: str
    kind: str


def window(text: str) -> str:
    """The part of a text that is read: all of it, or its two ends."""
    return text if len(text) <= HEAD + TAIL else text[:HEAD] + "\n\n" + text[-TAIL:]


def is_ascii_word(text: str, position: int) -> bool:
    """Whether an ASCII word character stands at a position (outside the text: no)."""
    return 0 <= position < len(text) and _ASCII_WORD.match(text, position) is not None


def bounded(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] is no part of a longer ASCII word.

    Chinese has no blanks, so words need no boundary; a single character does (无 is no label in 无法), save after 为, 是, 选, 项 and before the words of a
    verdict.
    """
    if end - start == 1 and _CHINESE.match(text, start):
        before = text[start - 1] if start else ""
        return not (
            (_CHINESE.match(before) and before not in "为是选项")
            or (_CHINESE.match(text, end) and text[end] not in _AFTER_ONE)
        )
    return not (
        (is_ascii_word(text, start) and is_ascii_word(text, start - 1))
        or (is_ascii_word(text, end - 1) and is_ascii_word(text, end))
    )


def occurrences(text: str, phrase: str) -> Iterable[int]:
    """Bounded occurrences of a phrase."""
    position = text.find(phrase)
    while position >= 0:
        if bounded(text, position, position + len(phrase)):
            yield position
        position = text.find(phrase, position + 1)


def bare_label(text: str, start: int, end: int) -> bool:
    """Whether the letter or number at a place can be a label here and is no article, pronoun or part of a term."""
    label = text[start:end]
    if label == "a":
        return _ENDS.match(text, end) is not None or _A_GOES_ON.match(text, end) is not None
    if label == "i":
        return _ENDS.match(text, end) is not None
    after = text[end : end + 2]
    if after[:1] in ("'", "-", "+", "%", "/", ".") and after[1:2].isalnum() and not _CHINESE.match(after, 1):
        return after[0] == "/" and not after[1].isdigit()
    return not (start > 0 and text[start - 1] in "-'" and start > 1 and text[start - 2].isalnum())


def without_overlaps(mentions: Iterable[Mention]) -> list[Mention]:
    """By position, the longest at each place; what lies inside a longer mention is none."""
    kept: list[Mention] = []
    for mention in sorted(mentions, key=lambda found: (found.start, found.start - found.end)):
        if not kept or mention.start >= kept[-1].end:
            kept.append(mention)
    return kept if len(kept) <= _FIRST + _LAST else kept[:_FIRST] + kept[-_LAST:]


def clause_before(text: str, position: int, reach: int = 60) -> str:
    """What stands before a place in the same clause, at most ``reach`` characters."""
    before = text[max(0, position - reach) : position]
    cut = 0
    for boundary in _BOUNDARY.finditer(before):
        cut = boundary.end()
    for turn in CLAUSE_BREAK.finditer(before, cut):
        cut = turn.end()
    return before[cut:].lstrip()


_LISTED = re.compile(r"[\s,、/\"'()\[\]*]{0,6}(?:\b(?:or|nor|and)\b|或者|或|和|及|与)?[\s\"'(\[*]{0,4}$")

#: "Rather than A, B": what follows the comma is the other side of the contrast.
_CONTRAST = re.compile("|".join(cues.CONTRASTS))


def denials(text: str, mentions: Sequence[Mention]) -> frozenset[int]:
    """Starts of the mentions that are denied; a negation reaches along a list ("no ideation, behavior or attempt")."""
    starts: set[int] = set()
    previous: Mention | None = None
    for mention in mentions:
        # in Chinese 、 enumerates and a comma begins a new clause
        comma = "," in text[previous.end : mention.start] if previous is not None else False
        inherited = (
            previous is not None
            and previous.start in starts
            and not rejected_after(text, previous.end)
            and mention.start - previous.end < 16
            and not (comma and not text[mention.start].isascii())
            and not (comma and _CONTRAST.search(text, max(0, previous.start - 16), previous.start))
            and _LISTED.match(text[previous.end : mention.start]) is not None
        )
        if inherited or denied(text, mention):
            starts.add(mention.start)
        previous = mention
    return frozenset(starts)


def denied(text: str, mention: Mention) -> bool:
    """Whether the mention is negated: "not violent", "rather than A", "没有自杀", "B is wrong"."""
    before = clause_before(text, mention.start)
    for negation in NEGATION.finditer(before):
        between = before[negation.end() :]
        chinese = any("\u4e00" <= char <= "\u9fff" for char in negation[0])
        if (len(between.strip()) <= 6) if chinese else (len(between.split()) <= 4):
            return True
    if text[max(0, mention.start - 4) : mention.start].endswith(("non-", "un-", "anti-")):
        return True
    return rejected_after(text, mention.end)


def rejected_after(text: str, end: int) -> bool:
    """Whether what follows a mention says that it is not the answer."""
    return REJECTED_AFTER.match(text, _past_closers(text, end)) is not None


def affirmed_after(text: str, end: int) -> int:
    """End of the words that make a mention the answer ("B is the best option"), or -1."""
    match = AFFIRMED_AFTER.match(text, _past_closers(text, end))
    return -1 if match is None else match.end()


def also_after(text: str, end: int) -> bool:
    """Whether what follows a mention says that it would do as well as another."""
    place = _past_closers(text, end)
    return ALSO_AFTER.match(text, place) is not None and rejected_after(text, end) is False


def _past_closers(text: str, end: int) -> int:
    while end < len(text) and text[end] in ")]\"'*":
        end += 1
    return end


def sentence_end(text: str, position: int, reach: int = 160) -> int:
    """Where the sentence that holds a place ends, at most ``reach`` characters on."""
    stop = _STOP.search(text, position, min(len(text), position + reach))
    return stop.start() if stop else min(len(text), position + reach)


def table_of(values: Mapping[str, Iterable[str]]) -> list[tuple[str, str]]:
    """(phrase, value) pairs, longest phrase first; a phrase that two values share names neither."""
    owner: dict[str, str | None] = {}
    for value, phrases in values.items():
        for phrase in phrases:
            if phrase:
                owner[phrase] = value if owner.get(phrase, value) == value else None
    return sorted(
        ((phrase, value) for phrase, value in owner.items() if value is not None), key=lambda pair: -len(pair[0])
    )
