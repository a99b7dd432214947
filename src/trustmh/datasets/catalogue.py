"""The catalogue: one card per dataset, as data under ``cards/``.

A card says what a dataset is, where it comes from, under which licence and access, which files it has with which
hash, how many items a right copy yields, and which faults are known and how they are treated. What could not be
verified is marked so on the card.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Annotated, Literal
from urllib.parse import quote

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from trustmh.datasets.cache import data_folder
from trustmh.datasets.files import MissingDataError
from trustmh.items import TrustmhError

#: Raw files of a pinned commit. The address of a file is this, the repository, the commit and the path.
RAW_FILES = "https://raw.githubusercontent.com"


def _relative(path: str) -> str:
    parts = PurePosixPath(path).parts
    if not parts or path.startswith("/") or "\\" in path or ".." in parts:
        raise ValueError(f"{path!r} is no plain relative path")
    return path


RelativePath = Annotated[str, AfterValidator(_relative)]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
GitBlob = Annotated[str, Field(pattern=r"^[0-9a-f]{40}$")]
Edition = Literal["masked", "older", "sample"]


class PinnedFile(BaseModel):
    """A file by its place and hash.

    Attributes:
        path: relative to the data folder.
        sha256: None when it is not known.
        git_blob: SHA-1 of the file as a git blob, where only that is known.
        bytes: size, where known.
        source: path in the card's repository, at the card's revision; empty when it has no verified address.
        member: name of the file inside ``source`` when that is a zip archive.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: RelativePath
    sha256: Sha256 | None = None
    git_blob: GitBlob | None = None
    bytes: int | None = Field(default=None, ge=1)
    source: RelativePath | None = None
    member: RelativePath | None = None

    @property
    def name(self) -> str:
        """The file's own name."""
        return PurePosixPath(self.path).name

    @property
    def pinned(self) -> bool:
        """True when a copy can be checked against a hash."""
        return self.sha256 is not None or self.git_blob is not None


class OtherEdition(PinnedFile):
    """Another form of a file: a masked copy, an older published edition, or a sample of a few rows (never loaded)."""

    edition: Edition
    note: str


class DataFile(PinnedFile):
    """One file that the loader needs, and the other editions of it that are known."""

    editions: tuple[OtherEdition, ...] = ()


class Card(BaseModel):
    """A dataset's card.

    Attributes:
        aliases: other names by which commands know the dataset.
        repository: ``owner/name`` of the public repository that holds the files, pinned at ``revision``.
        apply: where and how to ask for a dataset that is not open.
        terms: what must be accepted before it is fetched; empty when nothing is due.
        rows: size as published, in ``unit``; shown, not asserted.
        items: items a right copy yields, measured and asserted; None when it could not be measured.
        counts: items per gold label, measured and asserted.
        reported_counts: items per label as others report them: shown beside what is found, never asserted.
        companions: files that come along (licences, single annotators) and that no loader needs.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")
    aliases: tuple[str, ...] = ()
    title: str
    summary: str
    subtasks: tuple[str, ...] = ()
    languages: tuple[Literal["en", "zh"], ...]
    licence: str
    access: Literal["open", "gated", "agreement", "package"]
    apply: str = ""
    terms: str = ""
    homepage: str = ""
    repository: str = Field(default="", pattern=r"^([A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+)?$")
    revision: str = Field(default="", pattern=r"^([0-9a-f]{40})?$")
    citation: str = ""
    files: tuple[DataFile, ...] = ()
    companions: tuple[PinnedFile, ...] = ()
    rows: int | None = None
    unit: str = "rows"
    items: int | None = None
    counts: dict[str, int] = Field(default_factory=dict)
    reported_counts: dict[str, int] = Field(default_factory=dict)
    faults: tuple[str, ...] = ()
    unverified: tuple[str, ...] = ()

    def address(self, entry: PinnedFile, base: str = RAW_FILES) -> str | None:
        """The address of a file (of the archive that holds it), or None when the card knows none."""
        if not (self.repository and self.revision and entry.source):
            return None
        return f"{base.rstrip('/')}/{self.repository}/{self.revision}/{quote(entry.source)}"


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
    """The card of a dataset, by id or alias. Raises :class:`TrustmhError` naming the known ids."""
    known = cards()
    if dataset in known:
        return known[dataset]
    for one in known.values():
        if dataset in one.aliases:
            return one
    raise TrustmhError(f"no dataset {dataset!r}; known: {', '.join(known)}")


def find_file(one: Card, entry: DataFile, root: Path) -> Path | None:
    """A file of a dataset below a data folder: itself, else an edition that the loader can use, else None."""
    usable = [entry, *(edition for edition in entry.editions if edition.edition != "sample")]
    return next((path for file in usable for path in places(one, file, root) if path.is_file()), None)


def places(one: Card, entry: PinnedFile, root: Path) -> Iterator[Path]:
    """Where a file may lie: at the card's path, or at any end of that path that no other file of the dataset shares."""
    parts = PurePosixPath(entry.path).parts
    for start in range(len(parts)):
        end = parts[start:]
        sharing = sum(PurePosixPath(other.path).parts[-len(end) :] == end for other in one.files)
        if sharing <= 1:
            yield root.joinpath(*end)


def named_like(one: Card, entry: PinnedFile, name: str) -> bool:
    """True when a path ends as the card's does, by as many parts as tell the dataset's files apart.

    A licence or a readme is called the same everywhere, so companions need their folder's name as well.
    """
    parts, given = PurePosixPath(entry.path).parts, PurePosixPath(name).parts
    least = 2 if entry in one.companions else 1
    for length in range(least, len(parts) + 1):
        end = parts[-length:]
        if sum(PurePosixPath(other.path).parts[-length:] == end for other in one.files) <= 1:
            return given[-length:] == end
    return False


def locate(dataset: str, root: Path | None = None) -> list[Path]:
    """The files of a dataset below a data folder, in the card's order.

    Args:
        dataset: id or alias.
        root: the data folder; None for the cache, where ``trustmh data fetch`` and ``import`` put files. A file may lie
            at the card's relative path or at a shorter end of it, down to its bare name.

    Raises:
        TrustmhError: ``root`` is no folder. :class:`MissingDataError` for a missing file, with the paths that were tried.
    """
    one = card(dataset)
    folder = data_folder() if root is None else root
    if root is not None and not root.is_dir():
        raise TrustmhError(
            f"data folder {root}: no such folder; give the folder of the paper suite's files with --data"
        )
    found = []
    for entry in one.files:
        path = find_file(one, entry, folder)
        if path is None:
            tried = " and ".join(str(place) for place in places(one, entry, folder))
            message = f"dataset {one.id}: {entry.name} not found; looked at {tried}. {how_to_get(one)}"
            raise MissingDataError(message, one.id)
        found.append(path)
    return found


def how_to_get(one: Card) -> str:
    """One sentence: the command that brings the dataset here."""
    if one.access in ("gated", "agreement"):
        return f"It is not open: trustmh data import {one.id} says where to apply"
    if any(one.address(entry) is None for entry in one.files):
        return f"It has no verified address: trustmh data import {one.id} says where it is published"
    return f"Get it with: trustmh data fetch {one.id}"


def repeated_names() -> dict[str, int]:
    """Ids and aliases that more than one card claims; empty in a sound catalogue."""
    names = Counter(name for one in cards().values() for name in (one.id, *one.aliases))
    return {name: count for name, count in names.items() if count > 1}
