"""The published ranks of twelve models, and the numbers recorded in the reference repository.

Facts, kept as data beside this module (``published.json``). They were made under other conditions than any run of this
package (data as it then was, other prompts, a commercial judge), so they are shown beside a run, never mixed into its
ranks. What is doubtful or cannot be verified says so.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from trustmh.items import Language


@dataclass(frozen=True, slots=True)
class PublishedRanks:
    """Published ranks of one subtask or pillar.

    Attributes:
        ranks: model -> rank, in the paper's order of models.
        note: what a reader must know, per language; empty when there is nothing.
        doubtful: models whose rank cannot be relied on.
    """

    ranks: Mapping[str, int]
    note: Mapping[Language, str] = field(default_factory=dict)
    doubtful: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PublishedNumber:
    """One number of the reference repository.

    ``figure`` carries the name of our figure that means the same under the reference's scoring (``r/2a``,
    ``access_error`` …); ``half_width`` is that of its 95 % interval, where one was recorded.
    """

    subtask: str
    figure: str
    model: str
    value: float
    n: int
    half_width: float | None = None


def published_models() -> tuple[str, ...]:
    """The twelve models, in the paper's order (six general models, then six for mental health)."""
    return tuple(_facts()["models"])


def published_pillars() -> tuple[str, ...]:
    """Ids of the eight pillars, in the paper's order."""
    return tuple(_facts()["pillars"])


def published_subtasks(pillar: str) -> tuple[str, ...]:
    """Ids of a pillar's published subtasks, in the paper's order; empty for a pillar that is not in the paper."""
    return tuple(name for name, entry in _facts()["subtasks"].items() if entry["pillar"] == pillar)


def published_ranks(subtask: str) -> PublishedRanks | None:
    """Ranks of the twelve models in one subtask, as printed; None when the paper has no such subtask."""
    return _ranks(_facts()["subtasks"].get(subtask), "ranks")


def published_pillar_ranks(pillar: str, as_printed: bool = False) -> PublishedRanks | None:
    """Ranks of the twelve models in one pillar: the rank of the mean subtask rank, ties sharing the better one.

    Args:
        pillar: id.
        as_printed: give the vertices of the printed radar instead; they differ only where it breaks ties.
    """
    return _ranks(_facts()["pillars"].get(pillar), "radar" if as_printed else "ranks")


def published_numbers(subtask: str, figure: str | None = None, model: str | None = None) -> tuple[PublishedNumber, ...]:
    """Recorded numbers of a subtask, all or those of one figure or model (by the paper's name of the model)."""
    return tuple(
        PublishedNumber(**row)
        for row in _facts()["numbers"]
        if row["subtask"] == subtask and figure in (None, row["figure"]) and model in (None, row["model"])
    )


def _ranks(entry: Mapping[str, Any] | None, column: str) -> PublishedRanks | None:
    if entry is None:
        return None
    ranks = dict(zip(published_models(), entry[column], strict=True))
    return PublishedRanks(ranks, entry.get("note", {}), frozenset(entry.get("doubtful", ())))


@cache
def _facts() -> Any:
    return json.loads(resources.files("trustmh.results").joinpath("published.json").read_text(encoding="utf-8"))
