"""From grades to blocks of scores: dialogues by groups, one block an attribute and language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from trustmh.items import Grade
from trustmh.pillars.figures import scorable
from trustmh.stats.group_spread import Cell
from trustmh.stress.counterfactual import NEUTRAL


def is_neutral(grade: Grade) -> bool:
    """Whether a grade is of the dialogue without a profile."""
    return grade.item.groups["attribute"] == NEUTRAL


#: A dialogue's grades of one attribute, by group: what is compared, and so what is lost together.
Block = Mapping[str, Grade]


def blocks_of(grades: Sequence[Grade]) -> dict[tuple[str, str], dict[str, Block]]:
    """The blocks of each attribute and language, by dialogue."""
    blocks: dict[tuple[str, str], dict[str, dict[str, Grade]]] = {}
    for grade in grades:
        if not is_neutral(grade):
            item = grade.item
            block = blocks.setdefault((item.groups["attribute"], item.language), {}).setdefault(item.cluster, {})
            block[item.groups["group"]] = grade
    return {key: dict(by_dialogue) for key, by_dialogue in blocks.items()}


def group_cells(grades: Sequence[Grade], measure: str) -> list[Cell]:
    """Cells of a measure.

    Groups are compared within dialogues, so a block counts only when every group of it has a value. Languages are kept
    apart: their groups are not the same, and their dialogues neither.
    """
    cells = []
    for (attribute, language), by_dialogue in blocks_of(grades).items():
        groups = tuple(dict.fromkeys(group for block in by_dialogue.values() for group in block))
        rows = {
            dialogue: [value for group in groups if (value := _value(block.get(group), measure)) is not None]
            for dialogue, block in sorted(by_dialogue.items())
        }
        whole = {dialogue: values for dialogue, values in rows.items() if len(values) == len(groups)}
        if whole and len(groups) > 1:
            cells.append(Cell(attribute, language, tuple(whole), groups, np.array(list(whole.values()))))
    return cells


def _value(grade: Grade | None, measure: str) -> float | None:
    return grade.measures.get(measure) if grade is not None and scorable([grade]) else None


def attributes_of(grades: Sequence[Grade]) -> list[str]:
    """The attributes asked about, in order."""
    return list(dict.fromkeys(grade.item.groups["attribute"] for grade in grades if not is_neutral(grade)))
