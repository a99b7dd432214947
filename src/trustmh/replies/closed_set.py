"""Reading one of the offered values: what choices, labels and yes/no share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from trustmh.items import Language, Outcome, Reading, Reply
from trustmh.replies.cleaning import Cleaned, clean
from trustmh.replies.declarations import Claim, declared, resolve, whole
from trustmh.replies.json_reading import first_of, objects
from trustmh.replies.json_scan import scan
from trustmh.replies.mentions import Mention, window
from trustmh.replies.outcomes import classify, readable, unread


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
    return Page(shown.lower(), cleaned, tuple(claims), emphasis, boxed)


def _json_claims(
    body: str, text: str, keys: Sequence[str], value_of: Callable[[Any], str | None]
) -> tuple[str, list[Claim]]:
    claims: list[Claim] = []
    rest: list[str] = []
    position = 0
    for found in objects(scan(body)):
        entry = first_of(found.value, keys)
        if entry is None and len(found.value) == 1:
            entry = next(iter(found.value.items()))
        if entry is None or _placeholder(entry[1]):
            continue
        rest.append(body[position : found.start])
        position = found.end
        value = value_of(entry[1])
        rule = f"json:{entry[0][:30]}" if value is not None else "declared answer not offered"
        claims.append(Claim(sum(map(len, rest)), value, rule))
    if not claims:
        return text, []
    rest.append(body[position:])
    return clean("".join(rest)).text, claims


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
    claims += extra
    claims += [Claim(start, found.value, "boxed") for start, end in page.boxed if (found := whole(text, start, end, by_start))]
    best = resolve(claims)
    if best is None and classify(reply, page.cleaned) is not Outcome.TRUNCATED:
        best = prose()
    if best is None:
        return unread(reply, page.cleaned, language, "no answer found")
    if best.value is None:
        return unread(reply, page.cleaned, language, best.rule)
    return Reading(Outcome.ANSWERED, best.value, best.rule)


def lines(text: str, by_start: dict[int, Mention], listing: bool) -> list[Claim]:
    """Claims of a first and of a last line that hold nothing but a value."""
    claims: list[Claim] = []
    start = len(text) - len(text.lstrip())
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    first = whole(text, start, end, by_start, not listing)
    if first is not None:
        claims.append(Claim(first.start, first.value, "first line" if end < len(text.rstrip()) else "whole reply"))
    stripped = len(text.rstrip())
    start = text.rfind("\n", 0, stripped) + 1
    if start > 0 and stripped - start < 400:
        last = whole(text, start, stripped, by_start, not listing)
        if last is not None:
            claims.append(Claim(last.start, last.value, "last line"))
    return claims


def begin(reply: Reply) -> tuple[Cleaned, Reading | None]:
    """Clean a reply; the second value is its reading when there is nothing to read."""
    cleaned = clean(reply.text)
    outcome = classify(reply, cleaned)
    if not readable(outcome) and outcome is not None:
        return cleaned, Reading(outcome, None, outcome.value)
    return cleaned, None
