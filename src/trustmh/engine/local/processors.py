"""How many processors there are, and how many copies of a local model are worth loading on them."""

from __future__ import annotations

import os
from pathlib import Path

import psutil

from trustmh.engine.local.catalogue import local_model
from trustmh.items import TrustmhError

#: Copies at most when the user names no number.
MOST = 4
#: Memory of a loaded copy, in sizes of its weights file: llama.cpp keeps rearranged weights, and each call its context.
_MEMORY_PER_SIZE = 2


def usable_threads() -> int:
    """Processors that this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


def check_threads(name: str, threads: int | None) -> None:
    """Raise :class:`TrustmhError` for more threads than processors: they wait for each other, and thousands end the process.

    Args:
        name: what the user calls the number, ``--threads``.
        threads: None for the default, which fits.
    """
    most = usable_threads()
    if threads is not None and not 1 <= threads <= most:
        raise TrustmhError(f"{name} {threads}: from 1 to {most}, the number of processors that this process may use")


def local_copies(name: str, gguf: Path | None, threads: int | None, connections: int | None) -> int:
    """Copies to load so that as many calls are worked on at once: no more than processors and free memory allow.

    Args:
        name: name in the catalogue, used when ``gguf`` is None.
        gguf: the user's weights file.
        threads: threads of each copy; None for one.
        connections: calls in flight that were asked for; None for the default.

    Raises:
        TrustmhError: no such local model.
    """
    by_processors = usable_threads() // (threads or 1)
    size = local_model(name).size if gguf is None else _size(gguf)
    available: int = psutil.virtual_memory().available
    by_memory = available // max(1, size * _MEMORY_PER_SIZE)
    return max(1, min(MOST if connections is None else connections, by_processors, by_memory))


def _size(file: Path) -> int:
    """Bytes; 0 for a file that cannot be looked at, which is reported where it is opened."""
    try:
        return file.stat().st_size
    except OSError:
        return 0
