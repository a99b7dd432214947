"""Reading JSON from a reply: strict where it can be, tolerant where models slip, silent about nothing."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from trustmh.replies.cleaning import clean, normalise
from trustmh.replies.json_scan import MAX_DEPTH, Found, Scan, scan


@dataclass(frozen=True, slots=True)
class JsonReading:
    """``value`` is a dict or a list, or None; ``rule`` says how it was read, ``problem`` what was wrong."""

    value: Any = None
    rule: str = ""
    problem: str = ""


#: Above this length the stretch from the first to the last brace is tried as strict JSON before it is scanned.
_LONG = 8_000


def read_json(text: str) -> JsonReading:
    """The JSON object (or list) a reply holds.

    The last complete object wins; a list is taken only where there is no object. A value cut off by the end of the text
    is reported as ``truncated`` and never completed. NaN and Infinity, a key given twice with different values, and
    nesting deeper than 50 levels are problems, not values. Never raises; linear time.
    """
    cleaned = clean(text)
    return read_body(cleaned.body, cleaned.reasoning_open)


def read_body(body: str, reasoning_open: bool = False) -> JsonReading:
    """As :func:`read_json`, for a text whose reasoning has been removed."""
    whole = _strict(body) or _strict(body[body.find("{") : body.rfind("}") + 1] if len(body) > _LONG else "")
    if whole is not None:
        return whole
    result = scan(body)
    if not result.found and ("｛" in body or "［" in body):
        wide = scan(normalise(body))  # full-width brackets, quotes and commas
        result = wide if wide.found else result
    if not result.found and (plain := unescaped(body)) is not None:
        result = scan(plain)
    best = _last(result)
    if best is None:
        problem = result.problem or ("truncated" if reasoning_open else "no JSON")
        return JsonReading(None, "", problem)
    rule = "json" if not best.repairs else "json repaired: " + ", ".join(best.repairs)
    problem = "a later object is truncated" if result.cut > best.start else ""
    return JsonReading(best.value, rule, problem)


_ESCAPED = re.compile(r"[{\[]\s{0,9}(?:\\[nt]\s{0,9}){0,4}\\[\"']")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


def unescaped(body: str) -> str | None:
    r"""JSON written as the inside of a string (``{\"score\": 4}``) without its backslashes; None for any other text."""
    if _ESCAPED.search(body) is None:
        return None
    return _ESCAPE.sub(
        lambda pair: {"n": "\n", "t": "\t"}.get(pair[1], pair[1] if pair[1] in "\"'/\\" else pair[0]), body
    )


def objects(result: Scan) -> list[Found]:
    """The complete objects of a scan, in order; the objects of a top-level list count one by one."""
    return [found for found in result.found if isinstance(found.value, dict) and found.value]


def first_of(value: Any, keys: Sequence[str]) -> tuple[str, Any] | None:
    """The first of ``keys`` that an object holds (case and separators aside), looked up one level down as well."""
    if not isinstance(value, dict):
        return None
    plain = {_key(str(name)): (str(name), content) for name, content in value.items()}
    for key in keys:
        if _key(key) in plain:
            name, content = plain[_key(key)]
            inner = first_of(content, keys)
            return inner if inner is not None else (name, content)
    if len(plain) == 1:
        return first_of(next(iter(value.values())), keys)
    return None


def _key(name: str) -> str:
    return name.lower().replace("_", "").replace("-", "").replace(" ", "")


def _strict(body: str) -> JsonReading | None:
    text = body.strip()
    if text[:1] not in ("{", "["):
        return None
    try:
        value = json.loads(text, parse_constant=_reject, parse_float=_finite, object_pairs_hook=_unique)
    except (ValueError, RecursionError):
        return None
    return JsonReading(value, "json") if isinstance(value, dict | list) and _depth(value) <= MAX_DEPTH else None


def _reject(name: str) -> None:
    raise ValueError(name)


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError(digits)
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs) and any(value[key] != content for key, content in pairs):
        raise ValueError("duplicate key")
    return value


def _depth(value: Any) -> int:
    depth = 0
    level = [value]
    while level and depth <= MAX_DEPTH:
        depth += 1
        level = [
            child
            for parent in level
            for child in (parent.values() if isinstance(parent, dict) else parent)
            if isinstance(child, dict | list)
        ]
    return depth


def _last(result: Scan) -> Found | None:
    """The last object that says something; else the last list; else an empty object."""
    found = result.found
    lists = (entry for entry in reversed(found) if isinstance(entry.value, list))
    telling = (entry for entry in reversed(found) if _says_something(entry))
    return next(telling, None) or next(lists, None) or next(reversed(found), None)


def _says_something(entry: Found) -> bool:
    if isinstance(entry.value, dict):
        return bool(entry.value)
    return any(isinstance(child, dict) for child in entry.value)


def json_text(content: str | int | float) -> str:
    """A JSON value as one would write it: 2.0 is 2."""
    return str(int(content)) if isinstance(content, float) and content.is_integer() else str(content)
