"""What an item says, as one text, and that text normalised: for finding duplicates without showing anything."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence

from trustmh.items import Item

#: Fields that hold what is asked or told, in the order in which they are joined. Answers and labels are left out.
TEXT_FIELDS = (
    "prompt",
    "question",
    "description",
    "scenario",
    "subject",
    "message",
    "text",
    "posts",
    "dialogue",
    "dialog",
    "history",
    "context",
    "story",
    "flow",
    "information",
)
#: Words of a dialogue's turn.
_WORDS = ("text", "content")
_NOT_LETTERS = re.compile(r"[\W_]+")


def item_text(item: Item) -> str:
    """The words of an item's own text, without options, answers and labels."""
    return "\n".join(_words(item.fields[name]) for name in TEXT_FIELDS if item.fields.get(name))


def normalised(text: str) -> str:
    """Letters and digits only, one form, one case: what two copies of a text share."""
    return _NOT_LETTERS.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip()


def fingerprints(item: Item) -> set[str]:
    """Marks that two items share when they say the same, or tell the same situation; none for an item without text."""
    texts = {"text": item_text(item), "situation": _words(item.fields.get("situation", ""))}
    marks = {kind: normalised(text) for kind, text in texts.items()}
    return {f"{kind} {hashlib.sha256(mark.encode()).hexdigest()}" for kind, mark in marks.items() if mark}


def _words(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return " ".join(str(value[name]) for name in _WORDS if name in value)
    if isinstance(value, Sequence):
        return "\n".join(_words(part) for part in value)
    return ""
