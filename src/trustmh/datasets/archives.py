"""Taking single files out of archives that are not trusted: no path leaves its folder, nothing grows without bound."""

from __future__ import annotations

import gzip
import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO

from trustmh.items import TrustmhError

MOST_MEMBERS = 20_000
#: A text file is packed to a tenth, repetitive tables to a fiftieth; more is a bomb.
MOST_RATIO = 200
#: Below this size the ratio says nothing.
SMALL = 1_000_000
_PIECE = 1 << 20


def is_zip(path: Path) -> bool:
    """True for a file that begins as a zip archive does."""
    return _starts(path, b"PK\x03\x04") or _starts(path, b"PK\x05\x06")


def is_gzip(path: Path) -> bool:
    """True for a file that begins as a gzip file does."""
    return _starts(path, b"\x1f\x8b")


def zip_members(path: Path) -> list[str]:
    """Names of the files of a zip archive.

    Raises:
        TrustmhError: broken or truncated; a member with an absolute path, ``..``, a drive or a backslash; a link; two
            members of one name; encrypted; too many. One bad member refuses the whole archive.
    """
    with _zip(path) as archive:
        entries = archive.infolist()
        if len(entries) > MOST_MEMBERS:
            raise TrustmhError(f"{path}: {len(entries):,} files in the archive, more than {MOST_MEMBERS:,}; refused")
        for entry in entries:
            _refuse_member(entry, path)
        names = [entry.filename for entry in entries if not entry.is_dir()]
        if len(set(names)) != len(names):
            raise TrustmhError(f"{path}: the archive holds two files of one name; refused")
        return names


def take_zip_member(path: Path, member: str, target: Path, limit: int) -> None:
    """Write the member ``member`` to ``target``, which the caller names: the archive chooses no path.

    Raises:
        TrustmhError: as :func:`zip_members`, and when the member is damaged, or larger than ``limit`` bytes or than
            its packed size allows.
    """
    zip_members(path)
    with _zip(path) as archive:
        entry = archive.getinfo(member)
        most = min(limit, max(entry.compress_size * MOST_RATIO, SMALL))
        if entry.file_size > most:
            raise TrustmhError(f"{path}: {member!r} unpacks to {entry.file_size:,} bytes, more than {most:,}; refused")
        with archive.open(entry) as source:
            _copy(source, target, most, f"{path}: {member!r}")


def take_gzip(path: Path, target: Path, limit: int) -> None:
    """Unpack a gzip file to ``target``. Raises :class:`TrustmhError` when it is truncated, damaged or too large."""
    most = min(limit, max(path.stat().st_size * MOST_RATIO, SMALL))
    try:
        with gzip.open(path, "rb") as source:
            _copy(source, target, most, str(path))
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        target.unlink(missing_ok=True)
        raise TrustmhError(f"{path}: truncated or damaged gzip file ({error}); download it again") from error


def ends_with(member: str, end: str) -> bool:
    """True when the path ``member`` is ``end`` or lies in folders that lead to it."""
    parts, wanted = PurePosixPath(member).parts, PurePosixPath(end).parts
    return parts[-len(wanted) :] == wanted


def _refuse_member(entry: zipfile.ZipInfo, path: Path) -> None:
    name = entry.filename
    shown = repr(name[:80])
    if entry.flag_bits & 0x1:
        raise TrustmhError(f"{path}: {shown} is encrypted; unpack it yourself and give the folder")
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise TrustmhError(f"{path}: {shown} is a link; the archive is refused")
    if name.startswith("/") or "\\" in name or ":" in name.split("/")[0] or ".." in PurePosixPath(name).parts:
        raise TrustmhError(f"{path}: {shown} points outside the archive's folder; the archive is refused")


def _copy(source: IO[bytes] | gzip.GzipFile, target: Path, most: int, what: str) -> None:
    done = 0
    with target.open("wb") as handle:
        while piece := source.read(_PIECE):
            done += len(piece)
            if done > most:
                handle.close()
                target.unlink(missing_ok=True)
                raise TrustmhError(f"{what} unpacks to more than {most:,} bytes; refused")
            handle.write(piece)


@contextmanager
def _zip(path: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, UnicodeDecodeError) as error:
        raise TrustmhError(f"{path}: truncated or damaged zip archive ({error}); download it again") from error
    except OSError as error:
        raise TrustmhError(f"{path}: cannot be read ({error.strerror or error})") from error


def _starts(path: Path, magic: bytes) -> bool:
    try:
        with path.open("rb") as handle:
            return handle.read(len(magic)) == magic
    except OSError as error:
        raise TrustmhError(f"{path}: cannot be read ({error.strerror})") from error
