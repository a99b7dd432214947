"""Recorded replies and the data they answer: what is wanted of it, and what else a line may name without being wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from trustmh.engine.replay import Recorded, read_recorded
from trustmh.items import LANGUAGES
from trustmh.pillars.selection import load_items
from trustmh.runs.request import PlannedSubtask, Request


def whole_data(planned: Sequence[PlannedSubtask], request: Request) -> tuple[PlannedSubtask, ...]:
    """The planned subtasks with all items of their data, in file order, where a limit or languages take a part of it.

    Rows are positions in the whole data, and whether an item exists or two subtasks share it does not depend on a limit.
    """
    if not request.limits and set(request.languages) == set(LANGUAGES):
        return tuple(planned)
    source = replace(request, languages=LANGUAGES).source
    return tuple(replace(one, items=tuple(load_items(one.subtask, source))) for one in planned)


def read_planned(folder: Path, planned: Sequence[PlannedSubtask], whole: Sequence[PlannedSubtask]) -> Recorded:
    """The recorded replies to the planned items; those to the rest of the data are no problem."""
    wanted, known = ({item.id: item for one in some for item in one.items} for some in (planned, whole))
    return read_recorded(folder, wanted, known)
