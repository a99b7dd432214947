"""The store's file: its schema, opening it, and SQLite's errors in plain words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from trustmh.items import TrustmhError

SCHEMA_VERSION = 1
#: Marks the file as ours ("tmhc"), so that another program's database is never written to.
_APPLICATION_ID = 0x746D6863
_SCHEMA = """
CREATE TABLE answers (
    key TEXT PRIMARY KEY NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('reply', 'verdict')),
    model TEXT NOT NULL,
    protocol TEXT NOT NULL,
    request TEXT NOT NULL,
    answer TEXT NOT NULL,
    created TEXT NOT NULL,
    input_tokens INTEGER, output_tokens INTEGER, reasoning_tokens INTEGER, cached_tokens INTEGER
);
CREATE TABLE failures (
    key TEXT PRIMARY KEY NOT NULL,
    kind TEXT NOT NULL,
    model TEXT NOT NULL,
    protocol TEXT NOT NULL,
    error TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    updated TEXT NOT NULL
);
"""


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """SQLite's errors as one line that says what to do."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        text = str(error).lower()
        if "full" in text:
            advice = "the disk is full; what was stored before is safe: free some space and run the same command again"
        elif "readonly" in text or "read-only" in text or "unable to open" in text:
            advice = "it cannot be written or opened; check the folder and its permissions"
        elif "locked" in text:
            advice = "another program holds it; close that program and run the same command again"
        elif "not a database" in text or "malformed" in text:
            advice = "the file is damaged or not a call store; move it away or choose another run folder"
        else:
            advice = f"{error}; check disk and file, then run the same command again"
        raise TrustmhError(f"call store {path}: {advice}") from error


def open_for_writing(path: Path) -> sqlite3.Connection:
    """The store at ``path``, made when there is none. The caller holds the folder's lock."""
    with explained(path):
        connection = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
        try:
            if _is_empty(connection):
                connection.execute("PRAGMA journal_mode=WAL")
                connection.execute(f"PRAGMA application_id={_APPLICATION_ID}")
                connection.executescript(f"BEGIN IMMEDIATE;{_SCHEMA}PRAGMA user_version={SCHEMA_VERSION};COMMIT;")
            _check(connection, path)
            connection.execute("PRAGMA synchronous=FULL")
        except BaseException:
            connection.close()
            raise
        return connection


def open_for_reading(path: Path) -> sqlite3.Connection:
    """The store at ``path``, which must exist; also beside a writer, and on a disk that cannot be written."""
    if not path.is_file():
        raise TrustmhError(f"no call store at {path}; name a folder that `trustmh run` wrote")
    # Opening a write-ahead log creates files beside it. On a read-only disk only an immutable open works, and it is
    # right only when no log is left to read.
    log = path.with_name(path.name + "-wal")
    modes = ("mode=ro",) if log.exists() else ("mode=ro", "mode=ro&immutable=1")
    with explained(path):
        for mode in modes:
            connection = sqlite3.connect(
                f"{path.resolve().as_uri()}?{mode}", uri=True, timeout=10, check_same_thread=False
            )
            try:
                _check(connection, path)
            except sqlite3.OperationalError:
                connection.close()
                if mode == modes[-1]:
                    raise
            except BaseException:
                connection.close()
                raise
            else:
                return connection
    raise AssertionError("every mode returns or raises")


def _is_empty(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("SELECT count(*) = 0 FROM sqlite_master").fetchone()[0])


def _check(connection: sqlite3.Connection, path: Path) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if connection.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION_ID:
        raise TrustmhError(f"{path} is not a call store of trustmh; choose another run folder")
    if version != SCHEMA_VERSION:
        raise TrustmhError(
            f"{path} has store version {version}, this trustmh reads version {SCHEMA_VERSION}; "
            "use the trustmh that wrote it, or start a new run folder"
        )
    # The first page may be sound and a later one not: SQLite says so only when the tables are read.
    connection.execute("SELECT count(*) FROM answers").fetchone()
