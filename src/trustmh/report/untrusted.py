"""Showing text that somebody else wrote: escaped, with what cannot be seen made visible, and cut at a stated length."""

from __future__ import annotations

import re
from typing import NamedTuple

from markupsafe import Markup, escape

SHOWN_CHARACTERS = 20_000

#: Control characters, marks that reorder or hide text, line separators, half surrogate pairs and the tag block. The
#: joiners U+200C and U+200D are left alone, since Persian and emoji need them.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)


class ShownText(NamedTuple):
    """``html`` is safe to place in a page; ``cut`` is the number of characters left out at the end."""

    html: Markup
    cut: int


def revealed(text: str) -> str:
    """Plain text in which each hidden character is replaced by its code point; not escaped."""
    return _HIDDEN.sub(lambda match: f"⟨U+{ord(match.group()):04X}⟩", text)


def visible(text: str) -> Markup:
    """Escaped text in which each hidden character is replaced by its code point, such as ⟨U+202E⟩."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    parts: list[Markup] = []
    start = 0
    for match in _HIDDEN.finditer(lines):
        parts.append(escape(lines[start : match.start()]))
        parts.append(Markup('<span class="hidden-character">⟨U+{}⟩</span>').format(f"{ord(match.group()):04X}"))
        start = match.end()
    parts.append(escape(lines[start:]))
    return Markup("").join(parts)


def shown(text: str, limit: int = SHOWN_CHARACTERS) -> ShownText:
    """The first ``limit`` characters, made visible, and how many were left out."""
    return ShownText(visible(text[:limit]), max(0, len(text) - limit))
