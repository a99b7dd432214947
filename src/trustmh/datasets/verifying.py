"""Recognising data files by hash and name: which are the pinned ones, which are not, and what is missing."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from trustmh.datasets.catalogue import Card, OtherEdition, PinnedFile, card, cards, find_file, named_like
from trustmh.datasets.hashes import difference, git_blob, sha256_of
from trustmh.items import TrustmhError

MOST_FILES = 100_000


class Standing(StrEnum):
    """What a file below a data folder is."""

    PINNED = "pinned"
    SAMPLE = "sample"
    OLDER = "older edition"
    MASKED = "masked copy"
    UNPINNED = "no hash known"
    ALTERED = "not the pinned file"
    UNKNOWN = "unknown"


#: Standings that need no word from the user: the file is exactly what the catalogue says it is.
SOUND = frozenset({Standing.PINNED, Standing.SAMPLE, Standing.OLDER})
_EDITIONS = {"masked": Standing.MASKED, "older": Standing.OLDER, "sample": Standing.SAMPLE}


@dataclass(frozen=True, slots=True)
class SeenFile:
    """One file: its path, its standing, the datasets it belongs to, and what must be said of it."""

    path: Path
    standing: Standing
    datasets: tuple[str, ...]
    note: str
    accepted: bool


@dataclass(frozen=True, slots=True)
class Verification:
    """What lies below a data folder.

    Attributes:
        files: every file, in order of its path.
        complete: datasets of which every file is here.
        incomplete: datasets of which some are: id -> names of the missing ones.
        missing: datasets of which none is.
    """

    root: Path
    files: tuple[SeenFile, ...]
    complete: tuple[str, ...]
    incomplete: dict[str, tuple[str, ...]]
    missing: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """True when every file is accepted and no dataset is half here."""
        return all(file.accepted for file in self.files) and not self.incomplete


@dataclass(frozen=True, slots=True)
class _Known:
    card: Card
    entry: PinnedFile


def verify(
    root: Path, *, allow_unpinned: Collection[str] = (), progress: Callable[[int, int], None] = lambda done, total: None
) -> Verification:
    """Recognise every file below ``root``.

    Args:
        root: a data folder.
        allow_unpinned: datasets (id or alias) whose masked, altered or unpinned files are accepted.
        progress: told how many files of how many are hashed.

    Raises:
        TrustmhError: no such folder, no file in it, a file that cannot be read, or an unknown dataset.
    """
    if not root.is_dir():
        raise TrustmhError(f"{root}: no such folder; give a data folder with --root")
    allowed = {card(name).id for name in allow_unpinned}
    paths = list(_files(root))
    if not paths:
        raise TrustmhError(f"{root}: no files to verify; fetch some with trustmh data fetch, or give another --root")
    known = [_Known(one, entry) for one in cards().values() for entry in _entries(one)]
    seen = []
    for number, path in enumerate(paths, start=1):
        seen.append(_look(path, root, known, allowed))
        progress(number, len(paths))
    return _sum_up(root, tuple(seen))


def recognise(path: Path, dataset: str) -> Standing:
    """What a file is that a dataset is loaded from: pinned, another edition, or called as one and not the same.

    Raises :class:`TrustmhError` for an unknown dataset or a file that cannot be read.
    """
    one = card(dataset)
    # The whole path: a file is known by as many of its folders as tell the dataset's files apart.
    return _look(path, Path(path.anchor), [_Known(one, entry) for entry in _entries(one)], set()).standing


def _entries(one: Card) -> Iterator[PinnedFile]:
    for entry in one.files:
        yield entry
        yield from entry.editions
    yield from one.companions


def _files(root: Path) -> Iterator[Path]:
    """Regular files below a folder, hidden ones left out, links not followed."""
    count = 0
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(folder) / name
            if name.startswith(".") or path.is_symlink() or not path.is_file():
                continue
            count += 1
            if count > MOST_FILES:
                raise TrustmhError(f"{root}: more than {MOST_FILES:,} files; give the data folder itself")
            yield path


def _look(path: Path, root: Path, known: list[_Known], allowed: set[str]) -> SeenFile:
    digest = sha256_of(path)
    fits = [one for one in known if one.entry.sha256 == digest]
    if not fits and any(one.entry.git_blob for one in known):
        blob = git_blob(path)
        fits = [one for one in known if one.entry.git_blob == blob]
    if fits:
        return _recognised(path, fits, allowed)
    relative = path.relative_to(root).as_posix()
    named = [one for one in known if named_like(one.card, one.entry, relative)]
    if not named:
        return SeenFile(path, Standing.UNKNOWN, (), "neither its hash nor its name is in the catalogue", False)
    datasets = _datasets(named)
    if all(one.entry.pinned for one in named):
        standing, note = Standing.ALTERED, f"called {named[0].entry.name}, but {difference(named[0].entry, path)}"
    else:
        standing = Standing.UNPINNED
        note = f"recognised by its name; SHA-256 {digest[:16]}…, the catalogue knows none to compare"
    return SeenFile(path, standing, datasets, note, bool(allowed.intersection(datasets)))


def _recognised(path: Path, fits: list[_Known], allowed: set[str]) -> SeenFile:
    entry, datasets = fits[0].entry, _datasets(fits)
    standing = _EDITIONS[entry.edition] if isinstance(entry, OtherEdition) else Standing.PINNED
    notes = [] if path.name == entry.name else [f"the catalogue calls it {entry.name}"]
    if isinstance(entry, OtherEdition):
        notes.append(entry.note)
    if standing is Standing.MASKED:
        published = next((file.sha256 for file in fits[0].card.files if entry in file.editions), None) or ""
        notes.insert(0, f"SHA-256 {str(entry.sha256)[:16]}… is not the published {published[:16]}…")
    accepted = standing in SOUND or bool(allowed.intersection(datasets))
    return SeenFile(path, standing, datasets, "; ".join(notes), accepted)


def _datasets(known: list[_Known]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.card.id for one in known))


def _sum_up(root: Path, seen: tuple[SeenFile, ...]) -> Verification:
    complete, missing, incomplete = [], [], {}
    for one in cards().values():
        if one.access == "package":
            continue
        absent = tuple(entry.name for entry in one.files if find_file(one, entry, root) is None)
        if not absent:
            complete.append(one.id)
        elif len(absent) == len(one.files):
            missing.append(one.id)
        else:
            incomplete[one.id] = absent
    return Verification(root, seen, tuple(complete), incomplete, tuple(missing))
