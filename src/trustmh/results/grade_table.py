"""The grade table: one typed, long Parquet table a run, one row for each measure of each item.

The table is what figures are computed from and what other tools (Polars, pandas, DuckDB, R) read. An item without any
measure keeps one row whose ``measure`` is null, so that every item sent is in the table.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trustmh.items import LANGUAGES, UNREADABLE, Grade, Item, Language, Outcome, Reading, TrustmhError
from trustmh.results.atomic_file import write_anew, write_atomically

if TYPE_CHECKING:
    import pyarrow as pa

GRADE_TABLE_FILE = "grades.parquet"
_FORMAT = (b"trustmh.grade_table", b"2")

#: column -> whether it may be null; all are text except ``score`` and ``kept``.
COLUMNS: Mapping[str, bool] = {
    "pillar": False,
    "subtask": False,
    "item": False,
    "dataset": False,
    "language": False,
    "cluster": False,
    "groups": False,
    "outcome": False,
    "kept": False,
    "rule": False,
    "value": False,
    "gold": False,
    "measure": True,
    "score": True,
    "reason": False,
    "reply_key": False,
    "verdict_key": False,
    "judge": False,
}


@dataclass(frozen=True, slots=True)
class GradedItem:
    """A grade with where it came from.

    Attributes:
        pillar: id of the subtask's pillar.
        grade: the grade; read back from disk its item carries no ``fields``.
        reply_key: key of the reply call in the store.
        verdict_keys: measure -> key of the verdict call it rests on; unjudged measures are absent.
        judge: name of the judge, empty when none was asked.
    """

    pillar: str
    grade: Grade
    reply_key: str = ""
    verdict_keys: Mapping[str, str] = field(default_factory=dict)
    judge: str = ""


def write_grades(path: Path, graded: Iterable[GradedItem]) -> None:
    """Write the grade table, whole or not at all. The same grades in the same order give the same bytes.

    Raises:
        TrustmhError: when the disk refuses.
        ValueError: for an item that is graded twice in one subtask, or a score that is not finite.
    """
    import pyarrow as pa
    from pyarrow import parquet

    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    seen: set[tuple[str, str]] = set()
    for one in graded:
        key = (one.grade.subtask, one.grade.item.id)
        if key in seen:
            raise ValueError(f"item {key[1]} is graded twice in {key[0]}")
        seen.add(key)
        for row in _rows(one):
            for name, cell in zip(COLUMNS, row, strict=True):
                columns[name].append(cell)
    sink = pa.BufferOutputStream()
    parquet.write_table(pa.table(columns, schema=_schema()), sink, compression="zstd", version="2.6")
    write_atomically(path, sink.getvalue().to_pybytes())


def read_grades(path: Path) -> list[GradedItem]:
    """Read a grade table back, in the order it was written.

    Raises:
        TrustmhError: when the file is missing, truncated, no Parquet, or no grade table of this format.
    """
    table = _read_table(path)
    columns = table.to_pydict()
    graded: list[GradedItem] = []
    try:
        for start, end in _item_spans(columns["subtask"], columns["item"]):
            graded.append(_graded_item(columns, start, end))
    except UNREADABLE as error:
        raise TrustmhError(
            f"grade table {path} holds a row that cannot be read ({error}); {write_anew(path)}"
        ) from error
    return graded


def _schema() -> pa.Schema:
    import pyarrow as pa

    fields = [
        pa.field(name, pa.float64() if name in ("score", "kept") else pa.string(), nullable=nullable)
        for name, nullable in COLUMNS.items()
    ]
    return pa.schema(fields, metadata={_FORMAT[0]: _FORMAT[1]})


def _read_table(path: Path) -> pa.Table:
    import pyarrow as pa
    from pyarrow import parquet

    try:
        # No helper threads: one that still runs when the interpreter ends can abort it, and the table is small.
        with parquet.ParquetFile(pa.BufferReader(path.read_bytes()), pre_buffer=False) as file:
            table = file.read(use_threads=False)
    except FileNotFoundError as error:
        raise TrustmhError(f"no grade table at {path}; {write_anew(path)}") from error
    except (OSError, pa.ArrowException) as error:
        raise TrustmhError(f"grade table {path} is damaged or no Parquet file; {write_anew(path)}") from error
    if (table.schema.metadata or {}).get(_FORMAT[0]) != _FORMAT[1] or not table.schema.equals(_schema()):
        raise TrustmhError(f"{path} is a Parquet file but no grade table of this version; {write_anew(path)}")
    return table


def _rows(one: GradedItem) -> Iterator[tuple[Any, ...]]:
    grade, item = one.grade, one.grade.item
    head = (
        one.pillar,
        grade.subtask,
        item.id,
        item.dataset,
        item.language,
        item.cluster,
        _json(dict(sorted(item.groups.items()))),
        grade.outcome.value,
        grade.kept,
        grade.reading.rule,
        _json(grade.reading.value),
        _json(item.gold),
    )
    for measure, score in grade.measures.items() or [(None, None)]:
        if score is not None and not math.isfinite(score):
            raise ValueError(f"{grade.subtask} {item.id}: {measure} is {score}; an unscored measure is None")
        reason = grade.reasons.get(measure, "") if measure is not None else ""
        tail = (measure, score, reason, one.reply_key, one.verdict_keys.get(measure or "", ""), one.judge)
        yield tuple(_encodable(cell) if isinstance(cell, str) else cell for cell in head + tail)


def _graded_item(columns: Mapping[str, list[Any]], start: int, end: int) -> GradedItem:
    first = {name: cells[start] for name, cells in columns.items()}
    if first["language"] not in LANGUAGES:
        raise ValueError(f"language {first['language']!r}")
    language: Language = first["language"]
    measures, reasons, verdict_keys = {}, {}, {}
    for row in range(start, end):
        measure = columns["measure"][row]
        if measure is None:
            continue
        measures[measure] = columns["score"][row]
        if columns["reason"][row]:
            reasons[measure] = columns["reason"][row]
        if columns["verdict_key"][row]:
            verdict_keys[measure] = columns["verdict_key"][row]
    item = Item(
        id=first["item"],
        dataset=first["dataset"],
        language=language,
        fields={},
        gold=json.loads(first["gold"]),
        cluster=first["cluster"],
        groups=json.loads(first["groups"]),
    )
    outcome = Outcome(first["outcome"])
    reading = Reading(outcome=outcome, value=json.loads(first["value"]), rule=first["rule"])
    grade = Grade(first["subtask"], item, outcome, reading, measures, reasons, first["kept"])
    return GradedItem(first["pillar"], grade, first["reply_key"], verdict_keys, first["judge"])


def _item_spans(subtasks: list[str], items: list[str]) -> Iterator[tuple[int, int]]:
    start = 0
    for row in range(1, len(items) + 1):
        if row == len(items) or (subtasks[row], items[row]) != (subtasks[start], items[start]):
            yield start, row
            start = row


def _json(value: Any) -> str:
    # ASCII only: a model may write half a surrogate pair, which JSON can hold and UTF-8 cannot.
    return json.dumps(value, ensure_ascii=True, allow_nan=False)


def _encodable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
