"""What a builder makes: files as bytes and a report, written to a folder all or nothing."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trustmh.items import TrustmhError


@dataclass(frozen=True, slots=True)
class Built:
    """The outcome of a build: file name -> bytes, and figures of what was made, kept or left out."""

    files: Mapping[str, bytes]
    report: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Builder:
    """A builder of one internal dataset.

    Attributes:
        name: what ``trustmh data build`` calls it.
        title: the dataset's name.
        summary: what is built from what.
        source: what the source file must be; empty when the package holds the source.
        needs_source: True when the package holds none.
        seeded: whether the seed matters.
        build: source file (or None) and seed to the outcome; the same two give the same bytes.

    """

    name: str
    title: str
    summary: str
    source: str
    needs_source: bool
    seeded: bool
    build: Callable[[Path | None, int], Built]


def jsonl(rows: Iterable[Mapping[str, Any]]) -> bytes:
    """Rows as JSON Lines: UTF-8, keys as given, one line feed a row."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def pretty_json(value: object) -> bytes:
    """A JSON file for people to read, keys as given."""
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()


def write(built: Built, folder: Path) -> list[Path]:
    """Write the files and ``report.json`` into a folder, each in one step. Returns their paths.

    Raises:
        TrustmhError: the folder cannot be made or written to.

    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return [
            _replace(folder / name, data)
            for name, data in {**built.files, "report.json": pretty_json(built.report)}.items()
        ]
    except OSError as error:
        raise TrustmhError(f"{folder}: cannot be written to ({error.strerror}); choose another folder") from error


def _replace(path: Path, data: bytes) -> Path:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        # mkstemp's files are for the owner alone; a dataset is as readable as any other new file.
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return path


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
