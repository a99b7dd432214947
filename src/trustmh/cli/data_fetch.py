"""``trustmh data fetch`` and ``trustmh data import``."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import typer

from trustmh.cli.data_progress import download_progress
from trustmh.cli.show import note, print_json
from trustmh.datasets.cache import data_folder
from trustmh.datasets.catalogue import RAW_FILES, Card, card, cards
from trustmh.datasets.fetching import Fetched, TermsNotAcceptedError, fetch
from trustmh.datasets.importing import how_to_apply, import_dataset
from trustmh.items import TrustmhError


@dataclass(frozen=True, slots=True)
class FetchOptions:
    """The options of ``fetch``."""

    accept_licence: bool
    older_edition: bool
    companions: bool
    mirror: str | None

    def fetch(self, one: Card, accept_licence: bool | None = None) -> Fetched:
        """Fetch one dataset as asked for."""
        with download_progress() as progress:
            return fetch(
                one,
                accept_licence=self.accept_licence if accept_licence is None else accept_licence,
                older=self.older_edition,
                companions=self.companions,
                base=self.mirror or RAW_FILES,
                progress=progress,
            )


def fetch_command(dataset: str, options: FetchOptions, as_json: bool) -> int:
    """Fetch one dataset, or all that are open. Returns the exit status."""
    if options.mirror and not options.mirror.startswith(("https://", "http://")):
        raise TrustmhError(f"--mirror {options.mirror}: an address that begins with https:// or http:// was expected")
    if dataset != "all":
        _tell([_fetch_or_ask(card(dataset), options)], {}, as_json)
        return 0
    done: list[Fetched] = []
    left: dict[str, str] = {}
    for one in cards().values():
        if one.access == "open":
            try:
                done.append(options.fetch(one))
            except TrustmhError as error:
                left[one.id] = str(error)
    _tell(done, left, as_json)
    return 1 if left else 0


def _fetch_or_ask(one: Card, options: FetchOptions) -> Fetched:
    """On a terminal, the terms are shown and asked for when they are due."""
    try:
        return options.fetch(one)
    except TermsNotAcceptedError:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise
    print(f"{one.id}: {one.licence}. {one.terms}", file=sys.stderr)
    if not typer.confirm("Accept these terms?", err=True):
        raise TrustmhError(f"{one.id}: not fetched, the terms were not accepted")
    return options.fetch(one, accept_licence=True)


def _tell(done: list[Fetched], left: dict[str, str], as_json: bool) -> None:
    if as_json:
        print_json({"folder": str(data_folder()), "fetched": [_row(one) for one in done], "left_out": left})
        return
    for one in done:
        print(f"{one.dataset}: {one.came} files fetched, {one.were_there} were there")
    for name, reason in left.items():
        note(f"left out: {' '.join(reason.split()) if reason.startswith(name) else f'{name}: {reason}'}")
    print(f"in {data_folder()}")


def _row(one: Fetched) -> dict[str, object]:
    return {
        "dataset": one.dataset,
        "came": one.came,
        "were_there": one.were_there,
        "paths": [str(path) for path in one.paths],
    }


def import_command(dataset: str, path: Path | None, allow_unpinned: bool, as_json: bool) -> None:
    """Say where to apply, or check and copy what the user brings."""
    one = card(dataset)
    if path is None:
        advice = how_to_apply(one)
        if as_json:
            print_json({"dataset": one.id, "how": advice})
        else:
            print(f"{one.id}: {advice}")
        return
    imported = import_dataset(one, path, allow_unpinned=allow_unpinned)
    for line in imported.notes:
        note(line)
    if as_json:
        print_json(
            {
                "dataset": one.id,
                "items": imported.items,
                "paths": [str(place) for place in imported.paths],
                "notes": list(imported.notes),
            }
        )
    else:
        print(f"{one.id}: {imported.items:,} items load; {len(imported.paths)} files copied to {data_folder()}")
