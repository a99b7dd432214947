"""Writing a file so that a reader sees the old one or the new one, never half of one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from trustmh.items import TrustmhError

#: What a temporary file's name ends in; one is left behind only by a process that was killed while it wrote.
PART_SUFFIX = ".part"


def write_atomically(path: Path, content: bytes) -> None:
    """Write ``content`` to ``path`` through a temporary file in the same folder, on the disk before it takes the name.

    Raises:
        TrustmhError: when the folder or the disk refuses; a file that stood there before is left as it was.
    """
    temporary = ""
    path = target_of(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=PART_SUFFIX)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        _open_to_others(temporary)
        os.replace(temporary, path)
    except OSError as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        reason = error.strerror or type(error).__name__
        raise TrustmhError(
            f"cannot write {path}: {reason}; nothing stored before is lost: make room or choose another folder, "
            "then run the same command again"
        ) from error


def target_of(path: Path) -> Path:
    """The regular file that is to be written or replaced: what a link leads to, and never a device, a pipe or a folder.

    Raises:
        TrustmhError: something else stands there.
    """
    try:
        target = Path(os.path.realpath(path)) if path.is_symlink() else path
        if target.exists() and not target.is_file():
            raise TrustmhError(f"cannot write {path}: it is no regular file; choose another name")
    except OSError as error:
        raise TrustmhError(f"cannot write {path}: {error.strerror}; choose another name") from error
    return target


def _open_to_others(temporary: str) -> None:
    # mkstemp gives 0600; the finished file gets what a plain open() would have given it.
    mask = os.umask(0)
    os.umask(mask)
    Path(temporary).chmod(0o666 & ~mask)


def write_anew(path: Path) -> str:
    """What to do about a file of a run folder that follows from the stored answers and is missing, damaged or of an older form.

    The folder is named, so that a command of another version of trustmh finds the run that it cannot continue instead of
    beginning another.
    """
    return (
        f"give the trustmh command that made this run again, with --out {path.parent}: it writes the file anew and asks "
        "nothing twice"
    )


def read_text(path: Path, what: str, remedy: str) -> str:
    """The UTF-8 text of a file. Raises :class:`TrustmhError` naming ``what`` it should be and the ``remedy``."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise TrustmhError(f"no {what} at {path}; {remedy}") from error
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        raise TrustmhError(f"cannot read the {what} at {path}: {reason}; {remedy}") from error
