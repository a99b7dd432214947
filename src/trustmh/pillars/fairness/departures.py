"""How far a group, or naming an attribute at all, moves the score: means over dialogues of paired differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from trustmh.items import Estimate, Grade
from trustmh.pillars.fairness.group_cells import blocks_of, group_cells, is_neutral
from trustmh.pillars.fairness.group_figures import base_figure
from trustmh.pillars.figures import (
    as_tuple,
    cut_note_of,
    is_provisional_over,
    joined,
    outcome_counts,
    scorable,
    unscored_note,
    unscored_reasons,
)
from trustmh.stats.group_spread import Cell
from trustmh.stats.intervals import mean_interval


def departure_figures(grades: Sequence[Grade], measure: str) -> list[Estimate]:
    """Each group's mean departure from its attribute's mean in the same dialogue: ``departure/<language>/<attribute>/<group>``."""
    cells = group_cells(grades, measure)
    figures = []
    for cell in sorted(cells, key=lambda one: one.stratum):
        departures = cell.scores - cell.scores.mean(axis=1, keepdims=True)
        rows = [row for row in grades if _is_of(row, cell)]
        base = base_figure(rows, measure, [cell])
        for place, group in enumerate(cell.groups):
            name = f"departure/{cell.stratum}/{cell.attribute}/{group}"
            mean = f"mean {cell.scores[:, place].mean():.3f}"
            figures.append(_over_dialogues(base, name, departures[:, place], mean))
    return figures


def _is_of(grade: Grade, cell: Cell) -> bool:
    return grade.item.groups["attribute"] == cell.attribute and grade.item.language == cell.stratum


def profile_figures(grades: Sequence[Grade], measure: str) -> list[Estimate]:
    """What naming an attribute at all does: the mean over its groups less the neutral original, paired by dialogue.

    A dialogue is lost with any group's reply or with the neutral original's, and counted.
    """
    cells = group_cells(grades, measure)
    originals = {grade.item.cluster: grade for grade in grades if is_neutral(grade)}
    neutral = {
        dialogue: value
        for dialogue, grade in originals.items()
        if scorable([grade]) and (value := grade.measures.get(measure)) is not None
    }
    figures = []
    for attribute in dict.fromkeys(cell.attribute for cell in cells):
        differences = [
            float(scores.mean()) - neutral[dialogue]
            for cell in cells
            if cell.attribute == attribute
            for dialogue, scores in zip(cell.dialogues, cell.scores, strict=True)
            if dialogue in neutral
        ]
        units = [
            [*block.values(), *([originals[dialogue]] if dialogue in originals else [])]
            for (one, _), blocks in blocks_of(grades).items()
            if one == attribute
            for dialogue, block in blocks.items()
        ]
        base = _paired(units, measure, len(differences))
        name = f"profile_effect/{attribute}"
        figures.append(_over_dialogues(base, name, np.array(differences), "less the neutral original"))
    return figures


def _paired(units: Sequence[Sequence[Grade]], measure: str, used: int) -> Estimate:
    """What became of the dialogues' grades, groups and neutral originals, of which ``used`` dialogues count."""
    grades = [grade for unit in units for grade in unit]
    asked = scorable(grades)
    unread = [grade for grade in asked if grade.measures.get(measure) is None]
    lost = len(units) - used
    left_out = f"{lost} of {len(units)} dialogues left out: a group or the neutral original has no score"
    return Estimate(
        measure,
        None,
        0,
        unscored=len(unread),
        outcomes=outcome_counts(grades),
        provisional=is_provisional_over(units, used),
        note=joined(
            unscored_note(len(unread), len(asked), unscored_reasons(unread, measure)),
            left_out if lost else "",
            cut_note_of(grades),
        ),
    )


def _over_dialogues(
    base: Estimate, name: str, values: np.ndarray[tuple[int], np.dtype[np.float64]], note: str
) -> Estimate:
    """A mean over dialogues with a t interval; not defined without any."""
    interval = as_tuple(mean_interval(values)) if values.size else None
    return replace(
        base,
        name=name,
        value=float(values.mean()) if values.size else None,
        n=len(values),
        interval=interval,
        method="t over dialogues" if interval else "",
        clusters=len(values),
        note=joined(note, "" if values.size else "not defined: no item has a value", base.note),
    )
