"""One line of a file of recorded replies, checked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from trustmh.datasets.files import json_kind
from trustmh.engine.whole_text import whole_text
from trustmh.items import Reply, Stop

#: Longest part of a line's own words in a message about it.
_SHOWN = 60
#: Beyond any scale; also keeps out the infinities that JSON numbers can overflow to.
_LARGEST_RATING = 1e9


class LineError(ValueError):
    """A line cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class RecordedReply:
    """A recorded reply and where it stands.

    Attributes:
        judge_replies: judge's name -> its text about this reply, or its texts by rubric id.
        row: position in the run that recorded it, when it was noted.
    """

    item: str
    reply: Reply
    file: str
    line: int
    judge_replies: Mapping[str, str | Mapping[str, str]] = field(default_factory=dict)
    row: int | None = None


def read_line(line: bytes, file: str, number: int) -> RecordedReply:
    """The reply on a line. Raises :class:`LineError` for anything that is not one."""
    record = _object(line)
    item = record.get("item")
    if not isinstance(item, str) or not item:
        raise LineError("no item id (a string called 'item')")
    row = record.get("row")
    if row is not None and (not isinstance(row, int) or isinstance(row, bool) or row < 0):
        raise LineError("'row' is not a whole number from 0")
    return RecordedReply(item, _reply(record), file, number, _judge_replies(record), row)


def _object(line: bytes) -> dict[str, Any]:
    if b"\0" in line:
        raise LineError("holds NUL bytes")
    try:
        record = json.loads(line.decode("utf-8"), parse_constant=_no_constant, object_pairs_hook=_unambiguous)
    except UnicodeDecodeError as error:
        raise LineError(f"not UTF-8 (byte {error.start + 1})") from error
    except LineError:
        raise
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "nested too deep or a number too long"
        raise LineError(f"not JSON ({reason})") from error
    if not isinstance(record, dict):
        raise LineError(f"the line is {json_kind(record)}, not an object")
    return record


def _unambiguous(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names stand once: which of two replies is meant, nobody can know."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise LineError(f"{twice[:_SHOWN]!r} stands there twice")
    return found


def _no_constant(name: str) -> NoReturn:
    raise LineError(f"not JSON ({name} is not a JSON number)")


def _reply(record: Mapping[str, Any]) -> Reply:
    text = record.get("reply")
    if isinstance(text, str):
        return Reply(text=whole_text(text), stop=_stop(record), reasoning=_text(record, "reasoning"))
    if text is not None:
        raise LineError(f"'reply' is {json_kind(text)}, not a string")
    choice = record.get("choice")
    if isinstance(choice, str):
        rebuilt = json.dumps({"choice": choice, "reasoning": _text(record, "reasoning")}, ensure_ascii=False)
        return Reply(text=whole_text(rebuilt), stop=_stop(record), reconstructed=True)
    rating = record.get("rating")
    if isinstance(rating, int | float) and not isinstance(rating, bool) and abs(rating) < _LARGEST_RATING:
        return Reply(text=_number(rating), stop=_stop(record), reconstructed=True)
    raise LineError("no reply (a string called 'reply', or 'choice', or a number called 'rating')")


def _number(rating: float) -> str:
    """The shortest text that reads as the same number: -100.0 was surely given as -100."""
    return str(int(rating)) if isinstance(rating, int) or rating.is_integer() else repr(rating)


def _text(record: Mapping[str, Any], name: str) -> str:
    value = record.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise LineError(f"{name!r} is {json_kind(value)}, not a string")
    return whole_text(value)


def _stop(record: Mapping[str, Any]) -> Stop:
    value = record.get("stop")
    if value is None:
        return Stop.UNKNOWN
    try:
        return Stop(value)
    except (ValueError, TypeError):
        known = ", ".join(stop.value for stop in Stop)
        raise LineError(f"'stop' is {str(value)[:_SHOWN]!r}, not one of {known}") from None


def _judge_replies(record: Mapping[str, Any]) -> dict[str, str | Mapping[str, str]]:
    value = record.get("judge_replies")
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise LineError("'judge_replies' is not an object of judge name and text")
    if "" in value:
        raise LineError("'judge_replies' holds a judge without a name")
    return {whole_text(judge): _judged(judge, said) for judge, said in value.items()}


def _judged(judge: str, said: object) -> str | Mapping[str, str]:
    """One judge's text, or texts by rubric."""
    if isinstance(said, str):
        return whole_text(said)
    if not isinstance(said, dict):
        raise LineError(
            f"'judge_replies' of {judge[:_SHOWN]!r} is {json_kind(said)}, not a text or an object of rubric and text"
        )
    for rubric, text in said.items():
        if not isinstance(text, str):
            raise LineError(
                f"'judge_replies' of {judge[:_SHOWN]!r} to {rubric[:_SHOWN]!r} is {json_kind(text)}, not a string"
            )
    return {whole_text(rubric): whole_text(text) for rubric, text in said.items()}
