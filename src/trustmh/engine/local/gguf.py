"""Reads what little is needed from a GGUF file's header: that it is one, and the context the model was trained for.

Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md (magic, version, counts, then key-value pairs).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from trustmh.items import TrustmhError

#: Type number in the file -> struct format of a scalar.
_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING, _ARRAY = 8, 9
_MOST_PAIRS = 100_000
#: Of a list whose elements have to be read one by one; the largest vocabularies have some 300,000 words.
_MOST_ELEMENTS = 10_000_000
_LONGEST_STRING = 64 << 20


def trained_context(path: Path) -> int | None:
    """Tokens of context that the model was trained for; None when the file does not say.

    Raises :class:`TrustmhError` when the file is no GGUF file or is cut short.
    """
    with _opened(path) as (handle, pairs):
        for _ in range(pairs):
            key = _string(handle)
            value = _value(handle, _read(handle, "I"))
            if key.endswith(".context_length") and isinstance(value, int):
                return value if value > 0 else None
    return None


def must_be_gguf(path: Path) -> None:
    """Raise :class:`TrustmhError` unless a file begins as a GGUF file does. To be asked before a file is hashed."""
    with _opened(path):
        pass


@contextmanager
def _opened(path: Path) -> Iterator[tuple[IO[bytes], int]]:
    """The file behind its mark, version and counts, and how many pairs follow. Raises :class:`TrustmhError`."""
    try:
        # Before it is opened: a device may have no end, and a pipe may never open.
        if not path.exists():
            raise TrustmhError(f"weights file {path}: no such file; give the path of a GGUF file")
        if not path.is_file():
            raise TrustmhError(f"weights file {path}: not a regular file; give the path of a GGUF file")
        with path.open("rb") as handle:
            if handle.read(4) != b"GGUF":
                raise TrustmhError(f"weights file {path}: not a GGUF file; give the path of one")
            version, _tensors, pairs = _read(handle, "I"), _read(handle, "Q"), _read(handle, "Q")
            if version not in (2, 3):
                raise TrustmhError(f"weights file {path}: GGUF version {version} is not supported")
            if pairs > _MOST_PAIRS:
                raise EOFError(f"the header announces {pairs:,} pairs, more than {_MOST_PAIRS:,}")
            yield handle, pairs
    except RecursionError as error:
        raise TrustmhError(f"weights file {path}: cannot be read (lists nested too deep)") from error
    except (OSError, ValueError, EOFError) as error:
        raise TrustmhError(f"weights file {path}: cannot be read ({error}); give a whole GGUF file") from error


def _read(handle: IO[bytes], form: str) -> int:
    number: int = struct.unpack(f"<{form}", _bytes(handle, struct.calcsize(f"<{form}")))[0]
    return number


def _bytes(handle: IO[bytes], count: int) -> bytes:
    data = handle.read(count)
    if len(data) < count:
        raise EOFError("the header is cut short")
    return data


def _string(handle: IO[bytes]) -> str:
    length = _read(handle, "Q")
    if length > _LONGEST_STRING:
        raise EOFError("a string longer than the format allows")
    return _bytes(handle, length).decode("utf-8", errors="replace")


def _value(handle: IO[bytes], kind: int) -> object:
    if kind in _SCALARS:
        return _read(handle, _SCALARS[kind])
    if kind == _STRING:
        return _string(handle)
    if kind != _ARRAY:
        raise EOFError(f"unknown type {kind} in the header")
    inner, count = _read(handle, "I"), _read(handle, "Q")
    if inner in _SCALARS:
        handle.seek(count * struct.calcsize(f"<{_SCALARS[inner]}"), 1)
    elif count > _MOST_ELEMENTS:
        raise EOFError(f"a list of {count:,} elements in the header, more than {_MOST_ELEMENTS:,}")
    else:
        for _ in range(count):
            _value(handle, inner)
    return None
