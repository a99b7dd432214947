"""Reading which people a reply names as knowing something."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from trustmh.items import Language, Outcome, Reading, Reply
from trustmh.replies import cues
from trustmh.replies.cleaning import Cleaned, normalise
from trustmh.replies.closed_set import begin
from trustmh.replies.json_reading import first_of, read_body
from trustmh.replies.mentions import bounded, window
from trustmh.replies.outcomes import classify, unread
from trustmh.replies.patterns import fragments

_TITLE_EN = re.compile(
    r"^(?:(?:the )?(?:" + "|".join(sorted(cues.TITLES["en"], key=len, reverse=True)) + r")\b\.?\s*)+", re.IGNORECASE
)
_TITLE_ZH = re.compile(r"(?:" + "|".join(cues.TITLES["zh"]) + r")$|^(?:" + "|".join(cues.TITLES["zh"]) + ")")
_TITLE_WORD = "|".join(word.title().replace(" ", r"\s") for word in sorted(cues.TITLES["en"], key=len, reverse=True))
_NAME_EN = re.compile(rf"\b(?:(?:{_TITLE_WORD})\b\.?\s)?[A-Z][a-z]+(?:[-'][A-Z][a-z]+)?(?:\s[A-Z][a-z]+)?")
_NOT_NAMES = frozenset(
    "The Based In No Only However Both All Since Because Therefore Thus So Answer Note Here These Those This That He She They It His Her "
    "Their Nobody None Everyone Although While As According And But Not Also Yes Name Names Character Characters Scenario Privacy "
    "Important Explanation Considering If Given Other Neither Either Final People Person Client Patient Counselor Counsellor".split()
)
_NAME_ZH = re.compile(rf"(?:小[\u4e00-\u9fff]|[\u4e00-\u9fff]{{1,3}}(?:{'|'.join(cues.TITLES['zh'])}))")
_BULLET = re.compile(r"^\s{0,8}(?:[-*•]|\d{1,2}[.)、]|\(\d{1,2}\))\s{0,4}(?P<rest>[^\n]{1,600})", re.MULTILINE)
_HEAD_END = re.compile(r"\s[-–—]+\s|[:(（,，。;]|\s(?:because|who|since|as|is|was|knows?|has|does|did|are|were|may|should|the)\b|是|因为|知道|不知|作为|\n|\.(?:\s|$)")
_SPLIT = re.compile(r"\s{0,2}(?:,|、|;|，|；|\n|/|&|\band\b|\bas well as\b|\bplus\b|以及|和|与|及|跟)\s{0,2}(?:and\b\s?)?")
_SENTENCE = re.compile(r"(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)(?<!\bProf)[.!?。！？]+(?:\s|$|(?<=[。！？]))|\n+|[;；]")
_PREFIX = re.compile(r"^\W*(?:(?:the )?(?:final )?(?:answer|names?|characters?|people|list)|答案|名单|人物|知情者|知情人)\s?(?:is|are|是|为)?\s?:\s*", re.IGNORECASE)
_LINK = re.compile(r"\b(?:is|are|include[sd]?|including|were|was|would be|namely)\b|:|是|有|为|包括")
_KNOWS = re.compile(fragments(cues.KNOWS))
_KNOWS_NOT = re.compile(fragments(cues.KNOWS_NOT))
_EXCEPT = re.compile(fragments(cues.EXCEPT))
_NOBODY = re.compile(r"(?:" + fragments(cues.NOBODY, ("en",)) + r")\b|" + fragments(cues.NOBODY, ("zh",)))
_JOINED = re.compile(r"[\s,、/&\"'*]{0,6}(?:and|as well as|or|和|与|及|以及|跟)?[\s\"'*]{0,4}(?:the\s)?")
_JOINED_ZH = re.compile(r"\s?(?:、|和|与|及|以及|还有|跟)\s?")
_MAX_NAMES = 200


class _Place(NamedTuple):
    """A candidate name at a place of the text."""

    start: int
    end: int
    name: str


def mentions(name: str, text: str, ignore_titles: bool = False) -> bool:
    """Whether a text holds a name as a whole: "Li" is not in "Lina", nor "Dr. Sun" in "Dr. Sunny".

    Args:
        name: the name, with or without a title.
        text: any text; width, case and invisible characters are ignored.
        ignore_titles: match the bare name, so that "Dr. Sun" is found in "Sun said" (and in "Boss Sun").
    """
    return bool(_find(name, _fold(text), ignore_titles, first_only=True))


def bare_name(name: str) -> str:
    """A name without its title: "Dr. Sun" -> "Sun", 孙医生 -> 孙."""
    name = normalise(name).strip()
    stripped = _TITLE_ZH.sub("", _TITLE_EN.sub("", name)).strip()
    return stripped or name


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
    result = None if truncated else (_plain_list(text, known) or _by_polarity(text, known))
    if result is None:
        return unread(reply, cleaned, language, "no answer found")
    names, rule = result
    return Reading(Outcome.ANSWERED, tuple(names), rule)


def _fold(text: str) -> str:
    return " ".join(normalise(text).lower().split())


def _find(name: str, folded: str, ignore_titles: bool, first_only: bool = False) -> list[tuple[int, int]]:
    """Places of a name in a folded text (lower case, single blanks)."""
    wanted = _fold(bare_name(name) if ignore_titles else name)
    places: list[tuple[int, int]] = []
    position = folded.find(wanted) if wanted else -1
    while position >= 0:
        end = position + len(wanted)
        if bounded(folded, position, end):
            places.append((position, end))
            if first_only:
                break
        position = folded.find(wanted, position + 1)
    return places


def _from_json(cleaned: Cleaned) -> list[str] | None:
    if "[" not in cleaned.body and "{" not in cleaned.body:
        return None
    value = read_body(cleaned.body).value
    if isinstance(value, dict):
        entry = first_of(value, cues.ANSWER_KEYS["names"])
        value = entry[1] if entry is not None else next(iter(value.values())) if len(value) == 1 else None
        if isinstance(value, str):
            value = [] if _NOBODY.fullmatch(value.strip(" .。").lower()) else [part for part in _SPLIT.split(value) if part]
    if not isinstance(value, list):
        return None
    names: list[str] = []
    for entry in value[:_MAX_NAMES]:
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
    if _NOBODY.fullmatch(entry.strip(" .。").lower()) or _KNOWS_NOT.search(entry[:600].lower()):
        return ""
    head = _HEAD_END.split(entry.replace("Dr.", "Dr\x00"), maxsplit=1)[0].replace("\x00", ".").strip()
    return head or entry


def _spelled(names: Iterable[str], known: Sequence[str]) -> tuple[str, ...]:
    """Names without repeats, in the spelling of ``known`` where that is given."""
    result: dict[str, None] = {}
    for name in names:
        if not known:
            result.setdefault(name.strip(" \"'.。")) if not name.startswith("Dr.") else result.setdefault(name.strip(" \"'。"))
            continue
        for person in known:
            if mentions(person, name) or _fold(name) == _fold(person) or _fold(bare_name(person)) == _fold(name):
                result.setdefault(person)
                break
    return tuple(result)


def _plain_list(text: str, known: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """A reply that is nothing but names, or "nobody"."""
    if len(text) > 400:
        return None
    line = text.strip(" .。\n\"'").lower()
    if _NOBODY.fullmatch(line):
        return (), "nobody"
    lines = [re.sub(r"^\s*(?:[-*•]|\d{1,2}[.)、])\s*", "", part) for part in text.strip().split("\n")]
    parts = [part.strip(" .。\"'") if not part.strip().startswith("Dr.") else part.strip(" 。\"'") for entry in lines for part in _SPLIT.split(entry)]
    parts = [part for part in parts if part]
    if not parts or _KNOWS.search(line) or _KNOWS_NOT.search(line) or _EXCEPT.search(line):
        return None
    if known:
        if all(any(_fold(part) in (_fold(person), _fold(bare_name(person))) for person in known) for part in parts):
            return _spelled(parts, known), "list of names"
        return None
    if all(_is_name(part) for part in parts):
        return _spelled(parts, ()), "list of names"
    return None


def _is_name(part: str) -> bool:
    if re.fullmatch(r"[\u4e00-\u9fff·]{2,6}", part):
        return True
    match = _NAME_EN.fullmatch(part)
    return match is not None and part not in _NOT_NAMES


def _candidates(text: str, known: Sequence[str]) -> list[_Place]:
    places: list[_Place] = []
    if known:
        lower = text.lower()
        for person in known:
            wanted = normalise(person).lower().strip()
            position = lower.find(wanted) if wanted else -1
            while position >= 0 and len(places) < 4 * _MAX_NAMES:
                if bounded(lower, position, position + len(wanted)):
                    places.append(_Place(position, position + len(wanted), person))
                position = lower.find(wanted, position + 1)
    else:
        for pattern in (_NAME_EN, _NAME_ZH):
            for match in pattern.finditer(text):
                name = match[0]
                if name.split()[0] not in _NOT_NAMES:
                    places.append(_Place(match.start(), match.end(), name))
                if len(places) >= 4 * _MAX_NAMES:
                    break
    return sorted(places)


class _Cues:
    """Where a text speaks of knowing, of not knowing, of exceptions and of nobody: found once, looked up by place."""

    def __init__(self, text: str) -> None:
        self.text = text.lower()
        self.spans = {
            kind: [match.span() for match in pattern.finditer(self.text)]
            for kind, pattern in (("knows", _KNOWS), ("not", _KNOWS_NOT), ("except", _EXCEPT), ("nobody", _NOBODY), ("link", _LINK))
        }

    def first(self, kind: str, start: int, end: int) -> tuple[int, int] | None:
        """The first cue of a kind that lies between two places."""
        spans = self.spans[kind]
        index = bisect_left(spans, (start, start))
        return spans[index] if index < len(spans) and spans[index][1] <= end else None


def _by_polarity(text: str, known: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """Who is said to know, sentence by sentence; a list item stands for its first name."""
    places = _candidates(text, known)
    cue = _Cues(text)
    yes: dict[str, None] = {}
    no: set[str] = set()
    nobody = _NOBODY.match(cue.text) is not None
    bullets = {match.start("rest"): match.end("rest") for match in _BULLET.finditer(text)}
    for start, end in _units(text, bullets):
        inside = places[bisect_left(places, (start,)) : bisect_left(places, (end,))]
        nobody = nobody or (not inside and start not in bullets and _NOBODY.match(cue.text, start) is not None)
        if start in bullets:
            verdicts = _bullet(cue, start, end, inside)
        else:
            verdicts = [(place.name, _verdict(cue, start, place, last, stop)) for place, last, stop in _runs(text, inside, end)]
        for name, verdict in verdicts:
            if verdict is True:
                yes.setdefault(name)
            elif verdict is False:
                no.add(name)
    names = tuple(name for name in yes if name not in no)
    if names:
        return names, "said to know"
    return ((), "nobody") if nobody else None


def _units(text: str, bullets: dict[int, int]) -> list[tuple[int, int]]:
    """Sentences and list items as (start, end)."""
    units: list[tuple[int, int]] = []
    position = 0
    for start, end in sorted(bullets.items()):
        units += _sentences(text, position, start)
        units.append((start, end))
        position = end
    return units + _sentences(text, position, len(text))


def _sentences(text: str, start: int, end: int) -> list[tuple[int, int]]:
    units: list[tuple[int, int]] = []
    position = start
    for stop in _SENTENCE.finditer(text, start, end):
        units.append((position, stop.start()))
        position = stop.end()
    units.append((position, end))
    return [(a, b) for a, b in units if a < b]


def _bullet(cue: _Cues, start: int, end: int, inside: Sequence[_Place]) -> list[tuple[str, bool | None]]:
    if not inside or inside[0].start - start > 12:
        return []
    return [(inside[0].name, cue.first("not", start, end) is None)]


def _runs(text: str, inside: Sequence[_Place], end: int) -> list[tuple[_Place, _Place, int]]:
    """Each name with the last name of the enumeration it stands in, and where the words about that one end."""
    runs: list[tuple[_Place, _Place, int]] = []
    group: list[_Place] = []
    for place in inside:
        # a Chinese enumeration uses 、; its comma begins a new clause
        pattern = _JOINED if text[place.start].isascii() else _JOINED_ZH
        if group and pattern.fullmatch(text, group[-1].end, place.start) is None:
            runs += [(member, group[-1], place.start) for member in group]
            group = []
        group.append(place)
    return runs + [(member, group[-1], end) for member in group]


def _verdict(cue: _Cues, start: int, place: _Place, last: _Place, stop: int) -> bool | None:
    """True: said to know. False: said not to know. None: named for another reason."""
    text = cue.text
    nobody = cue.first("nobody", start, place.start) is not None
    if _excepted(cue, start, place):
        return nobody or cue.first("nobody", last.end, stop) is not None
    if text.startswith("'s", last.end):
        return None
    knows, knows_not = cue.first("knows", last.end, stop), cue.first("not", last.end, stop)
    if knows_not is not None and (knows is None or knows_not[0] <= knows[0]):
        return False
    if knows is not None:
        return not nobody
    knows, knows_not = cue.first("knows", start, place.start), cue.first("not", start, place.start)
    announced = knows_not or knows
    if announced is None:
        return None
    word = text[announced[0] : announced[1]]
    if word in ("told", "informed", "告知") or cue.first("link", announced[1], place.start) is not None:
        return knows_not is None
    return None


def _excepted(cue: _Cues, start: int, place: _Place) -> bool:
    """Whether an exception stands right before a name."""
    spans = cue.spans["except"]
    index = bisect_left(spans, (place.start, place.start)) - 1
    return index >= 0 and spans[index][0] >= start and not any(map(str.isalnum, cue.text[spans[index][1] : place.start]))
