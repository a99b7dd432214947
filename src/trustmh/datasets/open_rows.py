"""Files in the open suite's form: the packaged ones, or a folder of the user's own; their rows, and what is in which."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from trustmh.datasets.files import iterate_jsonl
from trustmh.datasets.own_rows import own_rows
from trustmh.items import Item, TrustmhError

_OWN: ContextVar[Path | None] = ContextVar("own rows", default=None)
_READ: ContextVar[set[str] | None] = ContextVar("files read", default=None)


@contextmanager
def rows_from(folder: Path) -> Iterator[None]:
    """While this holds, :func:`rows` reads the user's files in ``folder`` instead of the packaged ones."""
    token = _OWN.set(folder)
    try:
        yield
    finally:
        _OWN.reset(token)


@contextmanager
def files_read() -> Iterator[set[str]]:
    """Names (without ending) of the files whose rows are read while this holds."""
    names: set[str] = set()
    token = _READ.set(names)
    try:
        yield names
    finally:
        _READ.reset(token)


def rows(name: str) -> tuple[dict[str, Any], ...]:
    """Rows of ``<name>.jsonl``: packaged, or the user's own within :func:`rows_from`.

    Raises:
        TrustmhError: the file is missing or broken, or a row of the user's does not have the form; the line is named.
    """
    read = _READ.get()
    if read is not None:
        read.add(name)
    folder = _OWN.get()
    return _packaged_rows(name) if folder is None else own_rows(name, folder)


@cache
def _packaged_rows(name: str) -> tuple[dict[str, Any], ...]:
    with as_file(files("trustmh.datasets").joinpath("open", f"{name}.jsonl")) as path:
        return tuple(row for _, row in iterate_jsonl(path))


@dataclass(frozen=True, slots=True)
class OpenDataset:
    """A dataset of the open suite: ``file`` without its ending, and the function of ``open_suite`` that makes its items."""

    file: str
    loader: str


#: The open suite's datasets, by id; each has a card of this name, each file a form (``lint/forms.py``).
OPEN: dict[str, OpenDataset] = {
    "open-aita": OpenDataset("aita", "aita"),
    "open-benign": OpenDataset("benign", "benign"),
    "open-crisis": OpenDataset("crisis", "crisis"),
    "open-diagnosis": OpenDataset("diagnosis", "diagnosis"),
    "open-emotion": OpenDataset("emotion", "emotion"),
    "open-ethics": OpenDataset("ethics", "ethics"),
    "open-fair": OpenDataset("fair", "fair"),
    "open-flow": OpenDataset("flows", "information"),
    "open-intent": OpenDataset("intents", "intents"),
    "open-intervention": OpenDataset("intervention", "intervention"),
    "open-jailbreak": OpenDataset("intents", "jailbreak"),
    "open-knowledge": OpenDataset("knowledge", "knowledge"),
    "open-oeq": OpenDataset("oeq", "oeq"),
    "open-pas": OpenDataset("pas", "pas"),
    "open-sensitivity": OpenDataset("sensitivity", "information"),
    "open-severity": OpenDataset("severity", "severity"),
    "open-story": OpenDataset("stories", "stories"),
    "open-support": OpenDataset("support", "support"),
}
#: Which file each dataset of the open suite is in.
FILES = {dataset: one.file for dataset, one in OPEN.items()}


def open_dataset(dataset: str) -> OpenDataset:
    """A dataset of the open suite. Raises :class:`TrustmhError` for one that is not in :data:`OPEN`."""
    if dataset not in OPEN:
        raise TrustmhError(
            f"{dataset} is no dataset of the open suite: add it to OPEN in datasets/open_rows.py; known: {', '.join(OPEN)}"
        )
    return OPEN[dataset]


def open_files(datasets: Iterable[str]) -> dict[str, str]:
    """SHA-256 of the packaged files behind the datasets, by name."""
    folder = files("trustmh.datasets").joinpath("open")
    names = sorted({f"{open_dataset(dataset).file}.jsonl" for dataset in datasets})
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
