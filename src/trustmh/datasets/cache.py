"""The folder for what can be fetched again, shared by every project of one user."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_cache_path


def cache_folder() -> Path:
    """``TRUSTMH_CACHE``, else the user's cache folder of this system."""
    named = os.environ.get("TRUSTMH_CACHE")
    return Path(named).expanduser().absolute() if named else user_cache_path("trustmh", appauthor=False)


def models_folder() -> Path:
    """Where the weights of local models lie. It need not exist yet."""
    return cache_folder() / "models"


def data_folder() -> Path:
    """Where fetched and imported datasets lie, laid out as the cards' paths say. It need not exist yet."""
    return cache_folder() / "data"


def unfinished_folder() -> Path:
    """Where downloads and imports are put together before they are checked. Nothing is ever loaded from here."""
    return cache_folder() / "unfinished"


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """One process at a time holds the lock file ``path``; the others wait. The lock ends with its process."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as handle:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
