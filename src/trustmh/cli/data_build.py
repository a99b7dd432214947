"""``trustmh data build``."""

from __future__ import annotations

from pathlib import Path

from trustmh.datasets.builders import BUILDERS, build, write
from trustmh.items import TrustmhError


def build_command(name: str, source: Path | None, out: Path | None, seed: int) -> None:
    """Build one of the internal datasets and say what was written and what was left out."""
    if name == "list":
        for builder in BUILDERS.values():
            print(f"{builder.name:<14}{builder.title}: {builder.summary} Source: {builder.source}.")
        return
    if out is None:
        raise TrustmhError(f"data build {name}: say where to with --out DIR")
    built = build(name, source, seed=seed)
    for path in write(built, out):
        print(path)
    for label, value in built.report.items():
        if isinstance(value, str | int | float):
            print(f"{label.replace('_', ' ')}: {value}")
