"""``trustmh subtasks``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

import trustmh.pillars
from trustmh.cli.show import console, print_json
from trustmh.pillars.subtask import Subtask
from trustmh.pillars.table import SUBTASKS

#: The cards lie below this folder, beside the code.
CARDS = Path(trustmh.pillars.__file__).parent
_BETTER = {"up": "higher is better", "down": "lower is better"}
_JUDGE = {
    "no": "not needed",
    "secondary": "for secondary figures only",
    "headline": "needed for the headline",
}


def subtasks_command(as_json: bool) -> None:
    """The one table, shown: a block a subtask, since no table of this many columns fits a terminal."""
    if as_json:
        print_json([_json(one) for one in SUBTASKS])
        return
    screen = console()
    screen.print(Text(f"{len(SUBTASKS)} subtasks. Their protocol cards lie below {CARDS}"))
    pillar = ""
    for one in SUBTASKS:
        if one.pillar.id != pillar:
            pillar = one.pillar.id
            screen.print(Text(f"\n{one.pillar.title['en']} ({pillar})", style="bold"))
        screen.print(Text(f"  {one.id}", style="bold"))
        block = Table.grid(padding=(0, 2, 0, 0))
        block.add_column(no_wrap=True)
        block.add_column(overflow="fold")
        for name, value in _facts(one):
            block.add_row(Text(f"    {name}"), Text(value))
        screen.print(block)


def _facts(one: Subtask) -> list[tuple[str, str]]:
    return [
        ("metric", f"{one.metric.title['en']}, {_BETTER[one.metric.better]}"),
        ("judge", _JUDGE[one.judged]),
        *((f"{suite} suite", ", ".join(names)) for suite, names in one.datasets.items() if names),
        *(("option", f"{name}: {', '.join(values)} (default {values[0]})") for name, values in one.options.items()),
        ("card", one.card.relative_to(CARDS).as_posix()),
        ("version", str(one.version)),
    ]


def _json(one: Subtask) -> dict[str, Any]:
    return {
        "id": one.id,
        "pillar": one.pillar.id,
        "metric": one.metric.name,
        "better": one.metric.better,
        "judged": one.judged,
        "version": one.version,
        "prompt_version": one.prompt_version,
        "options": {name: list(values) for name, values in one.options.items()},
        "datasets": {suite: list(names) for suite, names in one.datasets.items()},
        "card": str(one.card),
    }
