"""Reading files from outside: every way a file can be wrong becomes one clear line.

Loaders get text and rows from here and never open a file themselves, so size limits, encodings, byte order marks and
broken CSV or JSON are handled in one place.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from trustmh.items import TrustmhError


class MissingDataError(TrustmhError):
    """Data that is not here; ``name`` says which: a published dataset, or a file of the user's own."""

    def __init__(self, message: str, name: str) -> None:
        super().__init__(message)
        self.name = name


#: No file of the benchmark is larger; more is a mistake (a model file, a disk image, a device).
MAX_BYTES = 2_000_000_000
#: Longest line of a JSONL file: far above any item, far below what would exhaust memory.
MAX_LINE_BYTES = 32_000_000
#: A JSON file is read whole, at several times its size in memory.
MAX_JSON_BYTES = 500_000_000
#: First bytes of files that are mistaken for data files, by what they are.
_NOT_DATA = {
    b"\x1f\x8b": "a gzip archive",
    b"pk\x03\x04": "a zip archive",
    b"bzh": "a bzip2 archive",
    b"\xfd7zxz": "an xz archive",
    b"par1": "a Parquet file",
    b"<!doctype": "a web page",
    b"<html": "a web page",
    b"version https://git-lfs": "a Git LFS pointer",
    b"\xff\xfe": "UTF-16 text",
    b"\xfe\xff": "UTF-16 text",
}
_KINDS = {
    bool: "a truth value",
    int: "a number",
    float: "a number",
    str: "a text",
    list: "a list",
    dict: "an object",
}
_REMEDY = {
    "UTF-16 text": "save it as UTF-8",
    "a web page": "the download was refused or needs a login; fetch it again",
    "a Git LFS pointer": "fetch the file it points to",
    "a Parquet file": "save it as CSV or JSON Lines",
}
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


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


def check_is_text(head: bytes, path: Path) -> None:
    """Raise :class:`TrustmhError` when a file begins like an archive, a web page or another kind of file."""
    start = head[:64].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    for magic, kind in _NOT_DATA.items():
        if start.startswith(magic):
            raise TrustmhError(f"{path}: is {kind}, not the data file itself; {_REMEDY.get(kind, 'unpack it first')}")


def _open(path: Path) -> io.BufferedReader:
    try:
        return path.open("rb")
    except OSError as error:
        raise TrustmhError(f"{path}: cannot be read ({error.strerror}); check its permissions") from error


def decode(data: bytes, path: Path) -> str:
    """UTF-8 text with a byte order mark dropped. Raises :class:`TrustmhError` with the byte and line of the fault."""
    check_is_text(data, path)
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


def text_lines(path: Path) -> Iterator[str]:
    """Lines of a UTF-8 file with their ends as they are, a byte order mark dropped, one line in memory.

    Raises:
        TrustmhError: not UTF-8, NUL bytes, or a line of more than :data:`MAX_LINE_BYTES`.

    """
    check_file(path)
    with _open(path) as stream:
        check_is_text(stream.peek(64), path)
        number = 0
        while line := stream.readline(MAX_LINE_BYTES + 1):
            number += 1
            if len(line) > MAX_LINE_BYTES:
                raise TrustmhError(f"{path}:{number}: a line of more than {MAX_LINE_BYTES:,} bytes; not a text table")
            if number == 1:
                line = line.removeprefix(b"\xef\xbb\xbf")
            try:
                text = line.decode("utf-8")
            except UnicodeDecodeError as error:
                raise TrustmhError(
                    f"{path}: not UTF-8 at byte {error.start} of line {number}; save the file as UTF-8 or fetch it again"
                ) from error
            if "\x00" in text:
                raise TrustmhError(f"{path}: holds NUL bytes at line {number}; this is not a text file")
            yield text


