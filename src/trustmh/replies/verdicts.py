"""Verdicts given one by one: "A: no … C: yes", rows of a table, ticks and crosses, an object of true and false."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from trustmh.replies import cues
from trustmh.replies.declarations import Claim
from trustmh.replies.mentions import Mention

_YES_SIGNS, _NO_SIGNS = cues.VERDICT_SIGNS


def _words(words: Sequence[str]) -> str:
    return "|".join(word.replace(" ", r"\s{1,2}") for word in sorted(words, key=len, reverse=True))


_WORD = rf"(?:(?P<yes>{_words(cues.VERDICT_YES)})|(?P<no>{_words(cues.VERDICT_NO)}))(?=[\s|.,;:!)\"'*(（，。；-]|$)"
_SIGN = rf"(?:(?P<tick>[{_YES_SIGNS}])|(?P<cross>[{_NO_SIGNS}]))"
#: What stands between what is judged and the verdict; a word needs a mark before it, a sign does not.
_VERDICT = re.compile(
    rf"[)\]\"'*]{{0,3}}(?:\s?\([^()\n]{{1,60}}\))?(?:\s{{0,3}}(?:[:=|.、()\]]|[-–—]{{1,2}}|->|→|=>|⇒)\s{{0,3}}[\"'*]{{0,3}}{_WORD}"
    rf"|\s{{0,3}}(?:[:=|.、()\]]|[-–—]{{1,2}}|->|→|=>|⇒)?\s{{0,3}}{_SIGN})"
)
_CELL = re.compile(rf"\s*[\"'*]{{0,3}}(?:{_SIGN}|{_WORD})")
_LINE_LEAD = 14


def verdict_after(text: str, end: int, line_end: int) -> bool | None:
    """The verdict that follows a place: True, False, or None where there is none.

    In a table the last cell of the row is the verdict, since the cells before it may judge single criteria.
    """
    if text[end:line_end].lstrip(" )]\"'*").startswith("|"):
        cells = [cell for cell in text[end:line_end].split("|") if cell.strip()]
        match = _CELL.match(cells[-1]) if cells else None
        if len(cells) > 1 and sum(_CELL.match(cell) is not None for cell in cells) > 1:
            return None  # several criteria judged: none of them is the verdict on the whole
    else:
        match = _VERDICT.match(text, end, line_end)
    if match is None:
        return None
    return bool(match["yes"] or match["tick"])


def row_claims(text: str, mentions: Sequence[Mention]) -> list[Claim]:
    """What rows of verdicts declare: the one value judged right among two or more judged; unusable when several are."""
    starts = {mention.start for mention in mentions}
    judged: dict[str, bool] = {}
    last = position = -1
    for index, mention in enumerate(mentions):
        line_start = text.rfind("\n", 0, mention.start) + 1
        if line_start <= last or mention.start - line_start > _LINE_LEAD:
            continue  # only what leads a line is judged by it
        last = mention.start
        line_end = text.find("\n", mention.start)
        line_end = len(text) if line_end < 0 else line_end
        end = mention.end
        for other in mentions[index + 1 : index + 3]:
            if other.value == mention.value and other.start < line_end and other.start - end <= 4:
                end = other.end  # a label and its own text
        verdict = verdict_after(text, end, line_end)
        if verdict is None or any(end < start < min(end + 6, line_end) for start in starts):
            continue
        judged[mention.value] = verdict
        position = mention.end  # behind what other rules claim of the same line
    if len(judged) < 2:
        return []
    right = [value for value, verdict in judged.items() if verdict]
    if not right:
        return []
    if len(right) > 1:
        return [Claim(position, None, "several answers declared")]
    return [Claim(position, right[0], "verdict for each")]


def flagged(content: Any, value_of: Callable[[Any], str | None]) -> tuple[str | None, str] | None:
    """What an object of flags declares (``{"A": false, "C": true}``): the value and the rule; None for any other object."""
    if isinstance(content, dict) and len(content) == 1:
        content = next(iter(content.values()))  # {"labels": {"x": true, "y": false}}
    if not isinstance(content, dict) or len(content) < 2:
        return None
    flags = {value_of(str(key)): truth_of(flag) for key, flag in content.items()}
    known = {value: truth for value, truth in flags.items() if value is not None and truth is not None}
    if len(known) < 2:
        return None
    right = [value for value, truth in known.items() if truth]
    return (right[0], "json flags") if len(right) == 1 else (None, "several answers declared")


def truth_of(flag: Any) -> bool | None:
    """True, False, or a word or sign that means it; None for anything else."""
    if isinstance(flag, bool):
        return flag
    if not isinstance(flag, str):
        return None
    match = _CELL.fullmatch(flag.strip().lower())
    return None if match is None else bool(match["yes"] or match["tick"])
