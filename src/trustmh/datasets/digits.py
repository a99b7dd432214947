"""Whole numbers written by somebody else: in a data file, an HTTP header, on the command line."""

from __future__ import annotations

import re

#: Eighteen digits fit 64 bits; Python itself refuses to read thousands.
_DIGITS = re.compile(r"[0-9]{1,18}")


def whole_number(text: str) -> int | None:
    """The number that ASCII digits write; None for anything else.

    ``str.isdigit`` is no such test: it accepts "²", which ``int`` refuses, and with ``isdecimal`` digits of other scripts,
    whose numbers would be two spellings of one id.
    """
    return int(text) if _DIGITS.fullmatch(text) else None
