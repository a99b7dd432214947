"""A task's arguments and the items they stand for, shared by a task, its solver, its scorer and its metric."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from inspect_ai._util.error import PrerequisiteError

from trustmh.items import LANGUAGES, SCORINGS, SUITES, Item, TrustmhError
from trustmh.pillars.options import check_options, parse_options
from trustmh.pillars.selection import in_languages, load_items
from trustmh.pillars.subtask import Source, Subtask
from trustmh.pillars.table import BY_ID


@dataclass(frozen=True)
class TaskItems:
    """A subtask with its items by id, in file order."""

    subtask: Subtask
    source: Source
    by_id: dict[str, Item]


#: How an option of the subtask is given to a task (``-T options=refusal=rules``); begins every message about one.
OPTIONS_FLAG = "options="


def listed(values: object) -> str:
    """A task argument as one text: inspect-ai's command line makes a list of what holds a comma."""
    parts = values if isinstance(values, list | tuple) else [values]
    return ",".join(str(part) for part in parts if part is not None)


def source_of(suite: str, data: str | None, languages: str | Sequence[str], scoring: str, options: str = "") -> Source:
    """Task arguments as a :class:`Source`. Raises :class:`TrustmhError` that names the wrong one.

    ``options`` are ``NAME=VALUE`` pairs with commas between them; whether the subtask has them is not looked at here.
    """
    parts = languages.split(",") if isinstance(languages, str) else languages
    wanted = [part.strip() for part in parts]
    unknown = [name for name in wanted if name not in LANGUAGES]
    if unknown:
        raise TrustmhError(f"languages={','.join(wanted)}: choose from {', '.join(LANGUAGES)}")
    named_suite = next((known for known in SUITES if known == suite), None)
    named_scoring = next((known for known in SCORINGS if known == scoring), None)
    if named_suite is None or named_scoring is None:
        raise TrustmhError(f"suite is one of {', '.join(SUITES)}; scoring is one of {', '.join(SCORINGS)}")
    root = None if data is None else Path(data).expanduser()
    chosen = tuple(language for language in LANGUAGES if language in wanted)
    named_options = parse_options([pair.strip() for pair in options.split(",") if pair.strip()], OPTIONS_FLAG)
    return Source(named_suite, root, named_scoring, chosen, named_options)


def _must_do_without_classifiers(subtask: Subtask, source: Source) -> None:
    """Raise :class:`TrustmhError` for options that ask for a classifier: a task asks none, and the figure would be empty."""
    asked = subtask.deciders(source.options).classifiers
    if asked:
        chosen = ",".join(f"{name}={value}" for name, value in source.options.items())
        raise TrustmhError(
            f"{OPTIONS_FLAG}{chosen}: {', '.join(asked)} would decide, and an inspect-ai task asks no classifier; "
            "use trustmh run with --option"
        )


@cache
def task_items(
    subtask: str, suite: str, data: str | None, languages: str, scoring: str, options: str = ""
) -> TaskItems:
    """The items behind a task's arguments. What is wrong becomes inspect-ai's error without a traceback."""
    try:
        source = source_of(suite, data, languages, scoring, options)
        check_options(source.options, (BY_ID[subtask],), OPTIONS_FLAG)
        _must_do_without_classifiers(BY_ID[subtask], source)
        items = in_languages(load_items(BY_ID[subtask], source), source.languages)
    except TrustmhError as error:
        raise PrerequisiteError(f"trustmh/{subtask}: {error}") from error
    return TaskItems(BY_ID[subtask], source, {item.id: item for item in items})
