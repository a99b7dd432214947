"""``trustmh data verify``, ``report`` and ``lint``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.table import Table
from rich.text import Text

from trustmh.cli.data_progress import hashing_progress
from trustmh.cli.show import console, print_json
from trustmh.datasets.cache import data_folder
from trustmh.datasets.catalogue import Card, card
from trustmh.datasets.reporting import MOST_VALUES, Balance, DatasetReport, report
from trustmh.datasets.verifying import SeenFile, Standing, Verification, verify

#: Pairs of duplicates listed in a table; JSON has them all.
_MOST_PAIRS = 10
#: Faults of one rule in one file that the terminal shows.
_MOST_FAULTS = 10
#: Pinned files of one dataset listed by name.
_MOST_NAMES = 3


def verify_command(root: Path | None, allow_unpinned: Sequence[str], as_json: bool) -> int:
    """Recognise every file. Returns the exit status."""
    with hashing_progress() as progress:
        found = verify(root or data_folder(), allow_unpinned=allow_unpinned, progress=progress)
    if as_json:
        print_json(
            {
                **asdict(found),
                "root": str(found.root),
                "files": [{**asdict(file), "path": str(file.path)} for file in found.files],
                "ok": found.ok,
            }
        )
    else:
        _print_verification(found)
    return 0 if found.ok else 1


def _print_verification(found: Verification) -> None:
    screen = console()
    table = Table(title=f"Files below {found.root}", title_justify="left", title_style="bold")
    for name in ("file", "is", "dataset", "note"):
        table.add_column(name, overflow="fold")
    for row in _rows(found):
        table.add_row(*(Text(cell) for cell in row))
    screen.print(table)
    counts = Counter(file.standing for file in found.files)
    screen.print(
        Text(f"{len(found.files)} files: " + ", ".join(f"{counts[one]} {one.value}" for one in Standing if counts[one]))
    )
    screen.print(Text(f"complete: {', '.join(found.complete) or 'none'}"))
    for name, missing in found.incomplete.items():
        screen.print(Text(f"half here: {name} lacks {', '.join(missing)}"))
    screen.print(Text(f"not here: {', '.join(found.missing) or 'none'}"))
    if any(not file.accepted for file in found.files):
        screen.print(Text("* not the published file: accept a dataset's with --allow-unpinned ID"))


def _rows(found: Verification) -> list[tuple[str, str, str, str]]:
    """One row a file; the many pinned files of one dataset share a row."""
    pinned: dict[tuple[str, ...], list[SeenFile]] = {}
    rows = []
    for file in found.files:
        if file.standing is Standing.PINNED and not file.note:
            pinned.setdefault(file.datasets, []).append(file)
        else:
            mark = "" if file.accepted else " *"
            name = str(file.path.relative_to(found.root))
            rows.append((name, file.standing.value + mark, ", ".join(file.datasets), file.note))
    for datasets, files in pinned.items():
        names = ", ".join(str(file.path.relative_to(found.root)) for file in files)
        shown = names if len(files) <= _MOST_NAMES else f"{len(files)} files"
        rows.append((shown, Standing.PINNED.value, ", ".join(datasets), ""))
    return sorted(rows, key=lambda row: (row[1], row[2], row[0]))


def report_command(dataset: str, data: Path | None, as_json: bool) -> None:
    """What a dataset holds, without its texts."""
    one = card(dataset)
    found = report(one, data)
    if as_json:
        print_json(asdict(found))
        return
    screen = console()
    screen.print(Text(f"{one.id}: {one.title}", style="bold"))
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(no_wrap=True, style="bold")
    table.add_column(overflow="fold")
    for name, value in _facts(one, found):
        table.add_row(name, Text(value))
    screen.print(table)


def _facts(one: Card, found: DatasetReport) -> list[tuple[str, str]]:
    facts = [
        ("items", f"{found.items:,} in {found.clusters:,} clusters" + _published(one)),
        ("languages", _counts(found.languages)),
        (
            "characters",
            f"{found.lengths[0]:,} to {found.lengths[2]:,}, the middle one {found.lengths[1]:,}",
        ),
    ]
    facts += [
        ("labels" if part == "all" else f"labels: {part}", _balance(labels)) for part, labels in found.labels.items()
    ]
    if one.reported_counts:
        facts.append(("labels as reported", f"{_counts(one.reported_counts)}; not checked"))
    facts += [(name, _counts(values)) for name, values in found.groups.items()]
    facts.append(("duplicates within", _pairs(found.duplicates)))
    facts += [(f"shared with {name}", _pairs(pairs)) for name, pairs in found.shared.items()]
    facts.append(("compared with", ", ".join(found.compared) or "nothing else is here"))
    return facts


def _published(one: Card) -> str:
    return f"; published: {one.rows:,} {one.unit}" if one.rows else ""


def _balance(labels: Balance) -> str:
    parts = []
    if labels.rating is not None:
        parts.append(
            "ratings of {:.2f} to {:.2f}, mean {:.2f}, SD {:.2f}".format(
                *(labels.rating[index] for index in (2, 3, 0, 1))
            )
        )
    if labels.majority is not None:
        shown = _counts(labels.counts) if len(labels.counts) <= MOST_VALUES else f"{len(labels.counts)} different"
        parts.append(f"{shown}; always the most frequent one: {labels.majority:.1%} right")
    if labels.without_gold:
        parts.append(f"{labels.without_gold:,} without a right answer: judged")
    return "; ".join(parts)


def _counts(values: object) -> str:
    assert isinstance(values, dict)
    return ", ".join(f"{name} {count:,}" for name, count in values.items())


def _pairs(pairs: Sequence[tuple[str, str]]) -> str:
    if not pairs:
        return "none"
    more = f" and {len(pairs) - _MOST_PAIRS} more" if len(pairs) > _MOST_PAIRS else ""
    return f"{len(pairs)}: " + ", ".join(f"{later} = {first}" for later, first in pairs[:_MOST_PAIRS]) + more


def lint_command(folder: Path | None, as_json: bool) -> int:
    """Check the open suite. Returns the exit status."""
    from trustmh.datasets.lint.suite import lint

    found = lint(folder)
    if as_json:
        print_json({"rows": found.rows, "faults": [asdict(fault) for fault in found.faults]})
        return 1 if found.faults else 0
    shown: Counter[tuple[str, str]] = Counter()
    for fault in found.faults:
        shown[fault.file, fault.rule] += 1
        if shown[fault.file, fault.rule] <= _MOST_FAULTS:
            print(": ".join(filter(None, (fault.file, fault.where, fault.rule, fault.message))))
    for (file, rule), count in shown.items():
        if count > _MOST_FAULTS:
            print(f"{file}: {rule}: and {count - _MOST_FAULTS} more; trustmh data lint --json lists all")
    sizes = ", ".join(f"{name} {count}" for name, count in found.rows.items())
    print(f"{len(found.faults)} faults in {sum(found.rows.values()):,} rows ({sizes})")
    return 1 if found.faults else 0
