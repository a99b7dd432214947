"""Replies that exist already: recorded elsewhere, or by a system that has no interface to call.

One JSON object a line, in the ``*.jsonl`` files of a folder and of the folders in it: ``item`` and ``reply``, and
optionally ``judge_replies`` (judge: its text, or its texts by rubric), ``stop``, ``reasoning`` and ``row``. Two more shapes hold no raw
reply: a ``choice`` with ``reasoning``, and a bare ``rating``; their text is rebuilt and the reply marked so.

Files are untrusted. Whatever cannot be used is named with file and line and counted; nothing is guessed.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Literal

from trustmh.engine.recorded_line import LineError, RecordedReply, read_line
from trustmh.items import TrustmhError

#: A line longer than this is no reply.
_LONGEST_LINE = 16 << 20
_BOM = b"\xef\xbb\xbf"

ProblemKind = Literal[
    "missing",
    "duplicate",
    "unknown item",
    "broken line",
    "broken file",
    "unknown rubric",
    "unclear verdict",
    "unread verdict",
]


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with recorded replies. ``line`` is 0 when the whole file (or no file) is meant."""

    kind: ProblemKind
    file: str
    line: int
    detail: str
    item: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " if self.line else f"{self.file}: " if self.file else ""
        return f"{place}{self.kind}: {self.detail}"


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a folder of recorded replies holds.

    Attributes:
        replies: wanted item id -> reply; of duplicates the first one in file and line order.
        files: file name (relative to the folder) -> all its usable replies in line order, duplicates and unknown items
            included, as reference scoring needs them.
        problems: everything missing, duplicate, unknown or broken.
        notes: what was tolerated and is worth knowing.
    """

    replies: Mapping[str, RecordedReply]
    files: Mapping[str, tuple[RecordedReply, ...]]
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """True when nothing is missing, duplicate, unknown or broken."""
        return not self.problems

    @property
    def judges(self) -> tuple[str, ...]:
        """Names of the judges whose replies were recorded."""
        return tuple(sorted({judge for reply in self.replies.values() for judge in reply.judge_replies}))

    def counts(self) -> dict[str, int]:
        """Problems by kind."""
        return dict(sorted(Counter(problem.kind for problem in self.problems).items()))


@dataclass
class _Reading:
    """What has been gathered so far."""

    wanted: Collection[str]
    known: Collection[str]
    replies: dict[str, RecordedReply] = field(default_factory=dict)
    files: dict[str, tuple[RecordedReply, ...]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def read_recorded(folder: Path, wanted: Collection[str], known: Collection[str] = ()) -> Recorded:
    """All recorded replies below ``folder``.

    Args:
        folder: holds ``*.jsonl`` files, itself or in folders one level down.
        wanted: ids of the items that replies are wanted for (a mapping by id will do).
        known: ids of further items, whose replies are no problem and are left alone: the rest of the data, where a part
            of it is wanted.

    Raises:
        TrustmhError: the folder is not there, cannot be read, or holds no ``*.jsonl`` file.
    """
    reading = _Reading(wanted, known)
    found, reading.problems = _files(folder)
    for path in found:
        _read_file(path, path.relative_to(folder).as_posix(), reading)
    reading.problems += [
        Problem("missing", "", 0, f"no reply for item {item}", item) for item in wanted if item not in reading.replies
    ]
    return Recorded(reading.replies, reading.files, tuple(reading.problems), tuple(reading.notes))


def _files(folder: Path) -> tuple[list[Path], list[Problem]]:
    """The files to read, and those that cannot be reached: in a folder that may not be read, or too deep in it."""
    if not folder.is_dir():
        what = "a file, not a folder" if folder.exists() else "not there"
        raise TrustmhError(f"recorded replies: {folder} is {what}; name the folder that holds the *.jsonl files")
    found: list[Path] = []
    problems: list[Problem] = []

    def unreadable(error: OSError) -> None:
        place = Path(error.filename or folder)
        if place == folder:
            raise TrustmhError(f"recorded replies: {folder} cannot be read: {error.strerror}") from error
        name = place.relative_to(folder).as_posix()
        problems.append(Problem("broken file", name, 0, f"folder cannot be read: {error.strerror}"))

    for place, below, names in os.walk(folder, onerror=unreadable, followlinks=True):
        inside = Path(place).relative_to(folder)
        depth = len(inside.parts)
        # One folder further is looked at, to name what lies too deep; no deeper, so that links cannot lead in a ring.
        below[:] = sorted(below) if depth < 2 else []
        # A folder that is called like a file is looked at as one, and named as broken.
        for name in sorted(one for one in (*names, *below) if one.endswith(".jsonl")):
            if depth < 2:
                found.append(Path(place) / name)
            else:
                shown = (inside / name).as_posix()
                problems.append(
                    Problem("broken file", shown, 0, "lies too deep: at most one folder below the one named")
                )
    if not found and not problems:
        raise TrustmhError(f"recorded replies: no *.jsonl file in {folder} or a folder in it")
    return sorted(found), problems


def _read_file(path: Path, name: str, reading: _Reading) -> None:
    if not path.is_file():
        reading.problems.append(Problem("broken file", name, 0, "not a file"))
        return
    replies: list[RecordedReply] = []
    lines = 0
    try:
        with path.open("rb") as handle:
            for number, line in _lines(handle):
                lines = number
                marked = number == 1 and line.startswith(_BOM)
                if marked:
                    reading.notes.append(f"{name}: begins with a byte order mark, which was skipped")
                _take(line.removeprefix(_BOM) if marked else line, name, number, reading, replies)
    except OSError as error:
        reading.problems.append(Problem("broken file", name, lines, f"cannot be read: {error.strerror}"))
    reading.files[name] = tuple(replies)
    if not replies and not any(problem.file == name for problem in reading.problems):
        reading.problems.append(Problem("broken file", name, 0, "holds no reply"))


def _lines(handle: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Numbered lines; the rest of an overlong one is skipped, so that one line cannot fill the memory."""
    number = 0
    while line := handle.readline(_LONGEST_LINE + 1):
        number += 1
        yield number, line
        while len(line) > _LONGEST_LINE and not line.endswith(b"\n"):
            line = handle.readline(_LONGEST_LINE + 1)
            if not line:
                return


def _take(line: bytes, name: str, number: int, reading: _Reading, replies: list[RecordedReply]) -> None:
    if not line.strip():
        return
    try:
        if len(line) > _LONGEST_LINE:
            raise LineError(f"longer than {_LONGEST_LINE >> 20} MB")
        reply = read_line(line, name, number)
    except LineError as error:
        reading.problems.append(Problem("broken line", name, number, str(error)))
        return
    replies.append(reply)
    first = reading.replies.get(reply.item)
    if reply.item not in reading.wanted:
        if reply.item not in reading.known:
            reading.problems.append(
                Problem("unknown item", name, number, f"no item is called {reply.item[:80]!r}", reply.item)
            )
    elif first is not None:
        reading.problems.append(
            Problem(
                "duplicate",
                name,
                number,
                f"item {reply.item} was answered at {first.file}:{first.line} already",
                reply.item,
            )
        )
    else:
        reading.replies[reply.item] = reply