def iterate_jsonl(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Line number and object of every non-blank line of a JSON Lines file, in flat memory.

    Raises:
        TrustmhError: a line that is not UTF-8, not JSON, not an object, holds NaN or Infinity, or is absurdly long;
            or no row at all.
    """
    check_file(path)
    empty = True
    with _open(path) as stream:
        check_is_text(stream.peek(64), path)
        number = 0
        while line := stream.readline(MAX_LINE_BYTES + 1):
            number += 1
            if len(line) > MAX_LINE_BYTES:
                raise TrustmhError(f"{path}:{number}: a line of more than {MAX_LINE_BYTES:,} bytes; not a JSONL file")
            if number == 1:
                line = line.removeprefix(b"\xef\xbb\xbf")
            if line.strip():
                empty = False
                yield number, parse_object(line, f"{path}:{number}")
    if empty:
        raise TrustmhError(f"{path}: holds blank lines only")


def parse_object(line: bytes, where: str) -> dict[str, Any]:
    """One JSON object, a line of JSON Lines. Raises :class:`TrustmhError` that starts with ``where``."""
    value = parse_json(line, where, doubt="each line must be one whole JSON object")
    if not isinstance(value, dict):
        raise TrustmhError(f"{where}: one JSON object a line was expected, found {json_kind(value)}")
    return value


def read_json_array(path: Path, *, nan_is_null: bool = False) -> list[dict[str, Any]]:
    """The objects of a JSON array file.

    Args:
        path: the file.
        nan_is_null: read the tokens NaN and Infinity, which are not JSON, as null instead of refusing the file.

    Raises:
        TrustmhError: not JSON, not an array of objects, or an empty array.
    """
    data = read_bytes(path, limit=MAX_JSON_BYTES)
    check_is_text(data, path)
    value = parse_json(data.removeprefix(b"\xef\xbb\xbf"), str(path), nan_is_null=nan_is_null)
    if not isinstance(value, list) or not value:
        raise TrustmhError(f"{path}: a JSON array with rows was expected, found {json_kind(value)}")
    for index, row in enumerate(value):
        if not isinstance(row, dict):
            raise TrustmhError(f"{path}: row {index}: a JSON object was expected, found {json_kind(row)}")
    return value


def parse_json(data: bytes, where: str, *, nan_is_null: bool = False, doubt: str = "is it truncated?") -> Any:
    """One JSON value of UTF-8 bytes. Raises :class:`TrustmhError` that starts with ``where``; ``doubt`` ends a fault of form."""
    try:
        value = (_LENIENT if nan_is_null else _STRICT).decode(data.decode("utf-8"))
        if b"\\u" in data and _SURROGATE.search(data):
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeDecodeError as error:
        raise TrustmhError(f"{where}: not UTF-8 at byte {error.start}; save it as UTF-8 or fetch it again") from error
    except UnicodeEncodeError as error:
        raise TrustmhError(f"{where}: holds half of a surrogate pair, which is no text") from error
    except RecursionError as error:
        raise TrustmhError(f"{where}: JSON nested too deeply") from error
    except ValueError as error:
        raise TrustmhError(f"{where}: not valid JSON ({_json_fault(error)}); {doubt}") from error
    return value


def _json_fault(error: ValueError) -> str:
    if not isinstance(error, json.JSONDecodeError):
        return str(error)
    line = f"line {error.lineno} " if error.lineno > 1 else ""
    return f"{error.msg.removesuffix(' at').lower()}, {line}column {error.colno}"


def json_kind(value: object) -> str:
    """What a value read from JSON is, in words for a message."""
    if value is None:
        return "null"
    if value == []:
        return "an empty list"
    return _KINDS[type(value)]


def _null(name: str) -> None:
    return None


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


#: Made once: making a decoder takes longer than most rows.
_STRICT = json.JSONDecoder(parse_constant=_no_constant)
_LENIENT = json.JSONDecoder(parse_constant=_null)


def sha256(path: Path) -> str:
    """SHA-256 of a file, hex, read in pieces."""
    check_file(path)
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
