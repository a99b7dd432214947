"""``trustmh models``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn
from rich.table import Table

from trustmh.cli.show import console, print_json
from trustmh.engine.baselines import ABOUT, PREFIX
from trustmh.engine.local.catalogue import catalogue, local_model
from trustmh.engine.local.weights import WeightsProgress, is_here, weights


def list_command(as_json: bool) -> None:
    """The models that need no provider: local ones and built-in baselines."""
    rows = [
        {
            "name": f"local/{model.name}",
            "title": model.title,
            "megabytes": round(model.size / 1e6),
            "licence": model.licence,
            "sha256": model.sha256,
            "here": is_here(model),
            "note": model.note,
        }
        for model in catalogue().values()
    ]
    built_in = [{"name": PREFIX + name, "note": about} for name, about in ABOUT.items()]
    if as_json:
        print_json([*rows, *({"title": "built-in baseline", "here": True, **one} for one in built_in)])
        return
    table = Table(title="Local models", title_justify="left", title_style="bold")
    table.add_column("name")
    table.add_column("model")
    table.add_column("MB", justify="right")
    table.add_column("licence")
    table.add_column("here")
    table.add_column("note", overflow="fold")
    for row in rows:
        cells = {**row, "here": "yes" if row["here"] else "no"}
        table.add_row(*(str(cells[name]) for name in ("name", "title", "megabytes", "licence", "here", "note")))
    console().print(table)
    baselines = Table(
        title="Built-in baselines (they never look at the item)",
        title_justify="left",
        title_style="bold",
    )
    baselines.add_column("name", no_wrap=True)
    baselines.add_column("note", overflow="fold")
    for one in built_in:
        baselines.add_row(one["name"], one["note"])
    console().print(baselines)


def fetch_command(name: str) -> None:
    """Fetch weights with a bar and print where they are."""
    with weights_progress() as progress:
        print(weights(local_model(name.removeprefix("local/")), progress=progress))


@contextmanager
def weights_progress() -> Iterator[Callable[[WeightsProgress], None]]:
    """A bar for weights on standard error."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bars:
        tasks = {}

        def show(progress: WeightsProgress) -> None:
            key = (progress.model, progress.source)
            if key not in tasks:
                tasks[key] = bars.add_task(f"local/{progress.model} from {progress.source}", total=progress.total)
            bars.update(tasks[key], completed=progress.done)

        yield show
