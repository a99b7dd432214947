"""Reading yes or no."""

from __future__ import annotations

import re
from typing import Any

from trustmh.items import Language, Outcome, Reading, Reply
from trustmh.replies import cues
from trustmh.replies.cleaning import clean
from trustmh.replies.closed_set import begin, lay_out
from trustmh.replies.declarations import Claim, resolve, supposed
from trustmh.replies.mentions import sentence_end
from trustmh.replies.outcomes import classify, unread
from trustmh.replies.patterns import BRIDGE, CORRECTION, DECLARATION, HEDGE, fragments

_YES = re.compile(fragments(cues.YES_FIRST) + r"(?![a-z])")
_NO = re.compile(fragments(cues.NO_FIRST) + r"(?![a-z])")
_YES_STANCE = re.compile(fragments(cues.YES_STANCE))
_NO_STANCE = re.compile(fragments(cues.NO_STANCE))
_FINE_STANCE = re.compile(fragments(cues.FINE_STANCE))
_GAP = re.compile(r"[\W_]{0,12}")
#: "Yes and no", 是也不是: the other word follows in one breath.
_BOTH = re.compile(
    rf"\s{{0,3}}(?:{'|'.join(cues.BOTH_JOINTS)})\s{{0,3}}(?:no|yes|否|是)\b"
    rf"|[\s,.;…/&(+-]{{0,4}}(?:(?:{'|'.join(cues.BOTH_JOINTS_AT_END)})\b[\s,.…]{{0,3}}){{0,4}}(?:no|yes)(?=\s{{0,2}}(?:$|[.,;!)\n]))"
    rf"|{'|'.join(cues.BOTH_ZH)}"
)
#: "Yes for Anna, no for Tom": each holds for a part.
_PARTLY = re.compile(
    rf"[^.!?\n]{{0,80}}[,;]\s(?:(?:{'|'.join(cues.PARTLY)})\s)?(?P<other>yes|no)\s(?:{'|'.join(cues.PARTS)})\b"
)
_ATTEMPTS = 60
_CLOSING = re.compile(r"[,;:.!\n]\s{0,3}\"?(yes|no)\b[\s.!\"']{0,4}$")
_SENTENCE = re.compile(r"[^.!?。！？\n]*(?:[.!?。！？\n]|$)")


def read_yes_no(reply: Reply, language: Language = "en") -> Reading:
    """Whether a reply says yes or no.

    ``value`` is "yes" or "no", or None. The opening word settles it unless a later declaration ("final answer: no")
    says otherwise; then stances inside sentences ("it would not be appropriate", 不应该) count if they all agree. A hedge
    without a stance is ``unparsed``.
    """
    cleaned, done = begin(reply)
    if done is not None:
        return done
    page = lay_out(cleaned, cues.ANSWER_KEYS["yes_no"], _value_of)
    text = _SENTENCE.sub(lambda sentence: "" if sentence[0].endswith(("?", "？")) else sentence[0], page.text)
    claims = [*page.json_claims, *_announced(text)]
    opening = _word_at(text, 0)
    if opening is not None:
        both = _both(text, *opening)
        claims.append(Claim(both, None, "both said") if both else Claim(-1, opening[0], "opening word"))
    best = resolve(claims)
    if best is None and classify(reply, cleaned) is not Outcome.TRUNCATED:
        best = _stance(text)
    if best is None or best.value is None:
        return unread(reply, cleaned, language, best.rule if best else "no answer found")
    return Reading(Outcome.ANSWERED, best.value, best.rule)


def _value_of(content: Any) -> str | None:
    if isinstance(content, bool):
        return "yes" if content else "no"
    if not isinstance(content, str):
        return None
    text = clean(content).text.lower()
    return _at(text, 0)


def _at(text: str, position: int) -> str | None:
    """Yes or no standing at a place, past quotes and brackets; "yes and no" is neither."""
    word = _word_at(text, position)
    return None if word is None or _both(text, *word) else word[0]


def _word_at(text: str, position: int) -> tuple[str, int] | None:
    """The yes or no that stands at a place, and where its words end."""
    position = _GAP.match(text, position).end()  # type: ignore[union-attr]  # matches the empty string
    for value, pattern in (("no", _NO), ("yes", _YES)):
        match = pattern.match(text, position)
        if match is not None:
            return value, match.end()
    return None


def _both(text: str, value: str, end: int) -> int:
    """Where the words end that say the other answer as well ("yes and no", "yes for her, no for him"), or 0."""
    both = _BOTH.match(text, end)
    if both is not None and not both[0].endswith(value):
        return both.end()
    partly = _PARTLY.match(text, end)
    return partly.end() if partly is not None and partly["other"] != value else 0


def _announced(text: str) -> list[Claim]:
    claims: list[Claim] = []
    for cue in (*[*DECLARATION.finditer(text)][-_ATTEMPTS:], *[*CORRECTION.finditer(text)][-_ATTEMPTS:]):
        position = cue.end()
        for _ in range(4):
            value = _at(text, position)
            if value is not None:
                if not supposed(text, cue.start(), cue.end()):
                    claims.append(Claim(cue.end(), value, "declared"))
                break
            position = _GAP.match(text, position).end()  # type: ignore[union-attr]  # matches the empty string
            bridge = BRIDGE.match(text, position)
            if bridge is None or bridge.end() == position:
                break
            position = bridge.end()
    end = len(text.rstrip())
    start = text.rfind("\n", 0, end) + 1
    closing = _CLOSING.search(text, max(0, end - 12))
    if closing is not None:
        claims.append(Claim(closing.start(1), closing[1], "closing word"))
    if start > 0 and end - start < 30:
        value = _at(text, start)
        if value is not None and sentence_end(text, start) >= end - 1:
            claims.append(Claim(start, value, "last line"))
    return claims


def _stance(text: str) -> Claim:
    """Stances inside sentences; they must agree, and a hedge beside them leaves it open."""
    fine = [match.span() for match in _FINE_STANCE.finditer(text)]
    denials = [
        match.span()
        for match in _NO_STANCE.finditer(text)
        if not any(a < match.end() and match.start() < b for a, b in fine)
    ]
    assents: list[object] = list(fine)
    assents += [
        match
        for match in _YES_STANCE.finditer(text)
        if not any(a <= match.start() < b or a < match.end() <= b for a, b in denials)
    ]
    if HEDGE.search(text):
        return Claim(0, None, "hedged")
    if denials and not assents:
        return Claim(0, "no", "stance")
    if assents and not denials:
        return Claim(0, "yes", "stance")
    return Claim(0, None, "both stances" if denials else "no answer found")
