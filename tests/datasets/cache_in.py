"""A cache of a test's own, and cards whose files a test can serve."""

from __future__ import annotations

import hashlib
from pathlib import Path

from trustmh.datasets.catalogue import Card, DataFile, OtherEdition

REVISION = "0123456789abcdef0123456789abcdef01234567"
ROWS = b'{"text": "one"}\n{"text": "two"}\n'


def pinned(path: str, data: bytes, **more: object) -> DataFile:
    """A file of a card by its content."""
    values = {"path": path, "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data), "source": f"in/{path}"}
    return DataFile.model_validate({**values, **more})


def blob(data: bytes) -> str:
    """SHA-1 of a git blob."""
    return hashlib.sha1(b"blob %d\0%s" % (len(data), data), usedforsecurity=False).hexdigest()


def made_card(*files: DataFile, **more: object) -> Card:
    """A card of an open dataset."""
    values = {
        "id": "made",
        "title": "Made",
        "summary": "Made for a test.",
        "languages": ["en"],
        "licence": "CC0",
        "access": "open",
        "repository": "some/where",
        "revision": REVISION,
        "files": files,
    }
    return Card.model_validate({**values, **more})


def older(path: str, data: bytes) -> OtherEdition:
    """An older edition, known by its git blob only."""
    return OtherEdition(path=path, git_blob=blob(data), source=f"in/{path}", edition="older", note="older")


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes."""
    if not folder.exists():
        return {}
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
