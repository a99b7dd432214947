"""Classification scores and baselines: against scikit-learn and by hand; an invalid answer is a miss, not a class."""

from __future__ import annotations

import math

import numpy as np
import pytest
from sklearn import metrics

from trustmh.stats import (
    accuracy,
    accuracy_baselines,
    confusion_counts,
    macro_f1,
    macro_f1_baselines,
    mean_absolute_error,
    quadratic_kappa,
    uniform_accuracy,
)

LABELS = ["none", "low", "high"]


def _sample(n: int, invalid: float) -> tuple[list[str], list[str | None]]:
    generator = np.random.default_rng(n)
    gold = [LABELS[i] for i in generator.integers(0, 3, size=n)]
    said = [None if generator.random() < invalid else LABELS[generator.integers(0, 3)] for _ in range(n)]
    return gold, said


@pytest.mark.parametrize("n", [5, 40, 300])
@pytest.mark.parametrize("invalid", [0.0, 0.3])
def test_macro_f1_agrees_with_scikit_learn(n: int, invalid: float) -> None:
    gold, said = _sample(n, invalid)
    expected = metrics.f1_score(
        gold, [p or "<invalid>" for p in said], labels=LABELS, average="macro", zero_division=math.nan
    )
    assert macro_f1(gold, said, LABELS) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("gold", "said", "expected"),
    [
        (["none", "low", "high"], ["none", "low", "high"], 1.0),
        (["none", "low", "high"], [None, None, None], 0.0),
        # the miss costs recall of 'high' only: F1 1, 1, 2/3
        (["none", "low", "high", "high"], ["none", "low", "high", None], (1 + 1 + 2 / 3) / 3),
        # 'high' neither asked for nor answered: mean over two labels
        (["none", "low"], ["none", "low"], 1.0),
        # 'high' never right but answered: it counts as 0
        (["none", "low"], ["none", "high"], 1 / 3),
    ],
)
def test_macro_f1_by_hand(gold: list[str], said: list[str | None], expected: float) -> None:
    assert macro_f1(gold, said, LABELS) == pytest.approx(expected)


def test_nothing_to_score_is_undefined() -> None:
    assert macro_f1([], [], LABELS) is None
    assert accuracy([], []) is None
    assert accuracy_baselines([], LABELS) is None
    assert macro_f1_baselines([], LABELS) is None
    assert uniform_accuracy([]) is None
    assert mean_absolute_error([1.0], [None]) is None


@pytest.mark.parametrize(
    ("gold", "said", "labels", "message"),
    [
        (["none"], ["none", "low"], LABELS, "1 gold labels, 2 predicted"),
        (["mid"], ["none"], LABELS, "not in the label set"),
        (["none"], ["mid"], LABELS, "not in the label set"),
        (["none"], ["none"], ["none", "none"], "twice"),
    ],
)
def test_labels_outside_the_set_are_an_error(
    gold: list[str], said: list[str | None], labels: list[str], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        macro_f1(gold, said, labels)


def test_accuracy_counts_every_item() -> None:
    assert accuracy(["none", "low", "high", "low"], ["none", None, "low", "low"]) == 0.5


def test_published_majority_baseline_of_ethics() -> None:
    gold = ["A"] * 53 + ["B"] * 46 + ["C"] * 26
    baselines = accuracy_baselines(gold, "ABCD")
    assert baselines is not None
    assert (baselines.majority, baselines.majority_label, baselines.uniform) == (0.424, "A", 0.25)


def test_macro_f1_baselines_are_what_simulation_gives() -> None:
    gold = ["none"] * 6000 + ["low"] * 3000 + ["high"] * 1000
    baselines = macro_f1_baselines(gold, LABELS)
    generator = np.random.default_rng(0)
    said = [LABELS[i] for i in generator.integers(0, 3, size=len(gold))]
    assert baselines is not None
    assert baselines.majority == pytest.approx((2 * 0.6 / 1.6) / 3)
    assert baselines.uniform == pytest.approx(macro_f1(gold, said, LABELS), abs=0.01)


def test_uniform_accuracy_with_differing_numbers_of_options() -> None:
    assert uniform_accuracy([2, 4, 4]) == pytest.approx(1 / 3)
    with pytest.raises(ValueError, match="without options"):
        uniform_accuracy([2, 0])


def test_kappa_agrees_with_scikit_learn_on_valid_answers() -> None:
    gold, said = _sample(60, 0.2)
    kept = [(g, p) for g, p in zip(gold, said, strict=True) if p is not None]
    expected = metrics.cohen_kappa_score(
        [LABELS.index(g) for g, _ in kept], [LABELS.index(p) for _, p in kept], weights="quadratic"
    )
    assert quadratic_kappa(gold, said, LABELS) == pytest.approx(expected)


def test_kappa_by_hand() -> None:
    # observed weighted disagreement 1/4 of 4 items one step apart, expected 1/4 * (0+1+1+0+...) of the 2x2 table
    assert quadratic_kappa(["a", "a", "b", "b"], ["a", "b", "b", "b"], ["a", "b"]) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("gold", "said"), [(["none"], [None]), (["none", "none"], ["none", "none"]), (["none", "none"], ["low", "low"])]
)
def test_kappa_is_undefined_without_variation(gold: list[str], said: list[str | None]) -> None:
    assert quadratic_kappa(gold, said, LABELS) is None


def test_mean_absolute_error_over_valid_answers() -> None:
    assert mean_absolute_error([1.0, 4.0, 2.0], [2.0, None, 2.0]) == 0.5
    with pytest.raises(ValueError, match="gold values"):
        mean_absolute_error([1.0], [])


def test_confusion_counts_keep_invalid_answers_apart() -> None:
    counts = confusion_counts(["low", "low", "high"], ["low", None, "none"], LABELS)
    assert counts["low"] == {"none": 0, "low": 1, "high": 0, None: 1}
    assert counts["high"]["none"] == 1
    assert sum(sum(row.values()) for row in counts.values()) == 3
