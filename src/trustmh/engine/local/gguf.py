"""Reads what little is needed from a GGUF file's header: that it is one, and the context the model was trained for.

Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md (magic, version, counts, then key-value pairs).
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import IO

from trustmh.items import TrustmhError

#: Type number in the file -> struct format of a scalar.
_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING, _ARRAY = 8, 9
_MOST_PAIRS = 100_000
_LONGEST_STRING = 64 << 20


def trained_context(path: Path) -> int | None:
    """Tokens of context that the model was trained for; None when the file does not say.

    Raises :class:`TrustmhError` when the file is no GGUF file or is cut short.
    """
    try:
        with path.open("rb") as handle:
            if handle.read(4) != b"GGUF":
                raise TrustmhError(f"weights file {path}: not a GGUF file; give the path of one")
            version, _tensors, pairs = _read(handle, "I"), _read(handle, "Q"), _read(handle, "Q")
            if version not in (2, 3) or pairs > _MOST_PAIRS:
                raise TrustmhError(f"weights file {path}: GGUF version {version} is not supported")
            for _ in range(int(pairs)):
                key = _string(handle)
                value = _value(handle, int(_read(handle, "I")))
                if key.endswith(".context_length") and isinstance(value, int):
                    return value
    except (OSError, struct.error, UnicodeDecodeError, EOFError) as error:
        raise TrustmhError(f"weights file {path}: cannot be read ({error}); give a whole GGUF file") from error
    return None


def _read(handle: IO[bytes], form: str) -> int:
    size = struct.calcsize(f"<{form}")
    number: int = struct.unpack(f"<{form}", handle.read(size))[0]
    return number


def _string(handle: IO[bytes]) -> str:
    length = _read(handle, "Q")
    if length > _LONGEST_STRING:
        raise EOFError("a string longer than the format allows")
    data = handle.read(length)
    if len(data) < length:
        raise EOFError("the header is cut short")
    return data.decode("utf-8", errors="replace")


def _value(handle: IO[bytes], kind: int) -> object:
    if kind in _SCALARS:
        return _read(handle, _SCALARS[kind])
    if kind == _STRING:
        return _string(handle)
    if kind != _ARRAY:
        raise EOFError(f"unknown type {kind} in the header")
    inner, count = int(_read(handle, "I")), _read(handle, "Q")
    if inner in _SCALARS:
        handle.seek(count * struct.calcsize(f"<{_SCALARS[inner]}"), 1)
    else:
        for _ in range(count):
            _value(handle, inner)
    return None
