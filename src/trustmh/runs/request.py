"""What a user asks for, and the items and calls that follow from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from trustmh.datasets.catalogue import locate
from trustmh.datasets.files import MissingDataError, sha256
from trustmh.datasets.open_rows import FILES, files_read, open_files
from trustmh.datasets.verifying import Standing, recognise
from trustmh.engine.calls import Call
from trustmh.items import LANGUAGES, Item, Language, Scoring, Suite, TrustmhError
from trustmh.pillars.options import check_options
from trustmh.pillars.selection import NotInSuiteError, load_items, select
from trustmh.pillars.subtask import Source, Subtask
from trustmh.pillars.table import BY_ID, find
from trustmh.results.run_record import RECORDED, REPLAY


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
    """A subtask with the items of this run, in order; ``files`` of the open suite's form (no ending) they came from."""

    subtask: Subtask
    items: tuple[Item, ...]
    files: tuple[str, ...] = ()

    def reply_call(self, item: Item, identity: str, request: Request) -> Call:
        """The call that asks the model about an item."""
        subtask = self.subtask
        decoding = subtask.decoding(item, request.scoring)
        decoding = replace(decoding, max_tokens=decoding.max_tokens + request.reasoning_tokens)
        model = answering(identity, item.id)
        return Call(model, subtask.messages(item, request.scoring), decoding, subtask.protocol)


def answering(identity: str, item: str) -> str:
    """Who answers a call about an item. A recorded answer is its own item's, whatever other item has the same prompt."""
    return f"{identity} {item}" if identity.startswith((REPLAY, RECORDED)) else identity


def plan(request: Request) -> tuple[PlannedSubtask, ...]:
    """Subtasks and items of a request, in the table's order.

    A subtask that is not named itself is left out when there is nothing to ask: no dataset in the suite, a published
    dataset that is not here, or no file in a folder of the user's own. :func:`left_out` says so.

    Raises:
        TrustmhError: an unknown name, a limit that names no subtask, data missing or broken, nothing left to ask.
    """
    for name, limit in request.limits.items():
        if name and name not in BY_ID:
            raise TrustmhError(f"--limit {name}={limit}: no such subtask; known: {', '.join(BY_ID)}")
        if limit < 1:
            raise TrustmhError(f"--limit {limit}: at least 1 is needed")
    subtasks = find(request.subtasks)
    check_options(request.options, subtasks)
    planned = []
    lacking: list[TrustmhError] = []
    for subtask in subtasks:
        try:
            planned.append(_planned(subtask, request))
        except (MissingDataError, NotInSuiteError) as error:
            if subtask.id in request.subtasks:
                raise
            lacking.append(error)
    if planned:
        _must_be_told_apart(planned)
        return tuple(planned)
    if request.suite == "own":
        raise TrustmhError(
            f"{request.data}: holds the files of none of the subtasks asked for; docs/own-data.md has their names "
            f"(for {subtasks[0].id} there is {_lacks(lacking[0])})"
        )
    if len(lacking) == 1:
        raise lacking[0]
    raise TrustmhError(
        f"none of the {len(lacking)} subtasks asked for has its data here; trustmh data list shows what there is and how "
        f"to get it. For {subtasks[0].id}: {lacking[0]}"
    )


def _must_be_told_apart(planned: Sequence[PlannedSubtask]) -> None:
    """Raise :class:`TrustmhError` for an item id that stands for two items, in one subtask or in two datasets.

    Known before the first call: replies are kept by item, and one of the two would answer for the other.
    """
    owners: dict[str, str] = {}
    for one in planned:
        seen: set[str] = set()
        for item in one.items:
            other = owners.setdefault(item.id, item.dataset)
            if item.id in seen or other != item.dataset:
                places = " and ".join(dict.fromkeys(f"{FILES.get(name, name)}.jsonl" for name in (other, item.dataset)))
                raise TrustmhError(
                    f"the item id {item.id[:80]!r} stands for two items of {one.subtask.id} ({places}): every id must be "
                    "used once, over all files"
                )
            seen.add(item.id)


def _planned(subtask: Subtask, request: Request) -> PlannedSubtask:
    limit = request.limits.get(subtask.id, request.limits.get(""))
    with files_read() as read:
        items = select(subtask, request.source, limit)
    return PlannedSubtask(subtask, tuple(items), tuple(sorted(read)))


def left_out(planned: tuple[PlannedSubtask, ...], request: Request) -> tuple[str, ...]:
    """What must be said of subtasks that :func:`plan` left out; nothing when it left out none.

    Each is named with what it lacks; but a folder of the user's own is rarely meant to have everything: there, subtasks
    without any of their files are only counted.
    """
    kept = {one.subtask.id for one in planned}
    named, bare = [], 0
    for subtask in find(request.subtasks):
        if subtask.id not in kept:
            try:
                load_items(subtask, request.source)
            except TrustmhError as error:
                here = [name for name in subtask.datasets.get("open", ()) if _is_there(name, request)]
                if here or request.suite == "paper" or not isinstance(error, MissingDataError):
                    named.append(f"{subtask.id} ({_lacks(error)})")
                else:
                    bare += 1
    if bare:
        named.append("1 subtask without any file" if bare == 1 else f"{bare} subtasks without any file")
    if not named:
        return ()
    covered = ", ".join(one.subtask.id for one in planned)
    return (f"this run covers {covered}; left out for want of data: {', '.join(named)}",)


def published_data_lacks(planned: tuple[PlannedSubtask, ...], request: Request) -> bool:
    """Whether the paper suite was asked for a subtask whose published data is not here."""
    kept = {one.subtask.id for one in planned}
    return request.suite == "paper" and any(
        one.id not in kept and one.datasets.get("paper") for one in find(request.subtasks)
    )


def _is_there(dataset: str, request: Request) -> bool:
    return request.data is not None and (request.data / f"{FILES.get(dataset, dataset)}.jsonl").is_file()


def _lacks(error: TrustmhError) -> str:
    return f"no {error.name}" if isinstance(error, MissingDataError) else "not in this suite"


def data_hashes(planned: tuple[PlannedSubtask, ...], request: Request) -> dict[str, str]:
    """SHA-256 of every data file used, by its path in the catalogue. The open suite is covered by the package version."""
    if request.suite == "open":
        return open_files([dataset for one in planned for dataset in one.subtask.datasets["open"]])
    if request.suite == "own":
        assert request.data is not None  # plan() has read the files already
        used = {request.data / f"{name}.jsonl" for one in planned for name in one.files}
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
