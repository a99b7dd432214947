"""The catalogue: one card per dataset, as data under ``cards/``.

A card says what a dataset is, where it comes from, under which licence and access, which files it has with which
SHA-256, how many items a right copy yields, and which faults are known and how they are treated. What could not be
verified is marked so on the card.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from trustmh.items import TrustmhError


class DataFile(BaseModel):
    """One file of a dataset. ``path`` is relative to the data folder; ``sha256`` is None when no hash is known."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: str
    sha256: str | None = Field(default=None, pattern=r"^[0-9a-f]{64}$")
    bytes: int | None = None
    url: str | None = None


class Card(BaseModel):
    """A dataset's card."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")
    title: str
    summary: str
    languages: tuple[Literal["en", "zh"], ...]
    licence: str
    access: Literal["open", "gated", "agreement", "package"]
    homepage: str = ""
    revision: str = ""
    citation: str = ""
    files: tuple[DataFile, ...] = ()
    items: int | None = None
    counts: dict[str, int] = Field(default_factory=dict)
    faults: tuple[str, ...] = ()
    unverified: tuple[str, ...] = ()


@cache
def cards() -> dict[str, Card]:
    """All cards by id, in alphabetical order."""
    found: dict[str, Card] = {}
    folder = files("trustmh.datasets").joinpath("cards")
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".toml"):
            try:
                card = Card.model_validate(tomllib.loads(entry.read_text(encoding="utf-8")))
            except (ValidationError, tomllib.TOMLDecodeError) as error:
                raise TrustmhError(f"dataset card {entry.name}: {error}") from error
            if f"{card.id}.toml" != entry.name:
                raise TrustmhError(f"dataset card {entry.name}: its id is {card.id}; the two must agree")
            found[card.id] = card
    return found


def card(dataset: str) -> Card:
    """The card of a dataset. Raises :class:`TrustmhError` naming the known ids."""
    try:
        return cards()[dataset]
    except KeyError:
        raise TrustmhError(f"no dataset {dataset!r}; known: {', '.join(cards())}") from None


def locate(dataset: str, root: Path) -> list[Path]:
    """The files of a dataset below a data folder, in the card's order.

    A file may lie at the card's relative path or directly in ``root``.

    Raises:
        TrustmhError: ``root`` is no folder, or a file is missing; the message names the paths that were tried.
    """
    if not root.is_dir():
        raise TrustmhError(f"data folder {root}: no such folder; give the folder of the paper suite's files with --data")
    found = []
    for entry in card(dataset).files:
        tried = [root / entry.path, root / Path(entry.path).name]
        path = next((candidate for candidate in tried if candidate.is_file()), None)
        if path is None:
            raise TrustmhError(
                f"dataset {dataset}: {Path(entry.path).name} not found; looked at {tried[0]} and {tried[1]}"
            )
        found.append(path)
    return found
