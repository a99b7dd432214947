"""Options of subtasks as a user names them: ``NAME=VALUE``, checked against what the subtasks declare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from trustmh.items import TrustmhError
from trustmh.pillars.subtask import Subtask

#: How an option is given on trustmh's own command line; begins every message.
FLAG = "--option "


def parse_options(values: Iterable[str], flag: str = FLAG) -> dict[str, str]:
    """``NAME=VALUE`` pairs. Raises :class:`TrustmhError`; whether a subtask has the option is :func:`check_options`'."""
    found: dict[str, str] = {}
    for value in values:
        name, sign, chosen = value.partition("=")
        if not name or not sign or not chosen:
            raise TrustmhError(f"{flag}{value}: write NAME=VALUE, for example refusal=rules")
        if found.setdefault(name, chosen) != chosen:
            raise TrustmhError(f"{flag}{name} is given twice")
    return found


def check_options(options: Mapping[str, str], subtasks: Sequence[Subtask], flag: str = FLAG) -> None:
    """Raise :class:`TrustmhError` for an option that none of the subtasks declares, or a value that it does not allow."""
    declared = {name: allowed for subtask in subtasks for name, allowed in subtask.options.items()}
    for name, value in options.items():
        if name not in declared:
            known = ", ".join(f"{known}={'|'.join(allowed)}" for known, allowed in sorted(declared.items())) or "none"
            raise TrustmhError(f"{flag}{name}={value}: no subtask of this run has that option; there is {known}")
        if value not in declared[name]:
            raise TrustmhError(f"{flag}{name}={value}: choose from {', '.join(declared[name])}")


def without_defaults(options: Mapping[str, str], subtasks: Sequence[Subtask]) -> dict[str, str]:
    """The options that change something: a default that is named is the same run as one that is not."""
    defaults = {(name, allowed[0]) for subtask in subtasks for name, allowed in subtask.options.items()}
    return {name: value for name, value in options.items() if (name, value) not in defaults}
