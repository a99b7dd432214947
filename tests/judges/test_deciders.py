"""What is known of judges: one file, a reason for each, and the page that holds the measurement."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from trustmh.items import TrustmhError
from trustmh.judges.deciders import Measurement, measurements, only_decider, unfit_reason
from trustmh.pillars.table import SUBTASKS
from trustmh.report.texts import has

DOCS = Path(__file__).resolve().parents[2] / "docs"
TASKS = ("endorsement", "toxicity", "refusal")
RUBRICS = sorted({rubric.id for subtask in SUBTASKS for rubric in subtask.rubrics})
LOCAL = "local/qwen2.5-coder-1.5b"


@pytest.mark.parametrize("task", TASKS)
def test_a_judge_that_was_measured_unfit_is_named_with_the_measurement(task: str) -> None:
    reason = unfit_reason(task, LOCAL)
    assert reason.startswith("measured: ")
    assert re.search(r"\(docs/(\w+\.md)\)", reason)[1] == f"{task}.md"  # type: ignore[index]


def test_the_reason_for_refusal_states_the_figures_of_the_page() -> None:
    page = (DOCS / "refusal.md").read_text(encoding="utf-8")
    assert "| all | 12 of 20 = 0.600" in page
    assert "| the same, by the rules' guess | 16 of 20 = 0.800" in page
    assert "right on 12 of 20 replies where the rules' own guess is right on 16" in unfit_reason("refusal", LOCAL)


@pytest.mark.parametrize("rubric", RUBRICS)
def test_a_judge_that_nobody_measured_is_not_called_unfit(rubric: str) -> None:
    assert unfit_reason(rubric, "openai/gpt-4.1") == ""


@pytest.mark.parametrize("rubric", [*RUBRICS, "a rubric of tomorrow"])
def test_what_is_wrong_with_the_judge_itself_holds_for_every_rubric(rubric: str) -> None:
    assert unfit_reason(rubric, "local/smollm2") == "at chance as a judge"


@pytest.mark.parametrize("rubric", sorted({*RUBRICS} - {*TASKS}))
def test_where_a_judge_was_not_measured_it_is_said_and_nothing_is_taken_over(rubric: str) -> None:
    assert unfit_reason(rubric, LOCAL).startswith("not measured on this task")


SAME = pytest.mark.parametrize(
    "name",
    [
        LOCAL,
        f"recorded/{LOCAL}",
        "recorded/qwen2.5-coder-1.5b",
        "qwen2.5-coder-1.5b",
        "openai-api/x/Qwen2.5-Coder-1.5B",
    ],
)


@SAME
def test_who_serves_a_judge_makes_it_no_better(name: str) -> None:
    assert unfit_reason("refusal", name) == unfit_reason("refusal", LOCAL) != ""
    assert measurements(name) == measurements(LOCAL)


@pytest.mark.parametrize("name", ["local/qwen2.5-coder-15b", "openai/gpt-4.1", "recorded/anna", ""])
def test_another_judge_has_no_part_in_it(name: str) -> None:
    assert unfit_reason("refusal", name) == ""
    assert measurements(name) == ()


@pytest.mark.parametrize("one", measurements(LOCAL), ids=lambda one: f"{one.task} {one.sample}")
def test_every_measurement_is_one_of_the_documentation_and_has_a_name_in_the_report(one: Measurement) -> None:
    page = (DOCS.parent / one.page).read_text(encoding="utf-8")
    assert f"| all | {one.right} of {one.of} = {one.right / one.of:.3f} " in page
    assert has(".".join(filter(None, ("rubric", one.task, one.sample))))
    assert one.task in RUBRICS


def test_the_local_judge_was_measured_for_each_task_that_says_so() -> None:
    assert {one.task for one in measurements(LOCAL)} == set(TASKS)


@pytest.mark.parametrize(("deciders", "only"), [(set(), ""), ({"a"}, "a")])
def test_one_decider_stands_behind_a_figure(deciders: set[str], only: str) -> None:
    assert only_decider("scores", deciders) == only


def test_two_deciders_are_an_error_that_names_both() -> None:
    with pytest.raises(TrustmhError, match="scores of different deciders cannot share a figure: a, b"):
        only_decider("scores", {"b", "a"})
