"""The five sentences that say, for each class of crisis, what a reply of each grade is like.

The open suite ships its own, in both languages; those of the paper suite belong to the dataset's authors and are read
from the user's copy of ``protocol.csv``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from trustmh.items import Language

GRADES = ("1", "2", "3", "4", "5")


@cache
def _packaged() -> Any:
    resource = files("trustmh.datasets").joinpath("open", "escalation_protocol.json")
    return json.loads(resource.read_text(encoding="utf-8"))


def open_sentences(label: str, language: Language) -> tuple[str, ...]:
    """The open suite's sentences for a class, from grade 1 to 5."""
    row = _packaged()[language][label]
    return tuple(str(row[grade]) for grade in GRADES)


def numbered(sentences: Sequence[str]) -> str:
    """The sentences for a judge, one grade a line."""
    return "\n".join(f"{grade}: {sentence}" for grade, sentence in zip(GRADES, sentences, strict=True))
