"""From Markdown, LaTeX and HTML to plain text, remembering what was emphasised or boxed.

Emphasis is evidence: in "I would go with **B**" the letter is marked as the answer, in "vitamin B" it is not.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

_LATEX_FONT = re.compile(
    r"\\(?:text|textbf|textit|textsf|mathrm|mathbf|mathbb|mathit|mathsf|operatorname|underline|emph)\s{0,3}\{([^{}\n]{0,300})\}"
)
_MARK = re.compile(
    r"\${0,2}[ ]?\\{1,2}f?box(?:ed)?\s{0,3}\{(?P<boxed>[^{}\n]{0,300})\}[ ]?\${0,2}"
    r"|~~(?P<struck>[^~\n]{1,300})~~"
    r"|\*{1,3}(?!\s)(?P<star>[^*\n]{1,300})\*{1,3}"
    r"|(?<!\w)__(?P<double>[^\s_][^\n]{0,120}?)__(?!\w)"
    r"|(?<!\w)__?(?P<under>[^_\n]{1,120})__?(?!\w)"
    r"|(?P<fence>```+[a-zA-Z0-9_+-]{0,20})"
    r"|`(?P<tick>[^`\n]{1,120})`"
    r"|\${1,2}(?P<dollar>[^$\n\\]{1,120})\${1,2}"
    r"|\\[(\[](?P<paren>[^\\\n]{1,120})\\[)\]]"
    r"|<(?:b|strong|em|u|mark)>(?P<html>[^<\n]{1,300})</(?:b|strong|em|u|mark)>"
    r"|(?P<drop></?(?:b|strong|em|i|u|p|br|div|span|mark|ul|ol|li)\s?/?>)"
    r"|(?m:^[ \t]{0,3}(?P<line>#{1,6}[ \t]+|>(?!=|[ \t]{0,3}-?[ \t]?\d{1,9}(?:\.\d{1,6})?(?![.)]?[ \t]{0,3}[\w(]))[ \t]?))"
    r"|(?m:^[ \t]{0,8}(?P<bullet>[*•●▪◦·‣][ \t]+))"
    r"|(?P<stray>\*+|`+)"
)
_TRIGGER = re.compile(r"[*_`$\\~#>•●▪◦·‣]")
_INNER = " *_`$"
#: Marks unwrapped in one text; more come only from texts that answer nothing.
_MAX_MARKS = 2_000


class Plain(NamedTuple):
    """Plain text; ``emphasis`` and ``boxed`` are spans of it as (start, end) offsets."""

    text: str
    emphasis: tuple[tuple[int, int], ...]
    boxed: tuple[tuple[int, int], ...]


def to_plain(text: str) -> Plain:
    """Unwrap markup. Struck-out text is dropped: it was withdrawn. Linear time."""
    if _TRIGGER.search(text) is None:
        return Plain(text, (), ())
    if "\\" in text:
        text = _LATEX_FONT.sub(r"\1", _LATEX_FONT.sub(r"\1", text))
    pieces: list[str] = []
    emphasis: list[tuple[int, int]] = []
    boxed: list[tuple[int, int]] = []
    length = position = 0
    for mark in islice(_MARK.finditer(text), _MAX_MARKS):
        before = text[position : mark.start()]
        pieces.append(before)
        length += len(before)
        position = mark.end()
        kind = mark.lastgroup or ""
        inner = mark[kind]
        if kind in ("struck", "fence", "drop", "line", "stray"):
            continue
        if kind == "bullet":
            inner = "- "
        else:
            inner = inner.strip(_INNER)
            (boxed if kind == "boxed" else emphasis).append((length, length + len(inner)))
        pieces.append(inner)
        length += len(inner)
    pieces.append(text[position:])
    return Plain("".join(pieces), tuple(emphasis), tuple(boxed))
