"""A tolerant JSON scanner that stays linear and never completes what the model did not write.

It accepts what models really produce (comments, trailing commas, single and typographic quotes, Python literals,
unquoted keys, unescaped quotes inside a string) and reports what is cut off, not a number, or nested too deeply.
A general repair library would close open brackets and strings; a truncated verdict would then look like a whole one.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from trustmh.replies.json_strings import QUOTES, read_string

MAX_DEPTH = 50
#: Unescaped quotes inside strings that one text may hold before quotes always close; keeps hostile texts linear.
_LITERAL_QUOTES = 400

_SPACE = re.compile(r"\s*")
#: A bracket that can begin JSON; those of prose, LaTeX and nonsense are passed over at the speed of the expression engine.
_OPEN = re.compile(r"""\{(?=\s*["'“‘”＂}A-Za-z_\u4e00-\u9fff/\#])|\[(?=\s*["'“‘”＂\[\]{\d+\-tfnTFN/\#])""")
#: Bounds that keep hostile texts cheap: brackets that turn out not to be JSON, and tokens read in all.
_MAX_FAULTS, _MAX_TOKENS = 500, 10_000
_NUMBER = re.compile(r"[+-]?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?(?![\w.])")
_WORD = re.compile(r"[A-Za-z_\u4e00-\u9fff][\w\-]{0,60}")
_LITERALS: dict[str, Any] = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
_NO_VALUES = frozenset({"undefined", "nil", "void", "na", "none", "unknown"})
_NOT_NUMBER = re.compile(r"[+-]?(?:nan|infinity|inf)\b", re.IGNORECASE)


class Found(NamedTuple):
    """One complete container: its value, where it stands, and which repairs it needed."""

    value: Any
    start: int
    end: int
    repairs: tuple[str, ...]


@dataclass(slots=True)
class Scan:
    """Everything found in a text. ``cut`` is where an unfinished container starts, or -1."""

    found: list[Found] = field(default_factory=list)
    problem: str = ""
    cut: int = -1


class _NotJsonError(Exception):
    def __init__(self, problem: str, resume: int, cut: bool = False) -> None:
        super().__init__(problem)
        self.problem = problem
        self.resume = resume
        self.cut = cut


class _TooDeepError(Exception):
    pass


@dataclass(slots=True)
class _Frame:
    """An open container. ``state`` is what may come next: key, colon, value, comma."""

    value: dict[str, Any] | list[Any]
    start: int
    state: str
    key: str = ""
    whole: bool = True  # every enclosing container is a list, so a completed child may stand alone


def scan(text: str) -> Scan:
    """Find every complete JSON object or list in a text, in order, outermost first. Linear time, never raises."""
    result = Scan()
    parser = _Parser(text)
    position = faults = 0
    while (opening := _OPEN.search(text, position)) is not None:
        if faults > _MAX_FAULTS or parser.tokens > _MAX_TOKENS:
            return Scan([], "too long to repair")
        try:
            found = parser.container(opening.start())
            result.found.append(found)
            position = found.end
        except _NotJsonError as fault:
            faults += 1
            result.found.extend(parser.completed)
            result.problem = fault.problem
            if fault.cut and result.cut < 0:
                result.cut = opening.start()
            position = max(fault.resume, opening.end())
        except _TooDeepError:
            return Scan([], f"nested deeper than {MAX_DEPTH} levels")
    return result


class _Parser:
    """One text being read; ``completed`` holds children finished before their container failed."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.completed: list[Found] = []
        self.repairs: set[str] = set()
        self.literal_quotes = self.tokens = 0
        self.no_block_end_after = len(text) + 1

    def container(self, start: int) -> Found:
        self.completed = []
        self.repairs = set()
        stack: list[_Frame] = []
        position = self._push(stack, start)
        while self.tokens <= _MAX_TOKENS:
            self.tokens += 1
            position = self._skip(position)
            if position >= len(self.text):
                raise _NotJsonError("truncated", position, cut=True)
            frame = stack[-1]
            char = self.text[position]
            if char in "}]":
                position = self._pop(stack, char, position)
                if not stack:
                    return Found(self._done.value, start, position, tuple(sorted(self.repairs)))
            elif frame.state == "comma":
                if char not in ",，":
                    raise _NotJsonError("not JSON", position)
                frame.state = "key" if isinstance(frame.value, dict) else "value"
                position += 1
            elif frame.state == "colon":
                if char not in ":：":
                    raise _NotJsonError("not JSON", position)
                frame.state = "value"
                position += 1
            elif frame.state == "key":
                frame.key, position = self._key(position)
                frame.state = "colon"
            elif char in "{[":
                position = self._push(stack, position)
            else:
                value, position = self._scalar(position, isinstance(frame.value, dict))
                _store(frame, value, position)
        raise _NotJsonError("too long to repair", len(self.text))

    def _push(self, stack: list[_Frame], position: int) -> int:
        if len(stack) >= MAX_DEPTH:
            raise _TooDeepError
        whole = not stack or (stack[-1].whole and isinstance(stack[-1].value, list))
        if self.text[position] == "{":
            stack.append(_Frame({}, position, "key", whole=whole))
        else:
            stack.append(_Frame([], position, "value", whole=whole))
        return position + 1

    def _pop(self, stack: list[_Frame], char: str, position: int) -> int:
        frame = stack[-1]
        is_object = isinstance(frame.value, dict)
        if (char == "}") is not is_object or frame.state == "colon" or (is_object and frame.state == "value"):
            raise _NotJsonError("not JSON", position + 1)
        if frame.value and frame.state != "comma":
            self.repairs.add("trailing comma")
        stack.pop()
        self._done = frame
        if stack:
            if frame.whole:
                self.completed.append(Found(frame.value, frame.start, position + 1, tuple(sorted(self.repairs))))
            if stack[-1].state != "value":
                raise _NotJsonError("not JSON", position + 1)
            _store(stack[-1], frame.value, position)
        return position + 1

    def _skip(self, position: int) -> int:
        """Past blanks and comments."""
        text = self.text
        while True:
            position = _SPACE.match(text, position).end()  # type: ignore[union-attr]  # matches the empty string
            if text.startswith("//", position) or text.startswith("#", position):
                end = text.find("\n", position)
                position = len(text) if end < 0 else end
            elif text.startswith("/*", position):
                end = text.find("*/", position + 2) if position < self.no_block_end_after else -1
                if end < 0:
                    self.no_block_end_after = min(self.no_block_end_after, position)
                    raise _NotJsonError("comment never ends", position + 2)
                position = end + 2
            else:
                return position
            self.repairs.add("comment")

    def _key(self, position: int) -> tuple[str, int]:
        if self.text[position] in QUOTES:
            return self._string(position)
        word = _WORD.match(self.text, position)
        if word is None:
            raise _NotJsonError("not JSON", position)
        self.repairs.add("unquoted key")
        return word[0], word.end()

    def _scalar(self, position: int, in_object: bool) -> tuple[Any, int]:
        if self.text[position] in QUOTES:
            return self._string(position)
        number = _NUMBER.match(self.text, position)
        if number is not None:
            value = float(number[0]) if any(mark in number[0] for mark in ".eE") else int(number[0])
            if isinstance(value, float) and not math.isfinite(value):
                raise _NotJsonError("a number is not finite", number.end())
            return value, number.end()
        outside = _NOT_NUMBER.match(self.text, position)
        if outside is not None:
            raise _NotJsonError(f"{outside[0]} is not JSON", outside.end())
        word = _WORD.match(self.text, position)
        if word is None:
            raise _NotJsonError("not JSON", position + (self.text[position] not in "{["))
        if word[0] in _LITERALS:
            if word[0][0].isupper():
                self.repairs.add("Python literal")
            return _LITERALS[word[0]], word.end()
        after = self._skip(word.end())
        if not in_object or word[0].lower() in _NO_VALUES or (after < len(self.text) and self.text[after] not in ",}"):
            raise _NotJsonError("not JSON", word.end())
        self.repairs.add("unquoted value")
        return word[0], word.end()

    def _string(self, start: int) -> tuple[str, int]:
        string = read_string(self.text, start, _LITERAL_QUOTES - self.literal_quotes)
        if string is None:
            raise _NotJsonError("truncated", start + 1, cut=True)
        self.literal_quotes += string.literal_quotes
        self.repairs.update(string.repairs)
        return string.value, string.end


def _store(frame: _Frame, value: Any, position: int) -> None:
    if isinstance(frame.value, dict):
        if frame.key in frame.value and frame.value[frame.key] != value:
            raise _NotJsonError(f"key {frame.key[:40]!r} is given twice with different values", position)
        frame.value[frame.key] = value
    else:
        frame.value.append(value)
    frame.state = "comma"
