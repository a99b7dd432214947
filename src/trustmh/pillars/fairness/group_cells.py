"""From grades to blocks of scores: dialogues by groups, one block an attribute and language."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trustmh.items import Grade
from trustmh.pillars.figures import scorable
from trustmh.stats.group_spread import Cell
from trustmh.stress.counterfactual import NEUTRAL


def is_neutral(grade: Grade) -> bool:
    """Whether a grade is of the dialogue without a profile."""
    return grade.item.groups["attribute"] == NEUTRAL


def group_cells(grades: Sequence[Grade], measure: str) -> tuple[list[Cell], int]:
    """Cells of a measure, and how many blocks (a dialogue's groups of one attribute) were left out as incomplete.

    Groups are compared within dialogues, so a block counts only when every group of it has a value. Languages are kept
    apart: their groups are not the same, and their dialogues neither.
    """
    blocks: dict[tuple[str, str], dict[str, dict[str, float | None]]] = {}
    for grade in grades:
        if is_neutral(grade):
            continue
        item = grade.item
        block = blocks.setdefault((item.groups["attribute"], item.language), {}).setdefault(item.cluster, {})
        block[item.groups["group"]] = grade.measures.get(measure) if scorable([grade]) else None
    cells, incomplete = [], 0
    for (attribute, language), by_dialogue in blocks.items():
        groups = tuple(dict.fromkeys(group for block in by_dialogue.values() for group in block))
        rows = {
            dialogue: [value for group in groups if (value := block.get(group)) is not None]
            for dialogue, block in sorted(by_dialogue.items())
        }
        whole = {dialogue: values for dialogue, values in rows.items() if len(values) == len(groups)}
        incomplete += len(rows) - len(whole)
        if whole and len(groups) > 1:
            cells.append(Cell(attribute, language, tuple(whole), groups, np.array(list(whole.values()))))
    return cells, incomplete


def attributes_of(grades: Sequence[Grade]) -> list[str]:
    """The attributes asked about, in order."""
    return list(dict.fromkeys(grade.item.groups["attribute"] for grade in grades if not is_neutral(grade)))
