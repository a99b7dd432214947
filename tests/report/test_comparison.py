"""Runs side by side, and the two scorings."""

from __future__ import annotations

from tests.report.runs import REASONING, run
from tests.results.examples import estimate, record
from trustmh.pillars.subtask import SubtaskResult
from trustmh.report.comparison import scoring_rows, settings_that_differ
from trustmh.results.run_record import ModelRecord


def test_another_model_is_no_difference_of_conditions() -> None:
    other = record(model=ModelRecord(name="local/x", identity="x"))
    assert settings_that_differ([run(), run("x", record=other)]) == []


def test_conditions_that_differ_are_named_once() -> None:
    others = [run(str(seed), record=record(seed=seed, suite="paper")) for seed in (1, 2)]
    assert settings_that_differ([run(), *others]) == ["suite", "seed"]


def test_only_figures_that_move_are_listed_with_the_declared_reason() -> None:
    reference = SubtaskResult(
        "ethical_reasoning",
        estimate(0.6),
        (estimate(4.25, name="sc1"), estimate(0.5, name="baseline/majority"), estimate(0.1, name="micro_f1")),
    )
    rows = scoring_rows(run(reference={"ethical_reasoning": reference}), REASONING)
    assert [(row.reference, row.audited, row.reasons) for row in rows] == [
        ("0.600", "0.550", ("a guess is no answer",)),
        ("0.100", "–", ()),
        ("–", "0.700", ()),
    ]


def test_without_reference_figures_there_is_nothing_to_compare() -> None:
    assert scoring_rows(run(), REASONING) == []
