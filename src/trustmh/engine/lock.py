"""One process at a time in a run folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType
from typing import IO

from trustmh.items import TrustmhError

LOCK_FILE = ".lock"


def _try_lock(handle: IO[str]) -> bool:
    """Take the operating system's lock, which ends with the process however it ends."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


class RunLock:
    """Holds a folder for this process, from construction until :meth:`release`.

    Raises :class:`TrustmhError` when another process holds it, or when the folder cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / LOCK_FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._handle = path.open("a+", encoding="utf-8")
        except OSError as error:
            raise TrustmhError(
                f"cannot write to {folder}: {error.strerror}; choose a folder you may write to"
            ) from error
        if not _try_lock(self._handle):
            self._handle.seek(0)
            holder = self._handle.read(20).strip()
            self._handle.close()
            who = f"process {holder}" if holder.isdigit() else "another process"
            raise TrustmhError(f"{folder} is in use by {who}; wait for it to end or choose another run folder")
        self._note_holder()

    def _note_holder(self) -> None:
        try:
            self._handle.truncate(0)
            self._handle.write(f"{os.getpid()}\n")
            self._handle.flush()
        except OSError:
            # The lock holds without the note; a full disk is reported where data would be lost.
            return

    def release(self) -> None:
        """Give the folder back. Safe to call twice."""
        self._handle.close()

    def __enter__(self) -> RunLock:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()
