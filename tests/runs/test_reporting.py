"""What the report is told of a run's judge: what was measured of it, whoever serves it, and nothing where nothing was."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.provider import Provider
from trustmh.judges.deciders import measurements
from trustmh.runs.execute import ModelOptions, Watch, execute
from trustmh.runs.reporting import report_run
from trustmh.runs.request import Request

LOCAL = "local/qwen2.5-coder-1.5b"
MODEL = "openai-api/stub/patient-model"
FOUR = json.dumps({f"sc{i}": 4 for i in range(1, 6)})


@pytest.mark.parametrize(
    ("judge", "known"), [("openai-api/stub/Qwen2.5-Coder-1.5B", True), ("openai-api/stub/stern-judge", False)]
)
def test_the_report_knows_what_was_measured_of_the_judge_and_its_figures_are_marked(
    provider: Provider, judge: str, known: bool, tmp_path: Path
) -> None:
    provider.answer = lambda request: FOUR if f"/{request['model']}" in judge else '{"choice": "A", "reasoning": "r"}'
    request = Request(subtasks=("ethical_reasoning",), limits={"": 4})
    quiet = Watch(lambda _: None, lambda _: None)
    run = execute(request, MODEL, judge, tmp_path / "run", ModelOptions(max_retries=0), quiet)
    report = report_run(run.folder, None)
    assert report.measured == (measurements(LOCAL) if known else ())
    figures = {figure.name: figure for figure in report.results["ethical_reasoning"].secondary}
    assert (figures["sc1"].value, figures["sc1"].provisional) == (4.0, known)
    assert not report.results["ethical_reasoning"].headline.provisional


def test_a_run_without_a_judge_has_none_to_speak_of(provider: Provider, tmp_path: Path) -> None:
    provider.answer = lambda request: "A"
    request = Request(subtasks=("privacy_awareness",), limits={"": 2})
    quiet = Watch(lambda _: None, lambda _: None)
    run = execute(request, MODEL, None, tmp_path / "run", ModelOptions(max_retries=0), quiet)
    assert report_run(run.folder, None).measured == ()
