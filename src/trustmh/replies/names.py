"""Reading which people a reply names as knowing something."""

from __future__ import annotations

import re
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
_KNOWS = re.compile(fragments(cues.KNOWS), re.IGNORECASE)
_KNOWS_NOT = re.compile(fragments(cues.KNOWS_NOT), re.IGNORECASE)
_EXCEPT = re.compile(fragments(cues.EXCEPT) + r"\W*$", re.IGNORECASE)
_NOBODY = re.compile(r"(?:" + fragments(cues.NOBODY, ("en",)) + r")\b|" + fragments(cues.NOBODY, ("zh",)), re.IGNORECASE)
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
            value = [] if _NOBODY.fullmatch(value.strip(" .。")) else [part for part in _SPLIT.split(value) if part]
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
    if _NOBODY.fullmatch(entry.strip(" .。")) or _KNOWS_NOT.search(entry):
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
    line = text.strip(" .。\n\"'")
    if _NOBODY.fullmatch(line):
        return (), "nobody"
    lines = [re.sub(r"^\s*(?:[-*•]|\d{1,2}[.)、])\s*", "", part) for part in line.split("\n")]
    parts = [part.strip(" .。\"'") if not part.strip().startswith("Dr.") else part.strip(" 。\"'") for entry in lines for part in _SPLIT.split(entry)]
    parts = [part for part in parts if part]
    if not parts or _KNOWS.search(line) or _KNOWS_NOT.search(line) or re.search(fragments(cues.EXCEPT), line, re.IGNORECASE):
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


def _by_polarity(text: str, known: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """Who is said to know, sentence by sentence; a list item stands for its first name."""
    places = _candidates(text, known)
    yes: dict[str, None] = {}
    no: set[str] = set()
    nobody = False
    bullets = {match.start("rest"): match.end("rest") for match in _BULLET.finditer(text)}
    for start, end in _units(text, bullets):
        inside = [place for place in places if start <= place.start < end]
        unit = text[start:end]
        if start in bullets:
            _bullet(unit, start, inside, yes, no)
            continue
        nobody = nobody or (_NOBODY.match(unit.lstrip(" \"'")) is not None and not inside)
        for place, last, stop in _runs(text, inside, end):
            verdict = _verdict(text, start, place, last, stop)
            if verdict is True:
                yes.setdefault(place.name)
            elif verdict is False:
                no.add(place.name)
    names = tuple(name for name in yes if name not in no)
    if names:
        return names, "said to know"
    return ((), "nobody") if nobody or (_NOBODY.match(text.lstrip()) and not names) else None


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


def _bullet(unit: str, start: int, inside: Sequence[_Place], yes: dict[str, None], no: set[str]) -> None:
    if not inside or inside[0].start - start > 12:
        return
    first = inside[0]
    if _KNOWS_NOT.search(unit):
        no.add(first.name)
    else:
        yes.setdefault(first.name)


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


def _verdict(text: str, start: int, place: _Place, last: _Place, stop: int) -> bool | None:
    """True: said to know. False: said not to know. None: named for another reason."""
    before = text[start : place.start]
    after = text[last.end : stop]
    nobody = _NOBODY.search(before) is not None
    if _EXCEPT.search(before):
        return nobody or _NOBODY.search(after) is not None
    if after.startswith("'s"):
        return None
    knows, knows_not = _KNOWS.search(after), _KNOWS_NOT.search(after)
    if knows_not is not None and (knows is None or knows_not.start() <= knows.start()):
        return False
    if knows is not None:
        return not nobody
    knows, knows_not = _KNOWS.search(before), _KNOWS_NOT.search(before)
    announced = knows_not or knows
    if announced is None:
        return None
    linked = _LINK.search(before, announced.end()) is not None or announced[0].lower() in ("told", "informed", "告知")
    return (knows_not is None) if linked else None
