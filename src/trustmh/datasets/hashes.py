"""Hashes of files: SHA-256, and SHA-1 of the git blob where a card knows only that."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from trustmh.datasets.catalogue import PinnedFile
from trustmh.items import TrustmhError

_PIECE = 1 << 20


def git_blob(path: Path) -> str:
    """What ``git hash-object`` says of a file, hex."""
    with _reading(path) as stream:
        digest = hashlib.sha1(b"blob %d\0" % path.stat().st_size, usedforsecurity=False)
        while piece := stream.read(_PIECE):
            digest.update(piece)
        return digest.hexdigest()


def sha256_of(path: Path) -> str:
    """SHA-256 of a file, hex; an empty file has one too. Raises :class:`TrustmhError` when it cannot be read."""
    with _reading(path) as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@contextmanager
def _reading(path: Path) -> Iterator[io.BufferedReader]:
    try:
        with path.open("rb") as stream:
            yield stream
    except OSError as error:
        raise TrustmhError(f"{path}: cannot be read ({error.strerror}); check its permissions") from error


def matches(entry: PinnedFile, path: Path) -> bool:
    """True when a file has the pinned hash; False for another hash and for an entry without one."""
    if entry.bytes is not None and path.stat().st_size != entry.bytes:
        return False
    if entry.sha256 is not None:
        return sha256_of(path) == entry.sha256
    return entry.git_blob is not None and git_blob(path) == entry.git_blob


def difference(entry: PinnedFile, path: Path) -> str:
    """In words, for a message: the hash a file has and the one the card pins."""
    if entry.sha256 is not None:
        return f"SHA-256 {sha256_of(path)[:16]}… and {path.stat().st_size:,} bytes, the card pins {entry.sha256[:16]}…"
    return f"git blob {git_blob(path)[:16]}… and {path.stat().st_size:,} bytes, the card pins {(entry.git_blob or '')[:16]}…"
