"""Importing what a user brings: checked by hash and by loading it, then copied into the cache.

For datasets that are gated, by agreement, or without a verified address. Nothing is kept unless all of it is right.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from trustmh.datasets.archives import is_gzip, is_zip, take_gzip, take_zip_member, zip_members
from trustmh.datasets.cache import data_folder, unfinished_folder
from trustmh.datasets.catalogue import Card, DataFile, OtherEdition, PinnedFile, named_like
from trustmh.datasets.fetching import MOST_BYTES
from trustmh.datasets.hashes import difference, matches
from trustmh.datasets.loading import load_files
from trustmh.items import TrustmhError

#: Files looked at below a folder that is brought.
MOST_FILES = 20_000


@dataclass(frozen=True, slots=True)
class Imported:
    """What was imported: items that load, paths in the cache, and what must be said beside it."""

    dataset: str
    items: int
    paths: tuple[Path, ...]
    notes: tuple[str, ...]


def how_to_apply(card: Card) -> str:
    """Where a dataset is had, and what to bring."""
    if card.access == "package":
        raise TrustmhError(f"{card.id} ships inside trustmh; there is nothing to import")
    terms = f" {card.terms}" if card.terms else ""
    return f"{_where(card)}{terms} {_bring(card)}"


def _where(card: Card) -> str:
    return card.apply or f"It is open: trustmh data fetch {card.id}, or download it from {card.homepage}."


def _bring(card: Card) -> str:
    names = ", ".join(entry.name for entry in card.files[:6])
    if len(card.files) > 6:
        names += f" and {len(card.files) - 6} more"
    return f"Then bring {names} as a file, folder, zip or gzip: trustmh data import {card.id} PATH"


def _not_it(card: Card, fault: str) -> TrustmhError:
    """What is wrong with what was brought, and where the right thing is had."""
    return TrustmhError(f"{fault}. {how_to_apply(card)}")


def import_dataset(card: Card, source: Path, *, allow_unpinned: bool = False) -> Imported:
    """Check what a user brings and copy it into the cache.

    Args:
        card: the dataset.
        source: a file, a folder that holds the files, a zip archive of them, or one file packed with gzip.
        allow_unpinned: take a file although the card pins another hash; the loader still checks rows and labels.

    Raises:
        TrustmhError: a file is missing, has another hash than the card pins, or does not load; nothing is kept.
    """
    if card.access == "package":
        raise TrustmhError(f"{card.id} ships inside trustmh; there is nothing to import")
    if not source.exists():
        raise _not_it(card, f"{source}: no such file or folder")
    try:
        unfinished_folder().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=unfinished_folder(), prefix="import-") as folder:
            brought = list(_unpacked(source, card, Path(folder) / "brought"))
            return _import(card, source, brought, Path(folder) / "checked", allow_unpinned)
    except OSError as error:
        raise TrustmhError(
            f"{card.id}: {error.filename or source}: {error.strerror or error}; nothing was imported"
        ) from error


def _import(card: Card, source: Path, brought: list[tuple[str, Path]], folder: Path, allow_unpinned: bool) -> Imported:
    """Stage the files as they will lie in the cache, check them, and rename them there."""
    notes: list[str] = []
    staged: list[tuple[Path, str]] = []
    for entry in card.files:
        path, form = _choose(card, entry, brought, source)
        if form.pinned and not matches(form, path):
            if not allow_unpinned:
                raise _not_it(
                    card,
                    f"{card.id}: {path.name} is not the pinned file: {difference(form, path)}; nothing was imported. "
                    "--allow-unpinned takes it as it is",
                )
            notes.append(f"{entry.name}: not the pinned file ({difference(form, path)})")
        elif isinstance(form, OtherEdition):
            notes.append(f"{form.name}: {form.edition} edition: {form.note}")
        elif not form.pinned:
            notes.append(f"{entry.name}: no hash is known for this file, so only its form was checked")
        target = folder / form.path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        staged.append((target, form.path))
    try:
        items = load_files(card.id, [path for path, _ in staged])
    except TrustmhError as error:
        raise _not_it(card, f"{str(error).replace(str(folder) + os.sep, '')}; nothing was imported") from error
    paths = []
    for path, relative in staged:
        target = data_folder() / relative
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(path, target)
        paths.append(target)
    return Imported(card.id, len(items), tuple(paths), tuple(notes))


def _choose(card: Card, entry: DataFile, brought: list[tuple[str, Path]], source: Path) -> tuple[Path, PinnedFile]:
    """The file that was brought for an entry, by hash, then by name, then because it is the only one."""
    forms: list[PinnedFile] = [entry, *(edition for edition in entry.editions if edition.edition != "sample")]
    for form in forms:
        for _, path in brought:
            if form.pinned and matches(form, path):
                return path, form
    for form in forms:
        named = [path for name, path in brought if named_like(card, form, name)]
        if len(named) > 1:
            raise TrustmhError(f"{source}: {len(named)} files {form.name}; give the folder that holds the right one")
        if named:
            return named[0], form
    if len(card.files) == 1 and len(brought) == 1:
        return brought[0][1], entry
    raise _not_it(card, f"{card.id}: {entry.name} is not in {source}; nothing was imported")


def _unpacked(source: Path, card: Card, folder: Path) -> Iterator[tuple[str, Path]]:
    """Name and path of every file that was brought. Packed files are unpacked into ``folder`` under names of ours."""
    if source.is_dir():
        for count, path in enumerate(sorted(source.rglob("*"))):
            if count >= MOST_FILES:
                raise TrustmhError(f"{source}: more than {MOST_FILES:,} files; give the dataset's own folder")
            if path.is_file() and not path.is_symlink():
                yield path.relative_to(source).as_posix(), path
        return
    if not source.is_file():
        raise TrustmhError(f"{source}: is neither a file nor a folder")
    if is_zip(source):
        folder.mkdir()
        wanted = [form for entry in card.files for form in (entry, *entry.editions)]
        for number, member in enumerate(zip_members(source)):
            if any(named_like(card, form, member) for form in wanted):
                target = folder / f"{number}"
                take_zip_member(source, member, target, MOST_BYTES)
                yield member, target
    elif is_gzip(source):
        folder.mkdir()
        target = folder / "0"
        take_gzip(source, target, MOST_BYTES)
        yield source.name.removesuffix(".gz"), target
    else:
        yield source.name, source
