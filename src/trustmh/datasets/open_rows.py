"""Files in the open suite's form: the packaged ones, or a folder of the user's own; their rows, and what is in which."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from trustmh.datasets.files import iterate_jsonl
from trustmh.datasets.own_rows import own_rows
from trustmh.items import Item

_OWN: ContextVar[Path | None] = ContextVar("own rows", default=None)


@contextmanager
def rows_from(folder: Path) -> Iterator[None]:
    """While this holds, :func:`rows` reads the user's files in ``folder`` instead of the packaged ones."""
    token = _OWN.set(folder)
    try:
        yield
    finally:
        _OWN.reset(token)


def rows(name: str) -> tuple[dict[str, Any], ...]:
    """Rows of ``<name>.jsonl``: packaged, or the user's own within :func:`rows_from`.

    Raises:
        TrustmhError: the file is missing or broken, or a row of the user's does not have the form; the line is named.
    """
    folder = _OWN.get()
    return _packaged_rows(name) if folder is None else own_rows(name, folder)


@cache
def _packaged_rows(name: str) -> tuple[dict[str, Any], ...]:
    with as_file(files("trustmh.datasets").joinpath("open", f"{name}.jsonl")) as path:
        return tuple(row for _, row in iterate_jsonl(path))


#: Which file each dataset of the open suite is in.
FILES = {
    "open-aita": "aita",
    "open-benign": "benign",
    "open-crisis": "crisis",
    "open-diagnosis": "diagnosis",
    "open-emotion": "emotion",
    "open-ethics": "ethics",
    "open-fair": "fair",
    "open-flow": "flows",
    "open-intent": "intents",
    "open-intervention": "intervention",
    "open-jailbreak": "intents",
    "open-knowledge": "knowledge",
    "open-oeq": "oeq",
    "open-pas": "pas",
    "open-sensitivity": "sensitivity",
    "open-severity": "severity",
    "open-story": "stories",
    "open-support": "support",
}


def own_file(dataset: str, folder: Path) -> Path:
    """The user's file that stands for a dataset of the open suite."""
    return folder / f"{FILES[dataset]}.jsonl"


def open_files(datasets: Iterable[str]) -> dict[str, str]:
    """SHA-256 of the packaged files behind the datasets, by name."""
    folder = files("trustmh.datasets").joinpath("open")
    names = sorted({f"{FILES[dataset]}.jsonl" for dataset in datasets})
    return {f"open/{name}": hashlib.sha256(folder.joinpath(name).read_bytes()).hexdigest() for name in names}


def row_item(
    row: dict[str, Any],
    dataset: str,
    fields: Mapping[str, Any],
    gold: str | None,
    groups: tuple[str, ...],
    *,
    part: str = "",
    extra: Mapping[str, str] = MappingProxyType({}),
) -> Item:
    """An item of a row: ``groups`` are columns, ``part`` tells the items of one row apart, the row is the cluster."""
    return Item(
        id=f"{row['id']}:{part}" if part else row["id"],
        dataset=dataset,
        language=row["language"],
        fields=fields,
        gold=gold,
        cluster=row["id"],
        groups={**extra, **{name: row[name] for name in groups}, "language": row["language"]},
    )
