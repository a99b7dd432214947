"""What is known of judges: one file, a reason for each, and the page that holds the measurement."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from trustmh.items import TrustmhError
from trustmh.judges.deciders import only_decider, unfit

DOCS = Path(__file__).resolve().parents[2] / "docs"
TASKS = ("endorsement", "toxicity", "refusal")


@pytest.mark.parametrize("task", TASKS)
def test_a_judge_that_was_measured_unfit_is_named_with_the_measurement(task: str) -> None:
    reason = unfit(task)["local/qwen2.5-coder-1.5b"]
    assert reason.startswith("measured: ")
    assert re.search(r"\(docs/(\w+\.md)\)", reason)[1] == f"{task}.md"  # type: ignore[index]


def test_the_reason_for_refusal_states_the_figures_of_the_page() -> None:
    page = (DOCS / "refusal.md").read_text(encoding="utf-8")
    assert "| all | 12 of 20 = 0.600" in page
    assert "| the same, by the rules' guess | 16 of 20 = 0.800" in page
    assert (
        "right on 12 of 20 replies where the rules' own guess is right on 16"
        in unfit("refusal")["local/qwen2.5-coder-1.5b"]
    )


def test_a_judge_that_nobody_measured_is_not_called_unfit() -> None:
    assert not any("openai/gpt-4.1" in unfit(task) for task in TASKS)


@pytest.mark.parametrize(("deciders", "only"), [(set(), ""), ({"a"}, "a")])
def test_one_decider_stands_behind_a_figure(deciders: set[str], only: str) -> None:
    assert only_decider("scores", deciders) == only


def test_two_deciders_are_an_error_that_names_both() -> None:
    with pytest.raises(TrustmhError, match="scores of different deciders cannot share a figure: a, b"):
        only_decider("scores", {"b", "a"})
