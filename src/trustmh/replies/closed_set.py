"""Reading one of the offered values: what choices, labels and yes/no share."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from trustmh.items import Language, Outcome, Reading, Reply
from trustmh.replies.bounds import OPEN
from trustmh.replies.cleaning import Cleaned, clean
from trustmh.replies.declarations import Claim, declared, resolve, supposed, whole
from trustmh.replies.json_reading import first_of, objects, unescaped
from trustmh.replies.json_scan import scan
from trustmh.replies.mentions import Mention, window
from trustmh.replies.outcomes import classify, readable, unread
from trustmh.replies.verdicts import flagged, row_claims

_MEMBER = re.compile(
    r"""["'“”](?P<key>[\w\- ]{1,40})["'“”]\s{0,4}[:：]\s{0,4}(?:["“](?P<text>[^"“”\\\n]{1,300})["”]|(?P<bare>[\w.+-]{1,40}))\s{0,4}[,，}\n]"""
)
#: A number in brackets that hang on a word is an argument or a reference, no answer: "alert(1)", "f(2)".
_CALL = re.compile(r"\b(?P<name>[a-z_]\w{0,30})\(\d{1,3}\)")
_ANSWER_NAMES = frozenset({"answer", "option", "choice", "rating", "score", "grade", "level", "label", "class"})
_JOINED = re.compile(r"[\s,;.、。/|&+~\"'\[\]-]*")
_ITEM = re.compile(r"\s{0,8}(?:[-*•]|\d{1,2}[.)])\s")
_SENTENCE = re.compile(r"(?P<colon>:\s+)|(?:(?<!\bvs)\.|[!?])\s+|[。！？;]\s{0,3}")


@dataclass(frozen=True, slots=True)
class Page:
    """A reply laid out for reading: cleaned, lower-case, JSON objects blanked out, and the claims their keys made."""

    text: str
    cleaned: Cleaned
    json_claims: tuple[Claim, ...]
    emphasis: tuple[tuple[int, int], ...]
    boxed: tuple[tuple[int, int], ...]


def lay_out(cleaned: Cleaned, keys: Sequence[str], value_of: Callable[[Any], str | None]) -> Page:
    """Prepare a reply. ``value_of`` turns the content of a JSON key into an offered value, or None.

    JSON counts as a declaration where it stands; its inside is not read as prose, since the reasoning in it names every
    option in turn.
    """
    claims: list[Claim] = []
    text = cleaned.text
    emphasis, boxed = cleaned.emphasis, cleaned.boxed
    if "{" in cleaned.body:
        text, claims = _json_claims(cleaned.body, cleaned.text, keys, value_of)
        if claims and text is not cleaned.text:
            emphasis = boxed = ()
    shown = window(text)
    if len(shown) != len(text):
        emphasis = boxed = ()
    return Page(_CALL.sub(_blank, shown.lower()), cleaned, tuple(claims), emphasis, boxed)


def _blank(call: re.Match[str]) -> str:
    """A call with its argument blanked out, unless its name says that the argument is an answer: "rating(3)"."""
    named = call["name"] in _ANSWER_NAMES
    return call[0] if named else call["name"] + " " * (len(call[0]) - len(call["name"]))


def _json_claims(
    body: str, text: str, keys: Sequence[str], value_of: Callable[[Any], str | None]
) -> tuple[str, list[Claim]]:
    claims: list[Claim] = []
    rest: list[str] = []
    position = 0
    scanned = scan(body)
    if not scanned.found and (plain := unescaped(body)) is not None:
        body, scanned = plain, scan(plain)
    for found in objects(scanned):
        entry = first_of(found.value, keys)
        flags = flagged(entry[1] if entry is not None else found.value, value_of)
        if flags is not None:
            rest.append(body[position : found.start])
            position = found.end
            claims.append(Claim(sum(map(len, rest)), *flags))
            continue
        if entry is None and len(found.value) == 1:
            entry = next(iter(found.value.items()))
        if entry is None:
            continue
        rest.append(body[position : found.start])
        position = found.end
        if _placeholder(entry[1]):
            continue
        value = value_of(entry[1])
        rule = f"json:{entry[0][:30]}" if value is not None else "declared answer not offered"
        claims.append(Claim(sum(map(len, rest)), value, rule))
    cut = scanned.cut if scanned.cut >= position else -1
    if cut >= 0:
        rest.append(body[position:cut])
        claims += _cut_claim(body[cut:], sum(map(len, rest)), keys, value_of)
    elif not rest:
        return text, []
    else:
        rest.append(body[position:])
    return clean("".join(rest)).text, claims


