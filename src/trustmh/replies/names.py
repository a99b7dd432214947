"""Reading which people a reply names as knowing something."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from trustmh.items import Language, Outcome, Reading, Reply
from trustmh.replies import cues
from trustmh.replies.cleaning import Cleaned, normalise
from trustmh.replies.closed_set import begin
from trustmh.replies.enumerations import MAX_NAMES
from trustmh.replies.json_reading import first_of, read_body
from trustmh.replies.knowing import by_polarity
from trustmh.replies.mentions import window
from trustmh.replies.outcomes import classify, unread
from trustmh.replies.patterns import EXCEPT, KNOWS, KNOWS_NOT, NOBODY
from trustmh.replies.people import NAME_EN, NOT_NAMES, bare_name, fold, mentions
from trustmh.replies.verdicts import truth_of

_HEAD_END = re.compile(
    r"\s[-–—]+\s|[:(（,，。;]|\s(?:because|who|since|as|is|was|knows?|has|does|did|are|were|may|should|the)\b|是|因为|知道|不知|作为|\n|\.(?:\s|$)"
)
#: A full stop that ends no sentence: behind a title or an initial.
_NAME_STOP = re.compile(r"\b(Dr|Mr|Mrs|Ms|Mx|Prof|St|[A-Z])\.(?=\s)")
_SPLIT = re.compile(
    r"\s{0,2}(?:,|、|;|，|；|\n|/|&|\band\b|\bas well as\b|\bplus\b|以及|和|与|及|跟)\s{0,2}(?:and\b\s?)?"
)
_SELF = re.compile(r"\s(?:herself|himself|themselves|themself|itself)$|(?:本人|自己)$", re.IGNORECASE)
_ROLE = re.compile(r"\s?[(（][^()（）\n]{0,80}[)）]")
_PREFIX = re.compile(
    r"^(?:\W*(?:(?:the )?(?:final )?(?:answer|names?|characters?|people|list)|答案|名单|人物|知情者|知情人)\s?(?:is|are|是|为)?\s?:\s*)?"
    r"(?:\W{0,2}(?:both|just|only)\s|仅有?|只有)?",
    re.IGNORECASE,
)
#: An entry that is only perhaps in the list: "possibly Tom", "Tom (?)", 可能还有王医生.
_UNSURE = re.compile(
    rf"^\W*(?:{'|'.join(cues.UNSURE_BEFORE)})(?![a-z])|{cues.UNSURE_AFTER[0]}|(?:{'|'.join(cues.UNSURE_AFTER[1:])})\W*$"
)
_PERHAPS_ALSO = re.compile("|".join(cues.PERHAPS_ALSO))
_OR = re.compile("|".join(cues.OR))
#: How a heading of a list ends, and how long it is at most.
_HEADING_END = re.compile(r"[：:?？]\s{0,9}")
_HEADING = 80


def read_names(reply: Reply, language: Language = "en", known: Sequence[str] = ()) -> Reading:
    """The people a reply says to know something, as a tuple in the order named.

    Args:
        reply: the model's reply.
        language: language of the item.
        known: the people of the story, when they are known; then only they can be read, in this spelling.

    Returns:
        ``value`` is a tuple of names, empty for "nobody", or None. A person said *not* to know, or excepted, is not in it.
    """
    cleaned, done = begin(reply)
    if done is not None:
        return done
    listed = _from_json(cleaned)
    if listed is not None:
        return Reading(Outcome.ANSWERED, _spelled(listed, known), "json list")
    truncated = classify(reply, cleaned) is Outcome.TRUNCATED
    text = _PREFIX.sub("", window(cleaned.text).strip())
    result = (
        None
        if truncated
        else (
            _plain_list(text, known)
            or _headed_list(text, known)
            or _first_paragraph(text, known)
            or by_polarity(text, known)
        )
    )
    if result is None:
        return unread(reply, cleaned, language, "no answer found")
    names, rule = result
    return Reading(Outcome.ANSWERED, tuple(names), rule)


def _from_json(cleaned: Cleaned) -> list[str] | None:
    if "[" not in cleaned.body and "{" not in cleaned.body:
        return None
    value = read_body(cleaned.body).value
    if isinstance(value, dict):
        entry = first_of(value, cues.ANSWER_KEYS["names"])
        truths = {name: truth_of(content) for name, content in (value if entry is None else {}).items()}
        if truths and None not in truths.values():
            return [name for name, truth in truths.items() if truth]  # {"Dr. Sun": true, "Liu": false}
        value = entry[1] if entry is not None else next(iter(value.values())) if len(value) == 1 else None
        if isinstance(value, str):
            value = (
                [] if NOBODY.fullmatch(value.strip(" .。").lower()) else [part for part in _SPLIT.split(value) if part]
            )
    if not isinstance(value, list):
        return None
    names: list[str] = []
    for entry in value[:MAX_NAMES]:
        name = _entry_name(entry)
        if name is None:
            return None
        if name:
            names.append(name)
    return names


def _entry_name(entry: Any) -> str | None:
    """The name of one list entry; "" for one that does not count; None for what is no name at all."""
    if isinstance(entry, dict):
        found = first_of(entry, ("name", "character", "person", "姓名", "人物"))
        knows = first_of(entry, ("knows", "aware", "know", "知道", "知情"))
        if found is None or not isinstance(found[1], str):
            return None
        return "" if knows is not None and knows[1] in (False, "no", "false", "No", "否") else found[1].strip()
    if not isinstance(entry, str):
        return None
    entry = normalise(entry).strip()
    if _UNSURE.search(entry[:600].lower()) or _one_of_several(entry[:600]):
        return None
    if NOBODY.fullmatch(entry.strip(" .。").lower()) or KNOWS_NOT.search(entry[:600].lower()):
        return ""
    head = _HEAD_END.split(_NAME_STOP.sub("\\1\x00", entry), maxsplit=1)[0].replace("\x00", ".").strip()
    return head or entry


def _one_of_several(entry: str) -> bool:
    """Whether an entry is an alternative between two names: "Anna or Tom", 小林或王医生."""
    parts = [part for part in _OR.split(_ROLE.sub("", entry)) if part.strip()]
    return len(parts) > 1 and all(_is_name(part.strip(" \"'.,").removeprefix("the ")) for part in parts[:2])


def _spelled(names: Iterable[str], known: Sequence[str]) -> tuple[str, ...]:
    """Names without repeats, in the spelling of ``known`` where that is given."""
    result: dict[str, None] = {}
    for name in names:
        if not known:
            result.setdefault(name.strip(" \"'.。")) if not name.startswith("Dr.") else result.setdefault(
                name.strip(" \"'。")
            )
            continue
        for part in _SPLIT.split(name):
            person = _person(part, known)
            if person is not None:
                result.setdefault(person)
    return tuple(result)


def _person(name: str, known: Sequence[str]) -> str | None:
    """Who of the story is meant: by the whole name, or by a part of it that only one person has ("Bea", "Ms. Dahl")."""
    for person in known:
        if mentions(person, name) or fold(name) == fold(person) or fold(bare_name(person)) == fold(name):
            return person
    words = set(fold(bare_name(name)).split())
    people = {fold(person): person for person in known if words and words <= set(fold(bare_name(person)).split())}
    return next(iter(people.values())) if len(people) == 1 else None


def _headed_list(text: str, known: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """A list of names behind a heading that neither denies nor names anybody: "Everyone: …", "Who knows: …"."""
    head, colon, rest = _HEADING_END.sub(":", text, count=1).partition(":")
    low = head.lower()
    if not colon or len(head) > _HEADING or KNOWS_NOT.search(low) or EXCEPT.search(low) or NOBODY.search(low):
        return None
    return None if any(mentions(person, head) for person in known) else _plain_list(rest, known)


def _first_paragraph(text: str, known: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """A list of names on the first line, followed by remarks in a paragraph of their own."""
    first, blank, _ = text.partition("\n\n")
    names = _plain_list(first, known) if blank and "\n" not in first.strip() else None
    return (names[0], "first paragraph") if names is not None else None


def _plain_list(text: str, known: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """A reply that is nothing but names, or "nobody"."""
    if len(text) > 400:
        return None
    text = _unwrapped(text)
    line = text.strip(" .。\n\"'").lower()
    if NOBODY.fullmatch(line):
        return (), "nobody"
    if _PERHAPS_ALSO.search(line):
        return None
    if KNOWS_NOT.search(line) is None:
        text = _ROLE.sub("", text)
    lines = [re.sub(r"^\s*(?:[-*•]|\d{1,2}[.)、])\s*", "", part) for part in text.strip().split("\n")]
    parts = [part.strip(" 。\"'").rstrip(" .") for entry in lines for part in _SPLIT.split(entry)]
    parts = [_SELF.sub("", part) for part in parts if part]
    if not parts or KNOWS.search(line) or KNOWS_NOT.search(line) or EXCEPT.search(line):
        return None
    if known:
        if all(
            any(fold(part) in (fold(person), fold(bare_name(person))) for person in known) or "'s " in part
            for part in parts
        ):
            return _spelled(parts, known), "list of names"
        return None
    if all(_is_name(part) for part in parts):
        return _spelled(parts, ()), "list of names"
    return None


def _unwrapped(text: str) -> str:
    """A list without the brackets around it."""
    bare = text.strip(" .。\n")
    return (
        bare[1:-1]
        if bare[:1] + bare[-1:] in ("[]", "()", "{}") and not any(c in bare[1:-1] for c in "[](){}")
        else text
    )


def _is_name(part: str) -> bool:
    if re.fullmatch(r"[\u4e00-\u9fff·]{2,6}", part):
        return True
    match = NAME_EN.fullmatch(part)
    return match is not None and part not in NOT_NAMES
