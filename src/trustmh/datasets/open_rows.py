"""The packaged files of the open suite: their rows, and which dataset is in which file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import as_file, files
from types import MappingProxyType
from typing import Any

from trustmh.datasets.files import iterate_jsonl
from trustmh.items import Item


@cache
def rows(name: str) -> tuple[dict[str, Any], ...]:
    """Rows of ``open/<name>.jsonl``. Raises :class:`TrustmhError` when the packaged file is missing or broken."""
    resource = files("trustmh.datasets").joinpath("open", f"{name}.jsonl")
    with as_file(resource) as path:
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
