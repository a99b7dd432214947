"""Paired differences between groups that were asked the same dialogues, corrected for how many are looked at."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from trustmh.stats.comparisons import holm
from trustmh.stats.group_spread import Cell, Floats
from trustmh.stats.intervals import CONFIDENCE, Interval, mean_interval


class Gap(NamedTuple):
    """Mean of the higher group less that of the lower one, over the same dialogues.

    Attributes:
        interval: paired t interval at a level that lets the intervals of all gaps looked at together hold at once
            (Bonferroni); None without spread.
        p: the paired t test's. Where the difference is the same in every dialogue there is no spread to compare it with,
            and it is the exact sign test's, ``2 / 2**dialogues``; 1 without a difference. None for a single dialogue,
            which cannot be tested.
        adjusted: Holm's over all gaps that were looked at together and can be tested; None where ``p`` is.
    """

    attribute: str
    stratum: str
    higher: str
    lower: str
    difference: float
    interval: Interval | None
    dialogues: int
    p: float | None
    adjusted: float | None


def group_gaps(cells: Sequence[Cell]) -> tuple[Gap, ...]:
    """Every pair of groups of every cell, largest gap first; equal gaps in the order of the cells."""
    pairs = sum(math.comb(len(cell.groups), 2) for cell in cells)
    found = [gap for cell in cells for gap in _gaps(cell, 1 - (1 - CONFIDENCE) / pairs)]
    adjusted = iter(holm([gap.p for gap in found if gap.p is not None]))
    corrected = [gap if gap.p is None else gap._replace(adjusted=next(adjusted)) for gap in found]
    return tuple(sorted(corrected, key=lambda gap: -gap.difference))


def _gaps(cell: Cell, confidence: float) -> list[Gap]:
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
                mean_interval(differences, confidence=confidence),
                len(differences),
                p,
                p,
            )
        )
    return gaps


def _paired_p(differences: Floats) -> float | None:
    if len(differences) < 2:
        return None
    if np.ptp(differences) <= 1e-12:
        return 1.0 if abs(differences[0]) <= 1e-12 else 0.5 ** (len(differences) - 1)
    from scipy.stats import ttest_1samp

    return float(ttest_1samp(differences, 0.0).pvalue)
