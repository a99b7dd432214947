"""Standard output and error: any text can be printed, and what comes from outside cannot steer the terminal."""

from __future__ import annotations

import io
import os
import re
import sys

#: What would steer a terminal, reorder the line or cannot be encoded.
_HIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def accept_any_text() -> None:
    """Let both streams write what their encoding lacks as an escape, instead of failing in the middle of a table.

    Windows consoles, minimal containers and ``PYTHONIOENCODING`` give encodings without Chinese, dashes or box lines;
    file names may hold bytes that are no UTF-8 at all.
    """
    _open_closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _open_closed() -> None:
    """Put the null device where a stream was closed (``>&-``, a service without a console).

    Otherwise the next file to be opened, such as the call store, would take the stream's number, and what a library
    writes to standard error would go into it.
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        # Left open on purpose: it now stands for the stream that was closed.
        continue
    os.close(number)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 (for as long as the program runs)


def writes_unicode() -> bool:
    """True when standard output can hold any character: JSON lines there need no escapes to stay JSON."""
    return (sys.stdout.encoding or "").lower().replace("-", "").replace("_", "") in ("utf8", "utf8sig")


def on_one_line(text: str) -> str:
    """The text :func:`revealed`, on one line."""
    return revealed(" ".join(text.split()))


def revealed(text: str) -> str:
    """The text with each character that a terminal would obey replaced by its code point."""
    return _HIDDEN.sub(lambda match: f"⟨U+{ord(match.group()):04X}⟩", text)
