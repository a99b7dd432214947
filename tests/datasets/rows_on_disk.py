"""Writing small files in the form of a dataset, for the loaders' tests."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from trustmh.datasets import catalogue


def write_jsonl(path: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def write_json(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


def write_csv(path: Path, header: Sequence[str], rows: Sequence[Sequence[object]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(header)
        writer.writerows(rows)
    return path


def declare(monkeypatch: pytest.MonkeyPatch, dataset: str, *, items: int | None, counts: Mapping[str, int]) -> None:
    """Let the card of a dataset declare the size of a synthetic file."""
    changed = catalogue.card(dataset).model_copy(update={"items": items, "counts": dict(counts)})
    monkeypatch.setitem(catalogue.cards(), dataset, changed)
