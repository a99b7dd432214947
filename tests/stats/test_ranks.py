"""Ranks, their intervals and corrected comparisons; the paper's radar from its rank table."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats as scipy_stats

from trustmh.stats import competition_ranks, holm, pillar_ranks, rank_intervals


@pytest.mark.parametrize(
    ("values", "better", "expected"),
    [
        ([], "up", []),
        ([0.7], "up", [1]),
        ([0.7, 0.9, 0.7, 0.1], "up", [2, 1, 2, 4]),
        ([0.7, 0.9, 0.7, 0.1], "down", [2, 4, 2, 1]),
        ([0.7, None, 0.9], "up", [2, None, 1]),
        ([None, None], "down", [None, None]),
        ([float("nan"), 0.2], "up", [None, 1]),
        ([0.1 + 0.2, 0.3], "up", [1, 1]),
        ([0.0, -0.0], "down", [1, 1]),
    ],
)
def test_ties_share_the_better_rank_and_gaps_stay_gaps(
    values: list[float | None], better: str, expected: list[int | None]
) -> None:
    assert competition_ranks(values, "up" if better == "up" else "down") == expected


def test_ranks_agree_with_scipy() -> None:
    values = np.random.default_rng(0).integers(0, 6, size=30).astype(float)
    assert competition_ranks(list(values), "down") == scipy_stats.rankdata(values, method="min").astype(int).tolist()


def test_a_model_that_lacks_a_subtask_has_no_pillar_rank() -> None:
    assert pillar_ranks({"one": [1, 2, 3], "two": [3, None, 2]}) == [1, None, 2]
    assert pillar_ranks({}) == []


def test_the_papers_radar_follows_from_its_rank_table(shared: Path) -> None:
    ranks = json.loads((shared / "published" / "ranks.json").read_text(encoding="utf-8"))
    radar = json.loads((shared / "published" / "pillar_ranks.json").read_text(encoding="utf-8"))["pillars"]
    for pillar, subtasks in ranks.items():
        models = list(next(iter(subtasks.values())))
        ours = pillar_ranks({name: [column[model] for model in models] for name, column in subtasks.items()})
        read = [radar[pillar]["radar_read"][model] for model in models]
        means = [np.mean([column[model] for column in subtasks.values()]) for model in models]
        for rank, vertex, mean in zip(ours, read, means, strict=True):
            tied = sum(abs(mean - other) < 1e-9 for other in means)
            assert rank is not None
            assert rank <= vertex < rank + tied, (pillar, rank, vertex)


def test_rank_intervals_show_what_cannot_be_told_apart() -> None:
    generator = np.random.default_rng(4)
    draws = np.stack(
        [generator.normal(0.9, 0.01, 2000), generator.normal(0.5, 0.05, 2000), generator.normal(0.5, 0.05, 2000)]
    )
    assert rank_intervals(draws, "up") == [(1, 1), (2, 3), (2, 3)]
    assert rank_intervals(draws, "down") == [(3, 3), (1, 2), (1, 2)]
    with pytest.raises(ValueError, match="without NaN"):
        rank_intervals(np.array([[np.nan]]), "up")


@pytest.mark.parametrize(
    ("p", "expected"),
    [
        ([], []),
        ([0.04], [0.04]),
        # Holm 1979 by hand: 4*.005, 3*.01, 2*.03, then the running maximum
        ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]),
        ([0.5, 0.9], [1.0, 1.0]),
    ],
)
def test_holm_by_hand(p: list[float], expected: list[float]) -> None:
    assert holm(p) == pytest.approx(expected)


def test_holm_agrees_with_statsmodels() -> None:
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    p = np.random.default_rng(0).random(25) ** 3
    assert holm(list(p)) == pytest.approx(list(multitest.multipletests(p, method="holm")[1]))


def test_holm_refuses_what_is_no_probability() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        holm([0.2, float("nan")])
