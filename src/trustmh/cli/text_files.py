"""A user's own files: text, one text a line, or JSON Lines with a field; read and written in flat memory."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from trustmh.datasets.files import MAX_LINE_BYTES, check_file, iterate_jsonl
from trustmh.items import TrustmhError
from trustmh.results.atomic_file import target_of

#: The field under which a line of text is handled.
LINE = "text"


class Record(NamedTuple):
    """One line of a file.

    Attributes:
        where: file and line, for messages.
        row: the JSON object, or ``{"text": line}``.
        field: where in the row the text is.
        ending: the line break of a line of text; None for JSON Lines.
    """

    where: str
    row: dict[str, Any]
    field: str
    ending: str | None

    def line(self, value: Any, note: dict[str, Any] | None = None) -> bytes:
        """The line with another value in the field; JSON Lines also keep the note, under ``perturbation``."""
        if self.ending is not None:
            return f"{value}{self.ending}".encode()
        row = {**self.row, self.field: value}
        return json.dumps(row if note is None else {**row, "perturbation": note}, ensure_ascii=False).encode() + b"\n"


def records(path: Path, field: str | None) -> Iterator[Record]:
    """The lines of a file; blank lines of a text file come along with an empty text.

    Raises:
        TrustmhError: not a regular file, not UTF-8, broken JSON, or a field missing or given where there are none.
    """
    if path.suffix.lower() in (".jsonl", ".ndjson"):
        if field is None:
            raise TrustmhError(f"{path}: name the field to perturb with --field")
        return _json_records(path, field)
    if field is not None:
        raise TrustmhError(f"{path}: --field goes with JSON Lines (.jsonl); a text file has one text a line")
    return _text_records(path)


def _json_records(path: Path, field: str) -> Iterator[Record]:
    for number, row in iterate_jsonl(path):
        if field not in row:
            raise TrustmhError(f"{path}:{number}: no field {field!r}; it has {', '.join(map(repr, list(row)[:12]))}")
        yield Record(f"{path}:{number}", row, field, None)


def _text_records(path: Path) -> Iterator[Record]:
    check_file(path)
    with path.open("rb") as stream:
        number = 0
        while line := stream.readline(MAX_LINE_BYTES + 1):
            number += 1
            if len(line) > MAX_LINE_BYTES:
                raise TrustmhError(f"{path}:{number}: a line of more than {MAX_LINE_BYTES:,} bytes; break it up")
            text = _decoded(line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line, f"{path}:{number}")
            body = text.rstrip("\r\n")
            yield Record(f"{path}:{number}", {LINE: body}, LINE, text[len(body) :])


def _decoded(line: bytes, where: str) -> str:
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise TrustmhError(f"{where}: not UTF-8 at byte {error.start} of the line; save the file as UTF-8") from error
    if "\x00" in text:
        raise TrustmhError(f"{where}: holds NUL bytes; this is not a text file")
    return text


@contextmanager
def written(path: Path) -> Iterator[IO[bytes]]:
    """A stream whose content takes the file's name only when all of it is written.

    Raises:
        TrustmhError: when the folder or the disk refuses.
    """
    path = target_of(path)
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        raise TrustmhError(f"cannot write {path}: {error.strerror}; choose another place with --out") from error
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
        mask = os.umask(0)
        os.umask(mask)
        Path(temporary).chmod(0o666 & ~mask)
        Path(temporary).replace(path)
    except OSError as error:
        raise TrustmhError(
            f"cannot write {path}: {error.strerror or error}; choose another place with --out"
        ) from error
    finally:
        Path(temporary).unlink(missing_ok=True)
