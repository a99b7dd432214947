"""Rubrics as data: a TOML file a clinician can read, validated into :class:`Rubric`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from trustmh.items import Language, TrustmhError


@dataclass(frozen=True, slots=True)
class Criterion:
    """One thing a judge scores: either a whole-number scale (``low``..``high``) or a closed set of ``labels``."""

    id: str
    text: Mapping[Language, str]
    low: int | None = None
    high: int | None = None
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rubric:
    """A judge's instructions.

    Attributes:
        id: name used in keys, grades and reports.
        version: bumped when the text changes; part of every verdict call's key.
        source: where the rubric comes from (paper, dataset's authors, ours).
        role: the judge's system message per language.
        task: what to do, per language; may name the slots.
        slots: names of the untrusted texts, in the order they are shown.
        slot_titles: heading of each slot per language.
        criteria: what is scored.
    """

    id: str
    version: int
    source: str
    role: Mapping[Language, str]
    task: Mapping[Language, str]
    slots: tuple[str, ...]
    slot_titles: Mapping[str, Mapping[Language, str]]
    criteria: tuple[Criterion, ...]

    @property
    def protocol(self) -> str:
        """The tag that verdict calls carry in their key."""
        return f"rubric:{self.id}/{self.version}"


def load_rubric(path: Path) -> Rubric:
    """Read a rubric file. Raises :class:`TrustmhError` naming the file and the field that is wrong."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        criteria = tuple(_criterion(entry) for entry in data["criteria"])
        slots = tuple(entry["id"] for entry in data["slots"])
        return Rubric(
            id=data["id"],
            version=int(data["version"]),
            source=data["source"],
            role=data["role"],
            task=data["task"],
            slots=slots,
            slot_titles={entry["id"]: entry["title"] for entry in data["slots"]},
            criteria=criteria,
        )
    except KeyError as error:
        raise TrustmhError(f"rubric {path.name}: the field {error} is missing; see docs/rubrics.md") from error
    except (OSError, ValueError, TypeError) as error:
        raise TrustmhError(f"rubric {path.name}: {error}; see docs/rubrics.md") from error


def _criterion(entry: Mapping[str, object]) -> Criterion:
    labels = entry.get("labels", ())
    scale = entry.get("scale")
    if bool(labels) == bool(scale):
        raise ValueError(f"criterion {entry.get('id')}: give either scale = [low, high] or labels = [...]")
    low, high = scale if isinstance(scale, list) else (None, None)
    text = entry["text"]
    if not isinstance(text, dict) or not isinstance(labels, list | tuple):
        raise ValueError(f"criterion {entry.get('id')}: text must be a table of languages, labels a list")
    return Criterion(id=str(entry["id"]), text=text, low=low, high=high, labels=tuple(str(x) for x in labels))
