"""What a user asks for, and the items and calls that follow from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from trustmh.datasets.catalogue import locate
from trustmh.datasets.files import sha256
from trustmh.datasets.open_rows import open_files, own_file
from trustmh.datasets.verifying import Standing, recognise
from trustmh.engine.calls import Call
from trustmh.items import LANGUAGES, Item, Language, Scoring, Suite, TrustmhError
from trustmh.pillars.options import check_options
from trustmh.pillars.selection import select
from trustmh.pillars.subtask import Source, Subtask
from trustmh.pillars.table import BY_ID, find


@dataclass(frozen=True, slots=True)
class Request:
    """A run as asked for on the command line.

    Attributes:
        subtasks: ids of subtasks or pillars; empty for all.
        data: folder of the paper suite's files.
        limits: subtask id -> most clusters to take; the key ``""`` holds for all others.
        options: declared options of subtasks (``refusal`` -> ``rules``).
        reasoning_tokens: added to every output cap of the model, so that a thinking model has room to think.
    """

    subtasks: tuple[str, ...] = ()
    suite: Suite = "open"
    data: Path | None = None
    scoring: Scoring = "audited"
    languages: tuple[Language, ...] = LANGUAGES
    limits: Mapping[str, int] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    reasoning_tokens: int = 0

    @property
    def source(self) -> Source:
        """Where the items come from."""
        return Source(self.suite, self.data, self.scoring, self.languages, self.options)


@dataclass(frozen=True, slots=True)
class PlannedSubtask:
    """A subtask with the items of this run, in order."""

    subtask: Subtask
    items: tuple[Item, ...]

    def reply_call(self, item: Item, identity: str, request: Request) -> Call:
        """The call that asks the model about an item."""
        subtask = self.subtask
        decoding = subtask.decoding(item, request.scoring)
        decoding = replace(decoding, max_tokens=decoding.max_tokens + request.reasoning_tokens)
        return Call(identity, subtask.messages(item, request.scoring), decoding, subtask.protocol)


def plan(request: Request) -> tuple[PlannedSubtask, ...]:
    """Subtasks and items of a request, in the table's order.

    Raises:
        TrustmhError: an unknown name, a limit that names no subtask, data missing or broken.
    """
    for name, limit in request.limits.items():
        if name and name not in BY_ID:
            raise TrustmhError(f"--limit {name}={limit}: no such subtask; known: {', '.join(BY_ID)}")
        if limit < 1:
            raise TrustmhError(f"--limit {limit}: at least 1 is needed")
    subtasks = find(request.subtasks)
    check_options(request.options, subtasks)
    default = request.limits.get("")
    return tuple(
        PlannedSubtask(subtask, tuple(select(subtask, request.source, request.limits.get(subtask.id, default))))
        for subtask in subtasks
    )


def data_hashes(planned: tuple[PlannedSubtask, ...], request: Request) -> dict[str, str]:
    """SHA-256 of every data file used, by its path in the catalogue. The open suite is covered by the package version."""
    if request.suite == "open":
        return open_files([dataset for one in planned for dataset in one.subtask.datasets["open"]])
    if request.suite == "own":
        assert request.data is not None  # plan() has read the files already
        used = {own_file(dataset, request.data) for one in planned for dataset in one.subtask.datasets["open"]}
        return {path.name: sha256(path) for path in sorted(used)}
    hashes: dict[str, str] = {}
    for one in planned:
        for dataset in one.subtask.datasets["paper"]:
            for path in locate(dataset, request.data):
                hashes[f"{dataset}/{path.name}"] = sha256(path)
    return hashes


def unpublished_files(planned: tuple[PlannedSubtask, ...], request: Request) -> tuple[str, ...]:
    """What must be said of data files of the paper suite that are not the published ones; nothing when all are.

    They load when their form and counts are right: an altered, swapped or masked file gives figures all the same.
    """
    if request.suite != "paper":
        return ()
    odd = {}
    for one in planned:
        for dataset in one.subtask.datasets["paper"]:
            for path in locate(dataset, request.data):
                standing = recognise(path, dataset)
                if standing in (Standing.ALTERED, Standing.MASKED, Standing.UNKNOWN):
                    odd[f"{dataset}/{path.name}"] = standing.value
    if not odd:
        return ()
    shown = [f"{name} ({standing})" for name, standing in odd.items()][:5]
    more = f" and {len(odd) - len(shown)} more" if len(odd) > len(shown) else ""
    return (f"figures rest on data files that differ from the published ones: {', '.join(shown)}{more}",)
