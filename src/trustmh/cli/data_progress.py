"""Progress of fetching and hashing on standard error: a bar on a terminal, else a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

from trustmh.datasets.fetching import FetchProgress

_QUIET_SECONDS = 15.0


@contextmanager
def download_progress() -> Iterator[Callable[[FetchProgress], None]]:
    """A function to tell how far a download is."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _lines()
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as bars:
        tasks: dict[str, TaskID] = {}

        def show(progress: FetchProgress) -> None:
            name = f"{progress.dataset}: {progress.file}"
            if name not in tasks:
                tasks[name] = bars.add_task(name, total=progress.total)
            bars.update(tasks[name], completed=progress.done)

        yield show


@contextmanager
def hashing_progress() -> Iterator[Callable[[int, int], None]]:
    """A function to tell how many files are hashed; a bar that leaves nothing behind."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda done, total: None
        return
    with Progress(TextColumn("hashing"), BarColumn(), MofNCompleteColumn(), console=console, transient=True) as bars:
        task = bars.add_task("hashing", total=None)
        yield lambda done, total: bars.update(task, completed=done, total=total)


def _lines() -> Callable[[FetchProgress], None]:
    last = time.monotonic()

    def show(progress: FetchProgress) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < _QUIET_SECONDS:
            return
        last = now
        total = f" of {progress.total:,}" if progress.total else ""
        print(f"{progress.dataset}: {progress.file}: {progress.done:,}{total} bytes", file=sys.stderr, flush=True)

    return show
