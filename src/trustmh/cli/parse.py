"""Option values as typed requests; every bad value becomes one line that names the good ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from trustmh.datasets.digits import whole_number
from trustmh.items import LANGUAGES, SCORINGS, SUITES, Language, Scoring, Suite, TrustmhError
from trustmh.pillars.options import parse_options
from trustmh.runs.request import Request


def request(
    subtasks: Sequence[str] | None,
    suite: str | None,
    data: Path | None,
    scoring_name: str,
    language_names: str,
    limit: Sequence[str] | None,
    option: Sequence[str] | None,
    reasoning_tokens: int,
) -> Request:
    """The request behind the options of ``run`` and ``score``."""
    if reasoning_tokens < 0:
        raise TrustmhError(f"--reasoning-tokens {reasoning_tokens}: 0 or more")
    chosen = suite_name(suite, data)
    if chosen == "open" and data is not None:
        raise TrustmhError("--data goes with --suite paper or own: the open suite ships inside trustmh")
    return Request(
        subtasks=tuple(subtasks or ()),
        suite=chosen,
        data=data,
        scoring=scoring(scoring_name),
        languages=languages(language_names),
        limits=limits(limit or ()),
        options=parse_options(option or ()),
        reasoning_tokens=reasoning_tokens,
    )


def suite_name(name: str | None, data: Path | None) -> Suite:
    """The suite: as named, else paper when data was given, else open."""
    if name is None:
        return "paper" if data is not None else "open"
    for suite in SUITES:
        if name == suite:
            return suite
    raise TrustmhError(f"--suite {name}: choose open, paper or own")


def scoring(name: str) -> Scoring:
    """The scoring by its name."""
    for known in SCORINGS:
        if name == known:
            return known
    raise TrustmhError(f"--scoring {name}: choose audited or reference")


def languages(names: str) -> tuple[Language, ...]:
    """Languages in the project's order."""
    wanted = {name.strip() for name in names.split(",") if name.strip()}
    unknown = wanted - set(LANGUAGES)
    if unknown or not wanted:
        raise TrustmhError(f"--languages {names}: choose from {', '.join(LANGUAGES)}")
    return tuple(language for language in LANGUAGES if language in wanted)


def limits(values: Sequence[str]) -> dict[str, int]:
    """``N`` for every subtask, ``SUBTASK=N`` for one."""
    found: dict[str, int] = {}
    for value in values:
        name, _, written = value.rpartition("=")
        number = whole_number(written)
        if not number:
            raise TrustmhError(f"--limit {value}: write a whole number from 1, or SUBTASK=N")
        if name in found:
            raise TrustmhError(f"--limit is given twice for {name or 'all subtasks'}")
        found[name] = number
    return found


def with_shorthands(values: Sequence[str] | None, **shorthands: str | None) -> list[str]:
    """``NAME=VALUE`` pairs of ``--option``, with those that a shorthand (``--refusal rules``) stands for."""
    return [*(values or ()), *(f"{name}={value}" for name, value in shorthands.items() if value is not None)]


def must_fit(reason: str, **given: object) -> None:
    """Raise for an option that was given where it would change nothing.

    Args:
        reason: why, and where the option belongs; ends the message.
        given: option, with ``_`` for ``-``, and its value; None, False or an empty list is not given.
    """
    for name, value in given.items():
        if value is None or value is False or value == []:
            continue
        shown = "" if value is True else f" {value[0] if isinstance(value, list) else value}"
        raise TrustmhError(f"--{name.replace('_', '-')}{shown}: {reason}")


def report_language(name: str) -> None:
    """Raise unless the report exists in this language."""
    if name not in LANGUAGES:
        raise TrustmhError(f"--lang {name}: choose from {', '.join(LANGUAGES)}")
