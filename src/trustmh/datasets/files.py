"""Reading files from outside: every way a file can be wrong becomes one clear line.

Loaders get text and rows from here and never open a file themselves, so size limits, encodings, byte order marks and
broken CSV or JSON are handled in one place.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from trustmh.items import TrustmhError

#: No file of the benchmark is larger; more is a mistake (a model file, a disk image, a device).
MAX_BYTES = 2_000_000_000
#: Longest line of a JSONL file: far above any item, far below what would exhaust memory.
MAX_LINE_BYTES = 32_000_000


def read_bytes(path: Path, *, limit: int = MAX_BYTES) -> bytes:
    """The bytes of a regular file. Raises :class:`TrustmhError` for a folder, a missing, unreadable, empty or huge file."""
    check_file(path, limit=limit)
    try:
        return path.read_bytes()
    except OSError as error:
        raise TrustmhError(f"{path}: cannot be read ({error.strerror}); check its permissions") from error


def check_file(path: Path, *, limit: int = MAX_BYTES) -> None:
    """Raise :class:`TrustmhError` unless ``path`` is a regular file that is neither empty nor larger than ``limit``."""
    try:
        if path.is_dir():
            raise TrustmhError(f"{path}: is a folder, a file was expected")
        if not path.exists():
            raise TrustmhError(f"{path}: no such file")
        if not path.is_file():
            raise TrustmhError(f"{path}: is not a regular file")
        size = path.stat().st_size
    except OSError as error:
        raise TrustmhError(f"{path}: cannot be read ({error.strerror})") from error
    if size == 0:
        raise TrustmhError(f"{path}: the file is empty; fetch or copy it again")
    if size > limit:
        raise TrustmhError(f"{path}: {size:,} bytes is more than the {limit:,} a file of this kind may have")


def decode(data: bytes, path: Path) -> str:
    """UTF-8 text with a byte order mark dropped. Raises :class:`TrustmhError` with the byte and line of the fault."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise TrustmhError(
            f"{path}: not UTF-8 at byte {error.start} (line {line}); save the file as UTF-8 or fetch it again"
        ) from error
    if "\x00" in text:
        raise TrustmhError(f"{path}: holds NUL bytes; this is not a text file")
    return text


def read_text(path: Path) -> str:
    """A whole UTF-8 text file. Errors as in :func:`read_bytes` and :func:`decode`."""
    return decode(read_bytes(path), path)


def read_csv(path: Path, columns: Sequence[str], *, text: str | None = None) -> list[dict[str, str]]:
    """Rows of a CSV file with a header, every field a string.

    Args:
        path: the file, named in every error.
        columns: columns that must be present; further ones are kept.
        text: the file's text when the loader had to repair it first.

    Raises:
        TrustmhError: header wrong, a row with too few or too many fields (a truncated file shows up here), no rows.
    """
    body = read_text(path) if text is None else text
    # A field may be as long as the file: the default limit of 131,072 characters is below real posts.
    csv.field_size_limit(max(len(body), 131_072))
    reader = csv.reader(io.StringIO(body, newline=""), strict=True)
    rows: list[dict[str, str]] = []
    try:
        header = next(reader, [])
        missing = [name for name in columns if name not in header]
        if missing:
            found = ", ".join(repr(name[:40]) for name in header[:12])
            raise TrustmhError(f"{path}: column {', '.join(missing)} is missing; found {found}")
        for fields in reader:
            if not fields:
                continue
            if len(fields) != len(header):
                raise TrustmhError(
                    f"{path}: the record ending at line {reader.line_num} has {len(fields)} fields, the header has "
                    f"{len(header)}; the file may be truncated"
                )
            rows.append(dict(zip(header, fields, strict=True)))
    except csv.Error as error:
        raise TrustmhError(f"{path}: broken CSV near line {reader.line_num} ({error}); is it truncated?") from error
    if not rows:
        raise TrustmhError(f"{path}: holds a header but no rows")
    return rows


def iterate_jsonl(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Line number and object of every non-blank line of a JSON Lines file, in flat memory.

    Raises:
        TrustmhError: a line that is not UTF-8, not JSON, not an object, holds NaN or Infinity, or is absurdly long.
    """
    check_file(path)
    with path.open("rb") as stream:
        number = 0
        while line := stream.readline(MAX_LINE_BYTES + 1):
            number += 1
            if len(line) > MAX_LINE_BYTES:
                raise TrustmhError(f"{path}:{number}: a line of more than {MAX_LINE_BYTES:,} bytes; not a JSONL file")
            if number == 1:
                line = line.removeprefix(b"\xef\xbb\xbf")
            if line.strip():
                yield number, parse_object(line, f"{path}:{number}")


def parse_object(line: bytes, where: str) -> dict[str, Any]:
    """One JSON object. Raises :class:`TrustmhError` that starts with ``where``."""
    try:
        value = json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise TrustmhError(f"{where}: not UTF-8 at byte {error.start} of the line") from error
    except RecursionError as error:
        raise TrustmhError(f"{where}: JSON nested too deeply") from error
    except ValueError as error:
        raise TrustmhError(f"{where}: not valid JSON ({error})") from error
    if not isinstance(value, dict):
        raise TrustmhError(f"{where}: a JSON object was expected, found {type(value).__name__}")
    return value


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def sha256(path: Path) -> str:
    """SHA-256 of a file, hex, read in pieces."""
    check_file(path)
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
