"""No rank looks surer than its figure is: provisional, missing and unlike figures are marked and named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.report.markup import Page
from tests.report.runs import AWARENESS, LEAKAGE, REASONING, SUBTASKS, run
from tests.results.examples import record, result
from trustmh.pillars.subtask import Deciders, Subtask, SubtaskResult
from trustmh.report.comparability import decider, setting_name, unequal
from trustmh.report.page import render
from trustmh.report.ranks import Ranks, rank_columns
from trustmh.report.report_run import ReportRun
from trustmh.report.summary import pillars_of
from trustmh.report.texts import has
from trustmh.results.board import build_board
from trustmh.results.run_record import ModelRecord, ProtocolRecord, RunRecord

OTHER_JUDGE = ModelRecord(name="local/three", identity="three@sha256:cc")


def _ranks(*runs: ReportRun, subtasks: tuple[Subtask, ...] = SUBTASKS) -> Ranks:
    board = build_board(subtasks, {one.name: one.results for one in runs})
    return rank_columns(runs, board, subtasks, pillars_of(runs))


def _results(**figures: SubtaskResult) -> Mapping[str, SubtaskResult]:
    return figures


SURE = _results(privacy_awareness=result("privacy_awareness", 0.6), privacy_leakage=result("privacy_leakage", 0.2))
UNSURE = _results(
    privacy_awareness=result("privacy_awareness", 0.5, provisional=True),
    privacy_leakage=result("privacy_leakage", 0.1),
)
UNDEFINED = _results(
    privacy_awareness=result("privacy_awareness", None, provisional=True),
    privacy_leakage=result("privacy_leakage", 0.3),
)


def test_a_rank_by_a_provisional_figure_is_marked_and_named() -> None:
    found = _ranks(run("one", results=SURE), run("two", results=UNSURE))
    cells = found.subtasks["privacy_awareness"].cells
    assert [(cell.rank, cell.provisional) for cell in cells] == [(1, False), (2, True)]
    assert [cell.provisional for cell in found.subtasks["privacy_leakage"].cells] == [False, False]
    assert [cell.provisional for cell in found.pillars["privacy"].cells] == [False, True]
    _, line = found.subtask_lines
    assert "Ranked by a provisional figure" in line
    assert "<bdi>two</bdi>" in line
    assert "<bdi>one</bdi>" not in line


@pytest.mark.parametrize(
    ("second", "said"),
    [(UNSURE, True), (SURE, True), (_results(privacy_awareness=result("privacy_awareness", None)), False)],
)
def test_that_ranks_carry_no_uncertainty_is_said_first_wherever_runs_are_ranked(
    second: Mapping[str, SubtaskResult], said: bool
) -> None:
    found = _ranks(run("one", results=SURE), run("two", results=second))
    for lines in (found.subtask_lines, found.pillar_lines):
        assert ("carry no uncertainty" in lines[0]) is said
        assert ("不含不确定性" in lines[0]) is said


def test_a_run_without_a_figure_has_no_rank_no_mark_and_is_named() -> None:
    found = _ranks(run("one", results=SURE), run("two", results=UNSURE), run("three", results=UNDEFINED))
    cell = found.subtasks["privacy_awareness"].cells[2]
    assert (cell.rank, cell.count, cell.provisional, cell.unequal) == (None, 2, False, False)
    assert any("Without a figure" in line and "<bdi>three</bdi>" in line for line in found.subtask_lines)


def test_where_nobody_has_a_figure_nothing_is_said() -> None:
    nothing = _results(privacy_awareness=result("privacy_awareness", None))
    assert _ranks(run("one", results=nothing), run("two", results=nothing)).subtask_lines == ()


def test_a_single_run_has_no_ranks() -> None:
    assert _ranks(run()) == Ranks({}, {}, (), ())


@pytest.mark.parametrize(
    ("changes", "awareness", "leakage"),
    [
        ({}, False, False),
        ({"model": ModelRecord(name="x", identity="x")}, False, False),
        ({"reasoning_tokens": 500}, False, False),
        ({"notes": ("a remark",)}, False, False),
        ({"judge": OTHER_JUDGE}, False, True),
        ({"seed": 1}, True, True),
        ({"suite": "own"}, True, True),
        ({"languages": ("en",)}, True, True),
        ({"limits": {"privacy_awareness": 5}}, True, False),
        ({"data": {"open/ethics.jsonl": "1" * 64}}, False, False),
    ],
)
def test_runs_are_comparable_only_where_their_figures_were_made_alike(
    changes: dict[str, object], awareness: bool, leakage: bool
) -> None:
    found = _ranks(run("one", results=SURE), run("two", results=SURE, record=record(**changes)))
    for name, expected in (("privacy_awareness", awareness), ("privacy_leakage", leakage)):
        assert [cell.unequal for cell in found.subtasks[name].cells] == [expected, expected]
    assert [cell.unequal for cell in found.pillars["privacy"].cells] == [awareness or leakage] * 2
    assert any("Not comparable" in line for line in found.subtask_lines) is (awareness or leakage)


def test_another_protocol_or_other_data_of_the_subtask_itself_are_named() -> None:
    reasoning = replace(REASONING, datasets={"open": ("open-ethics",)})
    alike = _results(ethical_reasoning=result("ethical_reasoning", 0.5))
    protocol = {"ethical_reasoning": ProtocolRecord(version=9, prompt_version=3, rubrics={"apa": 1})}
    other = record(subtasks=protocol, data={"open/ethics.jsonl": "1" * 64})
    (line,) = unequal([run("one", results=alike), run("two", results=alike, record=other)], reasoning)
    assert "ethical_reasoning.version" in line
    assert "open/ethics.jsonl" in line


def test_a_run_without_a_figure_makes_nobody_incomparable() -> None:
    other = run("two", results=UNDEFINED, record=record(seed=1))
    assert unequal([run("one", results=SURE), other], AWARENESS) == []


# --- deciders -----------------------------------------------------------------------------------------------------
def _chosen(options: Mapping[str, str]) -> Deciders:
    return {
        "judge": Deciders("headline", rules="rules"),
        "rules": Deciders("secondary", rules="rules"),
        "longformer": Deciders("secondary", {"longformer": "headline", "other": "secondary"}),
    }[options.get("refusal", "judge")]


DECIDED = replace(LEAKAGE, decided=_chosen, options={"refusal": ("judge", "rules", "longformer")})


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ("rules", "two@sha256:bb")),
        ({"refusal": "judge"}, ("rules", "two@sha256:bb")),
        ({"refusal": "rules"}, ("rules",)),
        ({"refusal": "longformer"}, ("harm@1",)),
    ],
)
def test_the_headline_rests_on_those_who_decide_it(options: dict[str, str], expected: tuple[str, ...]) -> None:
    classifiers = {name: ModelRecord(name=name, identity="harm@1") for name in ("longformer", "other")}
    assert decider(record(options=options, classifiers=classifiers), DECIDED) == expected


def test_the_default_said_aloud_is_no_difference() -> None:
    runs = [run("one", results=SURE), run("two", results=SURE, record=record(options={"refusal": "judge"}))]
    assert unequal(runs, DECIDED) == []


def test_different_deciders_are_named_with_their_runs() -> None:
    runs = [run("one", results=SURE), run("two", results=SURE, record=record(options={"refusal": "rules"}))]
    deciders, settings = unequal(runs, DECIDED)
    assert '规则</span> + <span lang="en">two@sha256:bb' in deciders
    assert "<bdi>two</bdi>" in deciders
    assert "refusal" in settings


@pytest.mark.parametrize(("second", "alike"), [("recorded/anna", True), ("recorded/ben", False), ("live/anna", False)])
def test_recorded_judges_are_told_apart_by_name_and_not_by_the_file_they_lie_in(second: str, alike: bool) -> None:
    judges = [
        ModelRecord(name=name, identity=f"{name}@{digest}")
        for name, digest in (("recorded/anna", "aa"), (second, "bb"))
    ]
    runs = [run(judge.identity, results=SURE, record=record(judge=judge)) for judge in judges]
    assert (unequal(runs, LEAKAGE) == []) is alike


def test_marks_and_lines_stand_on_the_page() -> None:
    page = Page(render([run("one"), run("two", record=record(judge=OTHER_JUDGE))]))
    assert page.text.count("not comparable") == 4  # escalation and its pillar, both runs each
    assert "Not comparable, since some figures were not made alike" in page.text
    assert "Not comparable, so that the ranks say little of the models" in page.text
    assert "Decided by two@sha256:bb" in page.text
    assert "判定者：two@sha256:bb" in page.text


def test_subtasks_that_differ_alike_share_a_line() -> None:
    found = _ranks(run("one", results=SURE), run("two", results=SURE, record=record(seed=1)))
    _, line = found.subtask_lines
    assert "Privacy awareness" in line
    assert "Privacy leakage" in line


def test_the_only_run_with_a_figure_has_no_rank_on_the_page() -> None:
    page = Page(render([run("one", grades=()), run("two", results={}, grades=())]))
    assert "1 of 1" not in page.text
    assert "Without a figure and so without a rank" in page.text


def test_a_setting_is_named_in_both_languages() -> None:
    assert "协议版本" in setting_name("subtasks.pas.version")
    assert "<code>pas.version</code>" in setting_name("subtasks.pas.version")
    assert "<code>" not in setting_name("seed")


COMPARED = sorted(set(RunRecord.model_fields) - {"format", "trustmh", "created", "notes", "model"})


@pytest.mark.parametrize("name", COMPARED)
def test_every_setting_that_can_differ_has_a_name(name: str) -> None:
    assert has(f"setting.{name}")
