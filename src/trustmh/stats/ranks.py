"""Ranks among models: ties share the better rank, and what is missing stays a gap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from trustmh.stats.intervals import CONFIDENCE, Interval

#: Figures closer than this are a tie: the last bits of a float must not order two models.
_DECIMALS = 12


def competition_ranks(values: Sequence[float | None], better: Literal["up", "down"]) -> list[int | None]:
    """Rank 1 for the best; ties share the better ("min") rank and the next ranks are skipped.

    Args:
        values: one figure a model; None (or NaN) is a gap, gets no rank and takes none from the others.
        better: ``up`` when the higher figure is the better one.

    Returns:
        One rank a model, None for gaps.
    """
    keys = [None if v is None or np.isnan(v) else round(-v if better == "up" else float(v), _DECIMALS) for v in values]
    present = [key for key in keys if key is not None]
    return [None if key is None else 1 + sum(other < key for other in present) for key in keys]


def pillar_ranks(subtask_ranks: Mapping[str, Sequence[int | None]]) -> list[int | None]:
    """Rank of the mean subtask rank (the paper's radar, reproduced up to its own tie-breaks).

    Args:
        subtask_ranks: subtask -> one rank a model, the models in the same order everywhere.

    Returns:
        One rank a model; a model that lacks any of the subtasks has no pillar rank, since its mean would rest on
        another set of subtasks than the others'.
    """
    columns = list(zip(*subtask_ranks.values(), strict=True))
    means = [
        None if any(rank is None for rank in column) else sum(r for r in column if r is not None) / len(column)
        for column in columns
    ]
    return competition_ranks(means, "down")


def rank_intervals(draws: NDArray[np.float64], better: Literal["up", "down"]) -> list[Interval]:
    """95 % interval of each model's rank over bootstrap draws that all models share.

    Args:
        draws: figures of shape ``(models, draws)``, paired by column; NaN is not allowed.
        better: ``up`` when the higher figure is the better one.
    """
    if draws.ndim != 2 or np.isnan(draws).any():
        raise ValueError("draws must be a (models, draws) array without NaN")
    keys = np.round(-draws if better == "up" else draws, _DECIMALS)
    ranks = 1 + (keys[None, :, :] < keys[:, None, :]).sum(axis=1)
    tail = 100 * (1 - CONFIDENCE) / 2
    low, high = np.percentile(ranks, [tail, 100 - tail], axis=1, method="nearest")
    return [Interval(float(a), float(b)) for a, b in zip(low, high, strict=True)]
