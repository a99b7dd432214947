"""Progress on standard error: a bar for calls, a bar for weights, and nothing when it is no terminal but a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

if TYPE_CHECKING:
    from trustmh.engine.fetch import FetchProgress

_TITLES = {"reply": "replies", "verdict": "verdicts"}
#: Without a terminal, one line every so many seconds.
_QUIET_SECONDS = 15.0


@contextmanager
def call_progress() -> Iterator[Callable[[FetchProgress], None]]:
    """A function to tell how far the calls are."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _lines()
        return
    columns = (
        TextColumn("{task.description:<9}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[note]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as bars:
        tasks: dict[tuple[str, int], TaskID] = {}

        def show(progress: FetchProgress) -> None:
            key = (progress.kind, progress.total)
            if key not in tasks:
                tasks[key] = bars.add_task(_TITLES[progress.kind], total=progress.total, note="")
            note = f"[red]{progress.failed} failed[/red]" if progress.failed else ""
            bars.update(tasks[key], completed=progress.already + progress.made + progress.failed, note=note)

        yield show


def _lines() -> Callable[[FetchProgress], None]:
    last = 0.0

    def show(progress: FetchProgress) -> None:
        nonlocal last
        done = progress.already + progress.made + progress.failed
        now = time.monotonic()
        if done < progress.total and now - last < _QUIET_SECONDS:
            return
        last = now
        failed = f", {progress.failed} failed" if progress.failed else ""
        print(
            f"{_TITLES[progress.kind]}: {done} of {progress.total}{failed}, {progress.seconds:.0f} s",
            file=sys.stderr,
            flush=True,
        )

    return show
