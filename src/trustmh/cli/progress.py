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
#: The same again: texts too long for the model are sent shortened, unread verdicts are asked for anew.
_AGAIN = {"reply": "replies to shortened texts", "verdict": "unread verdicts, asked again"}
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
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[note]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as bars:
        tasks: dict[tuple[str, int, int], TaskID] = {}

        def show(progress: FetchProgress) -> None:
            key = (progress.kind, progress.turn, progress.total)
            if key not in tasks:
                tasks[key] = bars.add_task(_title(progress), total=progress.total, note="")
            note = f"[red]{progress.failed} failed[/red]" if progress.failed else ""
            bars.update(tasks[key], completed=progress.already + progress.made + progress.failed, note=note)

        yield show


def _title(progress: FetchProgress) -> str:
    if progress.turn == 1:
        return _TITLES[progress.kind]
    return f"{_AGAIN[progress.kind]} (turn {progress.turn})"


def _lines() -> Callable[[FetchProgress], None]:
    last = 0.0
    shown: tuple[str, int, int] | None = None

    def show(progress: FetchProgress) -> None:
        nonlocal last, shown
        done = progress.already + progress.made + progress.failed
        now = time.monotonic()
        stage = (progress.kind, progress.turn, progress.total)
        # The first line of a stage comes at once: a local judge may take minutes to its first answer.
        if stage == shown and done < progress.total and now - last < _QUIET_SECONDS:
            return
        last, shown = now, stage
        failed = f", {progress.failed} failed" if progress.failed else ""
        print(
            f"{_title(progress)}: {done} of {progress.total}{failed}, {progress.seconds:.0f} s",
            file=sys.stderr,
            flush=True,
        )

    return show