def _cut_claim(body: str, position: int, keys: Sequence[str], value_of: Callable[[Any], str | None]) -> list[Claim]:
    """What an object cut off by the cap declared before the cut; the rest of it is not read."""
    for match in _MEMBER.finditer(body[:4_000]):
        if match["key"].lower().replace(" ", "_") in keys:
            value = value_of(match["text"] if match["text"] is not None else match["bare"])
            return [Claim(position, value, "cut json" if value is not None else "declared answer not offered")]
    return []


def _placeholder(content: Any) -> bool:
    """A template shown back ("<letter>", "A|B|C|D", "...") declares nothing."""
    return isinstance(content, str) and (content.strip() in ("", "...", "…") or "<" in content or "|" in content)


def decide(
    reply: Reply,
    page: Page,
    mentions: Sequence[Mention],
    language: Language,
    prose: Callable[[], Claim | None],
    closed: bool = True,
    listing: bool = False,
    extra: Sequence[Claim] = (),
) -> Reading:
    """The reading: declarations first, then (unless the reply was cut) what prose names.

    ``listing`` says that several lines begin with labels, so that a first or last line with label and text is an item
    of that list and no answer. ``extra`` are claims of the kind's own rules.
    """
    by_start = {mention.start: mention for mention in mentions}
    text = page.text
    claims = list(page.json_claims)
    claims += declared(text, mentions, closed)
    claims += lines(text, by_start, listing)
    claims += row_claims(text, mentions)
    claims += extra
    claims += [
        Claim(start, found.value, "boxed") for start, end in page.boxed if (found := whole(text, start, end, by_start))
    ]
    best = resolve(claims)
    if best is None and classify(reply, page.cleaned) is not Outcome.TRUNCATED:
        best = prose()
    if best is None:
        return unread(reply, page.cleaned, language, "no answer found")
    if best.value is None:
        return unread(reply, page.cleaned, language, best.rule)
    if best.value.startswith(OPEN):
        return unread(reply, page.cleaned, language, "no single value")
    return Reading(Outcome.ANSWERED, best.value, best.rule)


def lines(text: str, by_start: dict[int, Mention], listing: bool) -> list[Claim]:
    """Claims of a first and of a last line that hold nothing but a value."""
    claims: list[Claim] = []
    start = len(text) - len(text.lstrip())
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    items = [_ITEM.match(line) is not None for line in text.strip().split("\n") if line.strip()]
    first = None if items[:2] == [True, True] else whole(text, start, end, by_start, not listing)
    if first is not None:
        claims.append(Claim(first.start, first.value, "first line" if end < len(text.rstrip()) else "whole reply"))
    stripped = len(text.rstrip())
    if items[-2:] == [True, True] or text[stripped - 1 : stripped] in ("?", "？"):
        return claims
    start = text.rfind("\n", 0, stripped) + 1
    if start > 0 and stripped - start < 400:
        last = whole(text, start, stripped, by_start, not listing)
        if last is not None:
            claims.append(Claim(last.start, last.value, "last line"))
    for closing in _SENTENCE.finditer(text, max(0, stripped - 60), stripped):
        if not (closing["colon"] and supposed(text, closing.start(), closing.start())):
            start = closing.end()
    final = whole(text, start, stripped, by_start, not listing) if start else None
    if final is not None and not (listing and final.kind == "text"):
        claims.append(Claim(final.start, final.value, "last sentence"))
    return [*claims, *_bare_values(text, by_start)]


def _bare_values(text: str, by_start: dict[int, Mention]) -> list[Claim]:
    """A reply of nothing but values, several of them, whatever stands between: "B; C", a value a line."""
    position = 0
    for mention in by_start.values():
        if not _JOINED.fullmatch(text, position, mention.start):
            return []
        position = mention.end
    if not _JOINED.fullmatch(text, position) or len({mention.value for mention in by_start.values()}) < 2:
        return []
    return [Claim(len(text), None, "several answers")]


def begin(reply: Reply) -> tuple[Cleaned, Reading | None]:
    """Clean a reply; the second value is its reading when there is nothing to read."""
    cleaned = clean(reply.text)
    outcome = classify(reply, cleaned)
    if not readable(outcome) and outcome is not None:
        return cleaned, Reading(outcome, None, outcome.value)
    return cleaned, None
