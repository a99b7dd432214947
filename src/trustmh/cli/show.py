"""Tables on the terminal: figures that line up, with n, interval and outcomes beside each."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from trustmh.cli.streams import on_one_line
from trustmh.engine.replay import Problem
from trustmh.items import Estimate, Outcome
from trustmh.pillars.scoring import ScoredSubtask


def console() -> Console:
    """Where tables go. Without a terminal, lines are wide enough not to be wrapped."""
    plain = Console()
    return plain if plain.is_terminal else Console(width=160)


def print_json(value: Any) -> None:
    """JSON on standard output; no NaN, any text survives."""
    json.dump(value, sys.stdout, indent=2, ensure_ascii=True, allow_nan=False)
    sys.stdout.write("\n")


_ABBREVIATION = re.compile(r"[a-z]{2}[0-9]")
#: Problems of recorded replies shown one by one on the terminal.
_SHOWN_PROBLEMS = 20


def note(message: str) -> None:
    """One line on standard error."""
    print(f"note: {on_one_line(message)}", file=sys.stderr)


def print_problems(problems: Sequence[Problem], rest: str) -> None:
    """The first problems on standard error, one a line; what is wrong with files comes before replies that are missing.

    Args:
        problems: in file and line order.
        rest: where the user finds those that are not shown.
    """
    ordered = sorted(problems, key=lambda problem: problem.kind == "missing")
    for problem in ordered[:_SHOWN_PROBLEMS]:
        print(f"trustmh: {on_one_line(str(problem))}", file=sys.stderr)
    if len(ordered) > _SHOWN_PROBLEMS:
        print(f"trustmh: and {len(ordered) - _SHOWN_PROBLEMS} more; {rest}", file=sys.stderr)


def number(value: float | None, digits: int = 3) -> str:
    """A figure, or a dash where there is none."""
    return "–" if value is None else f"{value:.{digits}f}"


def interval(estimate: Estimate) -> str:
    """The 95 % interval; nothing where none is meant to be."""
    return "" if estimate.interval is None else f"{estimate.interval[0]:.3f} … {estimate.interval[1]:.3f}"


def outcomes(estimate: Estimate) -> str:
    """Outcome counts in words."""
    return ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in estimate.outcomes.items())


def print_figures(scored: Sequence[ScoredSubtask], *, secondary: bool = True) -> None:
    """The headline table, then one table of secondary figures a subtask."""
    screen = console()
    head = Table(title="Headline figures", title_justify="left", title_style="bold", caption_justify="left")
    for name, justify in (
        ("pillar", "left"),
        ("subtask", "left"),
        ("metric", "left"),
        ("better", "left"),
        ("value", "right"),
        ("95 % interval", "left"),
        ("n", "right"),
        ("outcomes", "left"),
    ):
        head.add_column(name, justify=justify, overflow="fold")  # type: ignore[arg-type]
    for one in scored:
        estimate = one.result.headline
        value = Text(number(estimate.value))
        if estimate.provisional:
            value.append(" *")
        head.add_row(
            one.subtask.pillar.title["en"],
            one.subtask.id,
            one.subtask.metric.title["en"],
            one.subtask.metric.better,
            value,
            "none" if estimate.value is not None and estimate.interval is None else interval(estimate),
            str(estimate.n),
            outcomes(estimate),
        )
    screen.print(head)
    for one in scored:
        for line in headline_notes(one.result.headline):
            screen.print(Text(f"  {one.subtask.id}: {line}"))
    if secondary:
        for one in scored:
            _print_secondary(screen, one)


def headline_notes(estimate: Estimate) -> Iterable[str]:
    """What must be said beside a headline."""
    if estimate.provisional:
        yield "* provisional, not to be relied on: the note and the outcomes say why"
    if estimate.note:
        yield estimate.note


def shown_value(estimate: Estimate) -> str:
    """A figure's value as the terminal shows it: a count without decimals, and the mark of a provisional one."""
    shown = number(estimate.value, 0 if is_count(estimate) else 3)
    return shown + (" *" if estimate.provisional else "")


def is_count(estimate: Estimate) -> bool:
    """Whether a figure is a number of things and no rate: ``count/…``, alone or of a part, or ``…/pairs_apart``."""
    *kinds, last = estimate.name.split("/")
    whole = estimate.value is not None and estimate.value.is_integer()
    return whole and ("count" in kinds or last == "pairs_apart")


def is_empty(estimate: Estimate) -> bool:
    """Whether a figure is of items of which no reply came at all, by a short recording: it says nothing of the model."""
    return estimate.value is None and estimate.n == 0 and set(map(str, estimate.outcomes)) <= {Outcome.MISSING.value}


def shown_name(estimate: Estimate) -> str:
    """A figure's name; a criterion that is called by an abbreviation (``sc1``) in the report's words."""
    if not _ABBREVIATION.fullmatch(estimate.name):
        return estimate.name
    from trustmh.report.texts import words

    return words("en").get(f"figure.{estimate.name}", estimate.name)


def _print_secondary(screen: Console, one: ScoredSubtask) -> None:
    table = Table(title=f"{one.subtask.id}: secondary figures", title_justify="left", title_style="bold")
    table.add_column("figure", overflow="fold")
    table.add_column("value", justify="right")
    table.add_column("95 % interval")
    table.add_column("n", justify="right")
    table.add_column("note", overflow="fold")
    empty = [estimate for estimate in one.result.secondary if is_empty(estimate)]
    for estimate in one.result.secondary:
        if estimate not in empty:
            table.add_row(
                shown_name(estimate), shown_value(estimate), interval(estimate), str(estimate.n), estimate.note
            )
    screen.print(table)
    if empty:
        kinds = ", ".join(dict.fromkeys(estimate.name.split("/")[0] for estimate in empty))
        many = "1 figure" if len(empty) == 1 else f"{len(empty)} figures"
        screen.print(Text(f"  not shown: {many} of items without any reply ({kinds}); --json has them"))
