"""``trustmh export``."""

from __future__ import annotations

from pathlib import Path

from trustmh.runs.exporting import export_run


def export_inspect_command(run: Path, out: Path | None, data: Path | None) -> None:
    """Write the logs and say how to look at them."""
    folder = out or run / "inspect"
    for path in export_run(run, folder, data):
        print(path)
    print(f"look at them with: inspect view --log-dir {folder}")
