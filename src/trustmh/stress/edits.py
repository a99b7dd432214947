"""Edits: what was done where, so that a variant can be shown, checked and undone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from trustmh.stress.operations.table import Level
from trustmh.stress.tokens import Span


class Edit(NamedTuple):
    """``before`` at ``start``..``end`` of the text that the level was given became ``after``."""

    start: int
    end: int
    before: str
    after: str
    level: Level
    operation: str


def apply_edits(text: str, edits: Sequence[Edit]) -> str:
    """The text with one level's edits made; they are in order and do not touch."""
    parts = []
    at = 0
    for edit in edits:
        parts.append(text[at : edit.start])
        parts.append(edit.after)
        at = edit.end
    parts.append(text[at:])
    return "".join(parts)


def undo_edits(text: str, edits: Sequence[Edit]) -> str:
    """The text that one level's edits were made on."""
    parts = []
    at = shift = 0
    for edit in edits:
        start = edit.start + shift
        parts.append(text[at:start])
        parts.append(edit.before)
        at = start + len(edit.after)
        shift += len(edit.after) - len(edit.before)
    parts.append(text[at:])
    return "".join(parts)


def moved_spans(spans: Sequence[Span], edits: Sequence[Edit]) -> list[Span]:
    """Where untouched spans of a text lie after one level's edits."""
    moved = []
    at = shift = 0
    for start, end in sorted(spans):
        while at < len(edits) and edits[at].end <= start:
            shift += len(edits[at].after) - len(edits[at].before)
            at += 1
        moved.append((start + shift, end + shift))
    return moved
