"""The run folder: one run, one folder, continued by the same command.

``run.json`` what was asked for · ``calls.sqlite`` every answer · ``grades.parquet`` the grade table · ``results.json``
the figures · ``report.html`` the report · ``data-folder.txt`` where ``--data`` pointed.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from pathlib import Path

from trustmh.engine.lock import LOCK_FILE, RunLock
from trustmh.items import TrustmhError
from trustmh.pillars.table import BY_ID
from trustmh.results.atomic_file import PART_SUFFIX, write_atomically
from trustmh.results.run_record import (
    RUN_RECORD_FILE,
    RunRecord,
    differences,
    read_run_record,
    settings,
    write_run_record,
)

CALLS_FILE = "calls.sqlite"
GRADES_FILE = "grades.parquet"
REPORT_FILE = "report.html"
#: The report of several runs, in the folder of the first; the report of that run alone stays.
COMPARISON_FILE = "comparison.html"
#: Where ``--data`` pointed: a default for later commands on this folder. Not part of the record, which says what was run,
#: not where: files may be moved, and a record is passed on.
DATA_FOLDER_FILE = "data-folder.txt"
#: Where runs go unless --out says otherwise.
RUNS = Path("runs")


def default_folder(record: RunRecord) -> Path:
    """A name that follows from the run itself, so that the same command finds its folder again."""
    digest = hashlib.sha256(json.dumps(settings(record), sort_keys=True).encode()).hexdigest()[:8]
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", record.model.name).strip("-.")[:60] or "model"
    return RUNS / f"{name}-{record.suite}-{digest}"


def open_folder(folder: Path, record: RunRecord) -> RunRecord:
    """Make the folder of a new run, or find that it holds this very run and continue it.

    Returns:
        The record that stands in the folder: the given one for a new run, the earlier one (with its date) otherwise.

    Raises:
        TrustmhError: the folder holds another run (the settings that differ are named), holds other things, or cannot
            be written.
    """
    path = folder / RUN_RECORD_FILE
    if path.exists():
        return _same_run(path, record)
    try:
        if folder.exists() and not folder.is_dir():
            raise TrustmhError(f"{folder} is not a folder; name another with --out")
        if folder.is_dir() and not path.exists() and any(map(_is_other_thing, folder.iterdir())):
            raise TrustmhError(f"{folder} is not empty and holds no run; name another folder with --out")
        folder.mkdir(parents=True, exist_ok=True)
        # Of two commands that begin at once, one writes the record and the other finds it.
        with RunLock(folder):
            if path.exists():
                return _same_run(path, record)
            write_run_record(path, record)
    except OSError as error:
        raise TrustmhError(f"run folder {folder} cannot be made: {error.strerror}; name another with --out") from error
    return record


def _same_run(path: Path, record: RunRecord) -> RunRecord:
    """The record that stands there. Raises :class:`TrustmhError` when it is another run's."""
    earlier = read_run_record(path)
    differing = differences(earlier, record)
    if differing:
        raise TrustmhError(
            f"{path.parent} already holds another run; it differs in {', '.join(differing[:6])}. "
            "Name another folder with --out, or repeat the earlier command to continue it"
        )
    return earlier


def _is_other_thing(entry: Path) -> bool:
    """False for what a command leaves that was killed before the record stood there: the lock, half a record."""
    name = entry.name
    return name not in (LOCK_FILE, RUN_RECORD_FILE) and not (
        name.startswith(f".{RUN_RECORD_FILE}.") and name.endswith(PART_SUFFIX)
    )


def existing_run(folder: Path) -> RunRecord:
    """The record of a run folder. Raises :class:`TrustmhError` when there is none."""
    if not folder.is_dir():
        raise TrustmhError(f"{folder}: no such run folder; `trustmh run` prints the folder it writes to")
    record = read_run_record(folder / RUN_RECORD_FILE)
    if not record.subtasks:
        raise TrustmhError(f"{folder / RUN_RECORD_FILE} names no subtask; it is damaged, or not trustmh's")
    unknown = [name for name in record.subtasks if name not in BY_ID]
    if unknown:
        raise TrustmhError(
            f"{folder / RUN_RECORD_FILE} names a subtask {unknown[0][:80]!r} that this trustmh does not have; it was made "
            f"with trustmh {record.trustmh}"
        )
    return record


def remember_data(folder: Path, data: Path | None) -> None:
    """Note in a run folder where the data lay that ``--data`` named. Raises :class:`TrustmhError` when the disk refuses."""
    if data is not None:
        write_atomically(folder / DATA_FOLDER_FILE, os.fsencode(data.absolute()))


def data_of(folder: Path, data: Path | None) -> Path | None:
    """Where the data of a run lie: as named now, else where they lay when it was made; None when neither was named."""
    if data is not None:
        return data
    try:
        return Path(os.fsdecode((folder / DATA_FOLDER_FILE).read_bytes()))
    except OSError:
        return None
