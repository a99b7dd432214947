"""The call store: every answer durable in one SQLite file before it counts.

Write-ahead log, ``synchronous=FULL``, many answers in one transaction: an answer that :meth:`CallStore.write` returned
for survives kill -9 and power loss, and 64 connections do not wait for one disk flush each.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from trustmh.engine.calls import Answer, Call, Kind, Usage
from trustmh.engine.lock import RunLock
from trustmh.engine.store_file import explained, open_for_reading, open_for_writing
from trustmh.items import UNREADABLE, TrustmhError

_CHUNK = 500
# A whole batch in one statement: row by row, the writer's thread would hand the interpreter back and forth for each,
# and beside a busy event loop answers would reach the disk a quarter of a second late.
_COLUMNS = ", ".join(f"json_extract(value, '$[{column}]')" for column in range(11))
_INSERT = f"INSERT OR IGNORE INTO answers SELECT {_COLUMNS} FROM json_each(?)"
_CLEAR = "DELETE FROM failures WHERE key IN (SELECT json_extract(value, '$[0]') FROM json_each(?))"


@dataclass(frozen=True, slots=True)
class Spent:
    """What a model's stored answers cost. ``unmetered`` answers came without usage and are not in the sums."""

    answers: int
    unmetered: int
    tokens: Usage


class CallStore:
    """Answers by call key, in one file. Writers hold the folder's lock; readers may open beside a writer.

    Args:
        path: the SQLite file; its folder is made when missing (not for readers).
        read_only: open without the lock and refuse writes.

    Raises:
        TrustmhError: another process writes to the folder, the file is no call store, of another version, or damaged.
    """

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        self.read_only = read_only
        # One connection for the event loop and the writer's thread, one at a time.
        self._turn = threading.Lock()
        self._lock = None if read_only else RunLock(path.parent)
        try:
            self._connection = open_for_reading(path) if read_only else open_for_writing(path)
        except BaseException:
            self.close()
            raise

    def answers(self, keys: Iterable[str]) -> dict[str, Answer]:
        """The stored answers among ``keys``; keys without an answer are left out."""
        found: dict[str, Answer] = {}
        for key, text in self._select("SELECT key, answer FROM answers WHERE key IN ({})", keys):
            try:
                found[key] = Answer.from_json(text)
            except UNREADABLE as error:
                raise TrustmhError(
                    f"call store {self.path}: the answer {key[:12]}… cannot be read; move the file away and run again"
                ) from error
        return found

    def stored(self, keys: Iterable[str]) -> set[str]:
        """Those of ``keys`` that have an answer, without reading the answers."""
        return {row[0] for row in self._select("SELECT key FROM answers WHERE key IN ({})", keys)}

    def failures(self, keys: Iterable[str]) -> dict[str, str]:
        """The last error of each of ``keys`` that failed and has no answer."""
        return dict(self._select("SELECT key, error FROM failures WHERE key IN ({})", keys))

    def write(self, batch: Sequence[tuple[Call, Answer]], kind: Kind) -> None:
        """Store answers in one transaction; when it returns they are on disk. A stored answer is never replaced."""
        now = _now()
        rows = json.dumps([_row(call, answer, kind, now) for call, answer in batch], ensure_ascii=True)
        with self._transaction() as connection:
            connection.execute(_INSERT, (rows,))
            connection.execute(_CLEAR, (rows,))

    def take(self, other: CallStore, models: Collection[str]) -> None:
        """Store what another store holds of these models, answers and failures, in one transaction.

        What stands here already stays. ``models``: identities, as in the keys of their calls.
        """
        marks = ",".join("?" * len(models))
        wanted = tuple(models)
        with explained(other.path), other._turn:
            answers = other._connection.execute(f"SELECT * FROM answers WHERE model IN ({marks})", wanted)
            failures = other._connection.execute(f"SELECT * FROM failures WHERE model IN ({marks})", wanted).fetchall()
            with self._transaction() as connection:
                connection.executemany(f"INSERT OR IGNORE INTO answers VALUES ({','.join('?' * 11)})", answers)
                connection.executemany(f"INSERT OR IGNORE INTO failures VALUES ({','.join('?' * 7)})", failures)
                connection.execute("DELETE FROM failures WHERE key IN (SELECT key FROM answers)")

    def fail(self, key: str, call: Call, error: str, kind: Kind = "reply") -> None:
        """Note that a call got no answer; it is asked again when the run continues."""
        self.fail_many([(call, error)], kind)

    def fail_many(self, batch: Sequence[tuple[Call, str]], kind: Kind) -> None:
        """Note failures in one transaction."""
        now = _now()
        with self._transaction() as connection:
            connection.executemany(
                "INSERT INTO failures VALUES (?,?,?,?,?,1,?) ON CONFLICT(key) DO UPDATE SET "
                "error = excluded.error, attempts = attempts + 1, updated = excluded.updated",
                [(call.key, kind, call.model, call.protocol, error, now) for call, error in batch],
            )

    def counts(self) -> dict[str, int]:
        """Stored answers per kind, and ``failed`` calls without an answer."""
        with explained(self.path), self._turn:
            counts = dict(self._connection.execute("SELECT kind, count(*) FROM answers GROUP BY kind"))
            failed = self._connection.execute("SELECT count(*) FROM failures").fetchone()[0]
        return {"reply": counts.get("reply", 0), "verdict": counts.get("verdict", 0), "failed": failed}

    def usage(self) -> dict[str, Spent]:
        """Tokens per model over all stored answers."""
        query = (
            "SELECT model, count(*), sum(input_tokens IS NULL), total(input_tokens), total(output_tokens), "
            "total(reasoning_tokens), total(cached_tokens) FROM answers GROUP BY model ORDER BY model"
        )
        with explained(self.path), self._turn:
            rows = self._connection.execute(query).fetchall()
        return {row[0]: Spent(row[1], row[2], Usage(*(int(count) for count in row[3:]))) for row in rows}

    def _select(self, query: str, keys: Iterable[str]) -> list[tuple[Any, ...]]:
        wanted = list(dict.fromkeys(keys))
        rows: list[tuple[Any, ...]] = []
        with explained(self.path), self._turn:
            for start in range(0, len(wanted), _CHUNK):
                chunk = wanted[start : start + _CHUNK]
                rows += self._connection.execute(query.format(",".join("?" * len(chunk))), chunk).fetchall()
        return rows

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        if self.read_only:
            raise TrustmhError(f"call store {self.path} was opened for reading only")
        with explained(self.path), self._turn:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                # On a full disk SQLite has rolled back already.
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Close the file and give the folder back. Safe to call twice."""
        connection = getattr(self, "_connection", None)
        if connection is not None:
            connection.close()
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> CallStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _row(call: Call, answer: Answer, kind: Kind, now: str) -> tuple[str | int | None, ...]:
    usage = answer.usage
    tokens: tuple[int | None, ...] = (None, None, None, None)
    if usage is not None:
        tokens = (usage.input_tokens, usage.output_tokens, usage.reasoning_tokens, usage.cached_tokens)
    return (call.key, kind, call.model, call.protocol, call.request, answer.to_json(), now, *tokens)
