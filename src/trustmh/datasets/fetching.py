"""Fetching open datasets into the cache: pinned revision, checked hash, then one rename.

A file reaches the cache only when its hash is the card's. Anything else (half a download, a web page, another version)
leaves the cache as it was.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from trustmh.datasets.archives import ends_with, take_zip_member, zip_members
from trustmh.datasets.cache import alone, data_folder, unfinished_folder
from trustmh.datasets.catalogue import RAW_FILES, Card, PinnedFile, how_to_get
from trustmh.datasets.hashes import difference, matches
from trustmh.datasets.transfer import Patience, Wanted, download, shown
from trustmh.datasets.unfinished import Unfinished
from trustmh.items import TrustmhError

#: Most bytes of a file whose size no card states.
MOST_BYTES = 512_000_000


class TermsNotAcceptedError(TrustmhError):
    """The dataset's terms must be accepted first."""


@dataclass(frozen=True, slots=True)
class FetchProgress:
    """How far one file is: ``done`` bytes of ``total`` (None when unknown)."""

    dataset: str
    file: str
    done: int
    total: int | None


@dataclass(frozen=True, slots=True)
class Fetched:
    """What became of a dataset's files: their paths in the cache, those that came now, those that were there."""

    dataset: str
    paths: tuple[Path, ...]
    came: int
    were_there: int


@dataclass(frozen=True, slots=True)
class _How:
    patience: Patience
    progress: Callable[[FetchProgress], None]


def _ignore(progress: FetchProgress) -> None:
    """For callers that show nothing."""


def fetch(
    card: Card,
    *,
    accept_licence: bool = False,
    older: bool = False,
    companions: bool = False,
    base: str = RAW_FILES,
    patience: Patience | None = None,
    progress: Callable[[FetchProgress], None] = _ignore,
) -> Fetched:
    """Bring a dataset's files into the cache; files that are there with the right hash are left alone.

    Args:
        card: the dataset.
        accept_licence: the user has accepted ``card.terms``.
        older: take the older edition where the current one has no verified address.
        companions: also licences and other files that no loader needs.
        base: where raw files of pinned commits are served; a mirror serves the same paths. The hash decides.
        patience: time-outs and tries.
        progress: told how far each file is.

    Raises:
        TermsNotAcceptedError: the dataset has terms and they were not accepted.
        TrustmhError: not open, no address, or a file is not what the card pins; the cache is as it was.
    """
    entries = _entries(card, older)
    if companions:
        entries += [entry for entry in card.companions if entry.source]
    if card.terms and not accept_licence and any(not _is_here(entry) for entry in entries):
        raise TermsNotAcceptedError(f"{card.id}: {card.terms} Accept with --accept-licence")
    paths, came = [], 0
    try:
        with alone(unfinished_folder() / f"{card.id}.lock"):
            for entry in entries:
                target = data_folder() / entry.path
                if not _is_here(entry):
                    _fetch_file(card, entry, base, _How(patience or Patience(), progress))
                    came += 1
                paths.append(target)
    except OSError as error:
        raise TrustmhError(
            f"{card.id}: cannot write to {data_folder()}: {error.strerror or error}; free space or set TRUSTMH_CACHE"
        ) from error
    return Fetched(card.id, tuple(paths), came, len(paths) - came)


def _is_here(entry: PinnedFile) -> bool:
    target = data_folder() / entry.path
    return target.is_file() and matches(entry, target)


def _entries(card: Card, older: bool) -> list[PinnedFile]:
    """The files to fetch. Raises :class:`TrustmhError` when the dataset cannot be fetched, saying what to do."""
    if card.access == "package":
        raise TrustmhError(f"{card.id} ships inside trustmh; there is nothing to fetch")
    if card.access != "open":
        raise TrustmhError(f"{card.id} cannot be fetched. {how_to_get(card)}")
    chosen: list[PinnedFile] = []
    for entry in card.files:
        candidates: list[PinnedFile] = [entry]
        candidates += [edition for edition in entry.editions if older and edition.edition == "older"]
        fit = next((one for one in candidates if card.address(one) and one.pinned), None)
        if fit is None:
            offer = any(edition.edition == "older" and edition.source for edition in entry.editions)
            also = ", or fetch the older edition with --older-edition" if offer else ""
            raise TrustmhError(
                f"{card.id}: {entry.name} has no verified address. {card.apply} Then: trustmh data import {card.id} FILE{also}"
            )
        chosen.append(fit)
    return chosen


def _fetch_file(card: Card, entry: PinnedFile, base: str, how: _How) -> None:
    """Download one file, check its hash, rename it into the cache."""
    address = card.address(entry, base)
    assert address is not None  # _entries chose files that have one
    exact = entry.bytes is not None and entry.member is None
    limit = entry.bytes if exact and entry.bytes else MOST_BYTES
    part = Unfinished(unfinished_folder() / f"{entry.sha256 or entry.git_blob}.part")

    def tell(done: int) -> None:
        how.progress(FetchProgress(card.id, entry.name, done, entry.bytes if exact else None))

    download(Wanted(address, part, limit, exact, tell), how.patience)
    found = part.path
    try:
        if entry.member is not None:
            found = part.path.with_suffix(".member")
            _unpack(part.path, entry, found, address)
        if not matches(entry, found):
            raise TrustmhError(
                f"{card.id}: {entry.name} from {shown(address)} is not the pinned file: {difference(entry, found)}; "
                "not kept"
            )
        target = data_folder() / entry.path
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(found, target)
    finally:
        found.unlink(missing_ok=True)
        part.discard()


def _unpack(archive: Path, entry: PinnedFile, target: Path, address: str) -> None:
    """The one file of an archive whose path ends as the card says."""
    assert entry.member is not None
    fitting = [name for name in zip_members(archive) if ends_with(name, entry.member)]
    if len(fitting) != 1:
        raise TrustmhError(
            f"{shown(address)}: {len(fitting)} files {entry.member} in the archive, one was expected; not kept"
        )
    take_zip_member(archive, fitting[0], target, entry.bytes or MOST_BYTES)
