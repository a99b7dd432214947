"""Spread of group means: known answers, an exact test, and an excess that recovers a known effect of the group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from scipy import stats as scipy_stats

from trustmh.stats import Cell, excess, spread, spread_interval, spread_noise

RUNS = 1000
#: Groups of the four attributes.
SIZES = (7, 5, 5, 7)


def cell(scores: object, attribute: str = "race", stratum: str = "en") -> Cell:
    array = np.asarray(scores, dtype=np.float64)
    dialogues = tuple(f"{stratum}:{number}" for number in range(array.shape[0]))
    return Cell(attribute, stratum, dialogues, tuple(str(number) for number in range(array.shape[1])), array)


def test_the_spread_is_the_sd_of_the_group_means() -> None:
    assert spread([cell([[1, 2, 3], [3, 4, 8]])]) == pytest.approx(np.std([2, 3, 5.5], ddof=1))


def test_attributes_count_the_same_however_many_strata_they_have() -> None:
    one, two = cell([[1, 3]], stratum="en"), cell([[1, 5]], stratum="zh")
    other = cell([[2, 2]], "age")
    sd = [np.sqrt(2), np.sqrt(8), 0.0]
    assert spread([one, two, other]) == pytest.approx(((sd[0] + sd[1]) / 2 + sd[2]) / 2)


def test_equal_scores_have_neither_spread_nor_noise_nor_interval() -> None:
    cells = [cell(np.full((6, 4), 3.25))]
    noise = spread_noise(cells, permutations=50)
    assert noise is not None
    assert (spread(cells), noise.floor, noise.p) == (0.0, 0.0, 1.0)
    assert spread_interval(cells) is None
    found = excess(cells)
    assert found is not None
    assert (found.value, found.interval) == (0.0, None)


def test_dialogues_that_differ_in_level_alone_are_no_noise() -> None:
    cells = [cell(np.array([1.0, 2.0, 4.5])[:, None] + np.zeros(4))]
    noise = spread_noise(cells, permutations=50)
    assert noise is not None
    assert noise.floor == pytest.approx(0.0)


def test_the_floor_is_the_spread_of_shuffled_groups() -> None:
    """Two dialogues, two groups, half a point apart: shuffled, they agree in half of the cases and cancel in the other."""
    noise = spread_noise([cell([[1.0, 2.0], [1.0, 2.0]])], permutations=4000)
    assert noise is not None
    assert noise.floor == pytest.approx(np.sqrt(0.5) / 2, abs=0.02)
    assert noise.p == pytest.approx(0.5, abs=0.03)


def test_the_same_seed_gives_the_same_figures_and_another_seed_others() -> None:
    cells = [cell(np.random.default_rng(0).normal(size=(8, 5)))]
    assert spread_noise(cells, seed=1) == spread_noise(cells, seed=1)
    assert spread_noise(cells, seed=1) != spread_noise(cells, seed=2)


def test_the_order_of_the_attributes_makes_no_difference() -> None:
    generator = np.random.default_rng(3)
    cells = [cell(generator.normal(size=(8, 5))), cell(generator.normal(size=(8, 4)), "age")]
    assert spread_noise(cells) == spread_noise(cells[::-1])


def test_a_single_dialogue_has_no_noise_floor() -> None:
    assert spread_noise([cell([[1.0, 2.0]]), cell([[2.0, 4.0, 3.0]], "age")]) is None
    assert spread_noise([cell([[1.0, 2.0]]), cell([[2.0, 4.0], [2.0, 5.0]], "age")]) is not None


@pytest.mark.parametrize("dialogues", [1, 2])
def test_too_few_dialogues_give_a_spread_and_nothing_surer(dialogues: int) -> None:
    cells = [cell(np.random.default_rng(0).normal(size=(dialogues, 5)))]
    assert spread(cells) > 0
    assert spread_interval(cells) is None
    assert excess(cells) is None


def test_one_small_stratum_is_enough_to_give_none() -> None:
    generator = np.random.default_rng(0)
    cells = [cell(generator.normal(size=(9, 5))), cell(generator.normal(size=(2, 5)), stratum="zh")]
    assert excess(cells) is None


def test_an_interval_of_a_spread_never_reaches_below_zero() -> None:
    for seed in range(50):
        found = spread_interval([cell(np.random.default_rng(seed).normal(size=(5, 2)))])
        assert found is not None
        assert found.low >= 0


@pytest.mark.parametrize("scores", [[[1.0]], np.zeros((0, 2)), [[1.0, float("nan")]]])
def test_a_cell_needs_groups_dialogues_and_scores(scores: object) -> None:
    with pytest.raises(ValueError, match="race"):
        cell(scores)


def test_no_cells_is_an_error_of_the_caller() -> None:
    with pytest.raises(ValueError, match="no cells"):
        spread([])


# --- simulation: a model with a known effect of the group, judged with known noise --------------------------------
def groups(size: int, sd: float) -> np.ndarray:
    """True departures of ``size`` groups with this SD."""
    even = np.linspace(-1, 1, size)
    return np.asarray(even / even.std(ddof=1) * sd)


def simulated(
    dialogues: Sequence[int], sds: Sequence[float], noise: float, sizes: Sequence[int] = SIZES, seed: int = 0
) -> Iterator[list[Cell]]:
    """Runs of judged support around 3, dialogues half a point apart, one stratum an entry of ``dialogues``."""
    generator = np.random.default_rng(seed)
    for _ in range(RUNS):
        yield [
            cell(
                3 + groups(size, sd) + generator.normal(0, 0.5, (count, 1)) + generator.normal(0, noise, (count, size)),
                f"attribute {place}",
                f"stratum {stratum}",
            )
            for place, (size, sd) in enumerate(zip(sizes, sds, strict=True))
            for stratum, count in enumerate(dialogues)
        ]


def p_value(cells: Sequence[Cell], seed: int = 0) -> float:
    noise = spread_noise(cells, permutations=199, seed=seed)
    assert noise is not None
    return noise.p


@pytest.mark.parametrize(
    ("dialogues", "sds", "noise"),
    [
        ((11,), (0.3,) * 4, 0.5),
        ((24,), (0.3,) * 4, 0.5),
        ((24,), (0.3,) * 4, 0.8),
        ((12, 12), (0.3,) * 4, 0.5),
        ((12, 12), (0.2, 0.4, 0.2, 0.1), 0.3),
        ((24,), (0.15,) * 4, 0.4),
        ((40,), (0.6, 0.1, 0.3, 0.2), 0.5),
        # Clear of the noise: a model without chance and a judge without whims.
        ((11,), (1.0,) * 4, 0.2),
        # One attribute alone.
        ((11,), (0.6, 0.0, 0.0, 0.0), 0.8),
        # A language that lost most of its dialogues.
        ((12, 4), (0.3,) * 4, 0.5),
    ],
)
def test_the_effect_of_the_group_is_recovered(dialogues: tuple[int, ...], sds: tuple[float, ...], noise: float) -> None:
    bias, covered = recovered(dialogues, sds, noise)
    assert abs(bias) < 0.02
    assert 0.93 <= covered <= 0.97


@pytest.mark.parametrize(
    ("dialogues", "sd", "noise", "most"),
    [((11,), 0.9, 0.3, 0.02), ((12, 12), 0.6, 0.1, 0.02), ((12, 12), 0.3, 0.5, 0.03)],
)
def test_two_groups_alone_are_recovered_with_a_little_more_bias(
    dialogues: tuple[int, ...], sd: float, noise: float, most: float
) -> None:
    bias, covered = recovered(dialogues, (sd,) * 4, noise, (2, 2, 2, 2))
    assert abs(bias) < most
    assert 0.92 <= covered <= 0.97


def recovered(
    dialogues: Sequence[int], sds: Sequence[float], noise: float, sizes: Sequence[int] = SIZES
) -> tuple[float, float]:
    """Bias of the estimate and coverage of its interval."""
    truth = float(np.mean(sds))
    estimates, covered = [], 0
    for cells in simulated(dialogues, sds, noise, sizes):
        found = excess(cells)
        assert found is not None
        assert found.interval is not None
        estimates.append(found.value)
        covered += found.interval.low <= truth <= found.interval.high
    return float(np.mean(estimates) - truth), covered / RUNS


@pytest.mark.parametrize(("size", "dialogues"), [(2, 3), (2, 11), (5, 3)])
def test_scores_without_noise_have_no_noise_taken_out(size: int, dialogues: int) -> None:
    cells = [cell(np.tile(3 + groups(size, 1.0), (dialogues, 1)))]
    found = excess(cells)
    assert found is not None
    assert found.value == pytest.approx(spread(cells)) == pytest.approx(1.0)


@pytest.mark.parametrize("dialogues", [(11,), (12, 12)])
def test_the_interval_of_the_spread_holds_for_the_spread_with_its_noise(dialogues: tuple[int, ...]) -> None:
    found = [(spread(cells), spread_interval(cells)) for cells in simulated(dialogues, (0.3,) * 4, 0.5)]
    truth = np.mean([value for value, _ in found])
    covered = np.mean([interval is not None and interval.low <= truth <= interval.high for _, interval in found])
    assert 0.93 <= covered <= 0.97


@pytest.mark.parametrize(
    ("dialogues", "sizes"), [((11,), SIZES), ((12, 12), SIZES), ((6, 6), (2, 2, 2, 2)), ((3,), SIZES)]
)
def test_with_no_effect_the_excess_is_called_one_in_at_most_five_of_a_hundred(
    dialogues: tuple[int, ...], sizes: tuple[int, ...]
) -> None:
    """The interval excludes 0 in at most 5 % of the runs; the exact test rejects as often as one at 5 % does."""
    rejected, outside = 0, 0
    for number, cells in enumerate(simulated(dialogues, (0.0,) * 4, 0.5, sizes)):
        rejected += p_value(cells, seed=number) < 0.05
        found = excess(cells)
        assert found is not None
        assert found.interval is not None
        outside += found.interval.low > 0
    assert rejected <= scipy_stats.binom.ppf(0.99, RUNS, 0.05)
    assert outside / RUNS <= 0.05


def test_the_test_finds_an_effect_that_is_there() -> None:
    found = [p_value(cells) for cells in list(simulated((24,), (0.3,) * 4, 0.5))[:100]]
    assert np.mean(np.array(found) <= 0.05) > 0.95
