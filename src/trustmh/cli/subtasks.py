"""``trustmh subtasks``."""

from __future__ import annotations

from rich.table import Table

from trustmh.cli.show import console, print_json
from trustmh.pillars.table import SUBTASKS


def subtasks_command(as_json: bool) -> None:
    """The one table, shown."""
    if as_json:
        print_json(
            [
                {
                    "id": one.id,
                    "pillar": one.pillar.id,
                    "metric": one.metric.name,
                    "better": one.metric.better,
                    "judged": one.judged,
                    "version": one.version,
                    "prompt_version": one.prompt_version,
                    "options": {name: list(values) for name, values in one.options.items()},
                    "datasets": {suite: list(names) for suite, names in one.datasets.items()},
                }
                for one in SUBTASKS
            ]
        )
        return
    table = Table(title="Subtasks", title_justify="left", title_style="bold")
    for name in (
        "pillar",
        "subtask",
        "headline metric",
        "better",
        "judge",
        "version",
        "paper suite",
        "open suite",
        "options",
    ):
        table.add_column(name)
    for one in SUBTASKS:
        table.add_row(
            one.pillar.title["en"],
            one.id,
            one.metric.title["en"],
            one.metric.better,
            {"no": "–", "secondary": "secondary figures", "headline": "needed"}[one.judged],
            str(one.version),
            ", ".join(one.datasets.get("paper", ())),
            ", ".join(one.datasets.get("open", ())),
            "; ".join(f"{name}={'|'.join(values)}" for name, values in one.options.items()),
        )
    console().print(table)
