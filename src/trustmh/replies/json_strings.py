"""Strings of JSON as models write them: other quotes, quotes left unescaped inside, escapes that do not exist."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "”": "”", "＂": "＂"}
_STOP = {quote: re.compile(rf"[\\{quote}]") for quote in set(QUOTES.values())}
_CLOSES = re.compile(
    r"""\s*(?:[}\]:：]|$|(?<=\s)["“]|//|/\*|\#|[,，]\s*(?:["'“‘”＂{}\[\]\d\-tfnTFN/\#]|$|[A-Za-z_]\w{0,40}\s*:))"""
)


class String(NamedTuple):
    """A string read: its value, where it ends, and what had to be put up with."""

    value: str
    end: int
    literal_quotes: int
    repairs: tuple[str, ...]


def read_string(text: str, start: int, tolerance: int) -> String | None:
    """The string whose opening quote stands at ``start``, or None when it never ends.

    A quote closes the string if what follows can follow a string in JSON; otherwise it is taken as part of the text, at
    most ``tolerance`` times.
    """
    opening = text[start]
    closing = QUOTES[opening]
    repairs = set() if opening == '"' else {"quotes"}
    stop = _STOP[closing]
    position = start + 1
    literal = 0
    while (mark := stop.search(text, position)) is not None:
        position = mark.end()
        if mark[0] == "\\":
            position += 1
        elif literal >= tolerance or _CLOSES.match(text, position):
            raw = text[start + 1 : mark.start()]
            value = _unescape(raw)
            if value is None:
                value = raw
                repairs.add("bad escape")
            return String(value, position, literal, tuple(repairs))
        else:
            literal += 1
            repairs.add("unescaped quote")
    return None


def _unescape(raw: str) -> str | None:
    if "\\" not in raw and '"' not in raw and raw.isprintable():
        return raw
    try:
        return str(json.loads(f'"{_escape(raw)}"', strict=False))
    except ValueError:
        return None


_PAIR = re.compile(r'\\(.?)|"', re.DOTALL)


def _escape(raw: str) -> str:
    r"""Make a raw string body valid inside double quotes: bare quotes get a backslash, \' and \x lose theirs."""

    def one(match: re.Match[str]) -> str:
        if match[0] == '"':
            return '\\"'
        if match[1] and match[1] in '"\\/bfnrtu':
            return match[0]
        return match[1] if match[1] == "'" else "\\\\" + match[1]

    return _PAIR.sub(one, raw)
