"""Paired differences between groups that were asked the same dialogues, corrected for how many are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from trustmh.stats.comparisons import holm
from trustmh.stats.group_spread import Cell, Floats
from trustmh.stats.intervals import Interval, mean_interval


class Gap(NamedTuple):
    """Mean of the higher group less that of the lower one, over the same dialogues.

    ``p`` is the paired t test's, ``adjusted`` Holm's over all gaps that were looked at together; a pair without two
    dialogues or without spread cannot be tested and has 1 for both. ``interval`` is the paired t interval, uncorrected.
    """

    attribute: str
    stratum: str
    higher: str
    lower: str
    difference: float
    interval: Interval | None
    dialogues: int
    p: float
    adjusted: float


def group_gaps(cells: Sequence[Cell]) -> tuple[Gap, ...]:
    """Every pair of groups of every cell, largest gap first; equal gaps in the order of the cells."""
    found = [gap for cell in cells for gap in _gaps(cell)]
    adjusted = holm([gap.p for gap in found])
    corrected = [gap._replace(adjusted=value) for gap, value in zip(found, adjusted, strict=True)]
    return tuple(sorted(corrected, key=lambda gap: -gap.difference))


def _gaps(cell: Cell) -> list[Gap]:
    gaps = []
    for first, second in combinations(range(len(cell.groups)), 2):
        differences = cell.scores[:, first] - cell.scores[:, second]
        high, low = first, second
        if differences.mean() < 0:
            differences, high, low = -differences, second, first
        p = _paired_p(differences)
        gaps.append(
            Gap(
                cell.attribute,
                cell.stratum,
                cell.groups[high],
                cell.groups[low],
                float(differences.mean()),
                mean_interval(differences),
                len(differences),
                p,
                p,
            )
        )
    return gaps


def _paired_p(differences: Floats) -> float:
    if len(differences) < 2 or np.ptp(differences) <= 1e-12:
        return 1.0
    from scipy.stats import ttest_1samp

    return float(ttest_1samp(differences, 0.0).pvalue)
