"""``trustmh data list`` and ``trustmh data show``."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from trustmh.cli.show import console, print_json
from trustmh.datasets.cache import data_folder
from trustmh.datasets.catalogue import Card, PinnedFile, card, cards, find_file
from trustmh.items import TrustmhError

_ACCESS = {"open": "open", "gated": "gated", "agreement": "by agreement", "package": "in the package"}


def list_command(data: Path | None, as_json: bool) -> None:
    """All cards, and whether their files are here."""
    if data is not None and not data.is_dir():
        raise TrustmhError(f"--data {data}: no such folder")
    folder = data or data_folder()
    states = {one.id: state(one, folder) for one in cards().values()}
    if as_json:
        print_json(
            [
                {**one.model_dump(mode="json", exclude={"files", "companions"}), "state": states[one.id]}
                for one in cards().values()
            ]
        )
        return
    table = Table(title=f"Datasets (files in {folder})", title_justify="left", title_style="bold")
    for name in ("dataset", "here", "access", "lang", "size", "subtasks", "licence"):
        table.add_column(name, overflow="fold", no_wrap=name in ("dataset", "here", "lang"))
    for one in cards().values():
        size = f"{one.rows:,} {one.unit}" if one.rows else "not known"
        table.add_row(
            one.id,
            states[one.id],
            _ACCESS[one.access],
            " ".join(one.languages),
            size,
            ", ".join(one.subtasks) or "–",
            one.licence,
        )
    console().print(table)


def state(one: Card, folder: Path) -> str:
    """``have``, ``half``, ``missing``, or why it cannot simply be fetched."""
    if one.access == "package":
        return "have"
    found = [find_file(one, entry, folder) is not None for entry in one.files]
    if all(found):
        return "have"
    if any(found):
        return "half"
    return "missing" if one.access == "open" else one.access


def show_command(dataset: str, as_json: bool) -> None:
    """One card in full."""
    one = card(dataset)
    folder = data_folder()
    if as_json:
        addresses = {entry.path: one.address(entry) for entry in one.files}
        print_json({**one.model_dump(mode="json"), "addresses": addresses, "state": state(one, folder)})
        return
    screen = console()
    screen.print(Text(f"{one.id}: {one.title}", style="bold"))
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(no_wrap=True, style="bold")
    table.add_column(overflow="fold")
    for name, value in _facts(one, folder):
        if value:
            table.add_row(name, Text(value))
    screen.print(table)
    _print_files(screen, one, folder)


def _facts(one: Card, folder: Path) -> list[tuple[str, str]]:
    size = f"{one.rows:,} {one.unit}" if one.rows else "not known"
    counts = ", ".join(f"{name} {count:,}" for name, count in one.counts.items())
    reported = ", ".join(f"{name} {count:,}" for name, count in one.reported_counts.items())
    return [
        ("what", one.summary),
        ("subtasks", ", ".join(one.subtasks) or "none: a source"),
        ("languages", ", ".join(one.languages)),
        ("size", size + (f"; {one.items:,} items, checked on loading" if one.items else "")),
        ("labels", counts + ", checked on loading" if counts else ""),
        ("labels as reported", f"{reported}; not checked" if reported else ""),
        ("licence", one.licence),
        ("access", _ACCESS[one.access]),
        ("where to get it", one.apply),
        ("terms", one.terms),
        ("homepage", one.homepage),
        ("revision", one.revision),
        ("citation", one.citation),
        ("faults", "\n".join(f"- {fault}" for fault in one.faults)),
        ("unverified", "\n".join(f"- {fact}" for fact in one.unverified)),
        ("here", f"{state(one, folder)} ({folder})" if one.access != "package" else "inside the package"),
    ]


def _print_files(screen: Console, one: Card, folder: Path) -> None:
    if not one.files:
        return
    table = Table(title="Files", title_justify="left", title_style="bold")
    for name in ("file", "bytes", "hash", "here"):
        table.add_column(name, overflow="fold")
    for entry in one.files:
        there = find_file(one, entry, folder)
        table.add_row(
            Text(entry.path), f"{entry.bytes:,}" if entry.bytes else "–", _hash(entry), "yes" if there else "no"
        )
        for edition in entry.editions:
            table.add_row(
                Text(f"  {edition.edition}: {edition.path} ({edition.note})"),
                f"{edition.bytes:,}" if edition.bytes else "–",
                _hash(edition),
                "",
            )
    screen.print(table)


def _hash(entry: PinnedFile) -> str:
    if entry.sha256:
        return f"sha256 {entry.sha256}"
    return f"git blob {entry.git_blob}" if entry.git_blob else "not known"
