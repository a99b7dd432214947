"""The store of model weights: one file per hash, whatever source it came from."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from trustmh.datasets.cache import models_folder
from trustmh.engine.local.catalogue import LocalModel
from trustmh.engine.local.sources import SOURCES, Source, SourceError
from trustmh.items import TrustmhError

_CHUNK = 1 << 20
_ROOM_TO_SPARE = 64 << 20


@dataclass(frozen=True, slots=True)
class WeightsProgress:
    """How far weights are: bytes ``done`` of ``total`` from ``source``."""

    model: str
    source: str
    done: int
    total: int


def _ignore(progress: WeightsProgress) -> None:
    """For callers that show nothing."""


def weights(
    model: LocalModel,
    *,
    progress: Callable[[WeightsProgress], None] = _ignore,
    sources: Sequence[tuple[str, Source]] = SOURCES,
) -> Path:
    """The path of ``model``'s weights with the pinned hash, fetched when they are not in the store.

    Another process that wants the same weights waits and then finds them.

    Raises:
        TrustmhError: no source has them (each is named with its reason), no room on the disk, or the folder cannot be
            written. There is no second choice of model.
    """
    folder = models_folder()
    path = folder / f"{model.sha256}.gguf"
    try:
        if _is_there(path, model):
            return path
        folder.mkdir(parents=True, exist_ok=True)
        with _alone(folder / f"{model.sha256}.lock"):
            if not _is_there(path, model):
                _fetch(model, path, progress, sources)
    except OSError as error:
        raise TrustmhError(
            f"model weights: cannot write to {folder}: {error.strerror or error}; free space or set TRUSTMH_CACHE to "
            "another folder"
        ) from error
    return path


def is_here(model: LocalModel) -> bool:
    """Whether the weights are in the store, by name and size; their hash is checked when they are used."""
    path = models_folder() / f"{model.sha256}.gguf"
    return path.is_file() and path.stat().st_size == model.size


def _is_there(path: Path, model: LocalModel) -> bool:
    """True for a file with the pinned hash. It is hashed once; a stamp beside it says which file that was."""
    if not path.is_file():
        return False
    status = path.stat()
    if status.st_size != model.size:
        return False
    stamp = path.with_suffix(".checked")
    seen = f"{status.st_size} {status.st_mtime_ns}"
    if stamp.is_file() and stamp.read_text(encoding="ascii", errors="replace") == seen:
        return True
    if file_sha256(path) != model.sha256:
        return False
    stamp.write_text(seen, encoding="ascii")
    return True


def _fetch(
    model: LocalModel,
    path: Path,
    progress: Callable[[WeightsProgress], None],
    sources: Sequence[tuple[str, Source]],
) -> None:
    free = shutil.disk_usage(path.parent).free
    if free < model.size + _ROOM_TO_SPARE:
        raise TrustmhError(
            f"local/{model.name} needs {model.size / 1e6:.0f} MB in {path.parent}, {free / 1e6:.0f} MB are free; "
            "make room or set TRUSTMH_CACHE to another folder"
        )
    tried: list[str] = []
    for source, open_source in sources:
        try:
            _assemble(model, source, open_source(model), path, progress)
        except SourceError as error:
            tried.append(f"{source}: {error}")
        else:
            return
    raise TrustmhError(
        f"local/{model.name}: the weights could not be had. Tried " + "; ".join(tried) + ". Connect to the network and "
        f"run again, or put the file at {path}"
    )


def _assemble(
    model: LocalModel,
    source: str,
    chunks: Iterator[bytes],
    path: Path,
    progress: Callable[[WeightsProgress], None],
) -> None:
    """Write ``chunks`` beside ``path`` and rename the file only when size and hash are the pinned ones."""
    digest, done = hashlib.sha256(), 0
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix="part-", suffix=".tmp", delete=False) as handle:
        unfinished = Path(handle.name)
        try:
            for chunk in chunks:
                done += len(chunk)
                if done > model.size:
                    raise SourceError(f"gave more than the {model.size} bytes that the weights have")
                digest.update(chunk)
                handle.write(chunk)
                progress(WeightsProgress(model.name, source, done, model.size))
            if digest.hexdigest() != model.sha256:
                raise SourceError(f"gave {done} bytes with another hash ({digest.hexdigest()[:12]}…)")
            handle.flush()
            os.fsync(handle.fileno())
        except BaseException:
            handle.close()
            unfinished.unlink(missing_ok=True)
            raise
    unfinished.chmod(0o644)
    unfinished.replace(path)
    status = path.stat()
    path.with_suffix(".checked").write_text(f"{status.st_size} {status.st_mtime_ns}", encoding="ascii")


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """One process at a time; the others wait. The lock ends with its process."""
    with path.open("a+b") as handle:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def file_sha256(path: Path) -> str:
    """SHA-256 of a file, in hex. Raises :class:`TrustmhError` when it cannot be read."""
    digest = hashlib.sha256()
    try:
        with path.open("rb") as handle:
            while chunk := handle.read(_CHUNK):
                digest.update(chunk)
    except OSError as error:
        raise TrustmhError(f"weights file {path}: {error.strerror}; give the path of a GGUF file") from error
    return digest.hexdigest()
