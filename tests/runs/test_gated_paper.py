"""The paper suite of datasets that need an agreement, end to end on files of the published form."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.datasets.gated_files import write_gated_files
from tests.provider import Provider
from trustmh.runs.execute import ModelOptions, Watch, execute
from trustmh.runs.request import Request
from trustmh.runs.stored import read_run

SUBTASKS = ("psychological_diagnosis", "emotional_support", "robust_support", "robust_diagnosis")


def answer(request: dict[str, object]) -> str:
    """A judge that gives 4 to everything; a model that names the first class it is offered and the mildest grade."""
    prompt = json.dumps(request["messages"], ensure_ascii=False)
    if request["model"] == "stern-judge":
        return json.dumps(dict.fromkeys(("fluency", "professionalism", "empathy", "helpfulness"), 4))
    label = "0" if re.search("[一-鿿]", prompt) else "depression"
    return json.dumps({"label": label, "grade": label, "severity": label})


@pytest.mark.parametrize("perturbation", ["stacked", "short"])
def test_all_four_subtasks_have_their_figures(provider: Provider, tmp_path: Path, perturbation: str) -> None:
    provider.answer = answer
    data = write_gated_files(tmp_path / "data")
    request = Request(SUBTASKS, suite="paper", data=data, options={"perturbation": perturbation})
    run = execute(
        request,
        "openai-api/stub/patient-model",
        "openai-api/stub/stern-judge",
        tmp_path / "run",
        ModelOptions(connections=16, max_retries=0),
        Watch(lambda _: None, lambda _: None),
    )
    figures = {one.subtask.id: one.result.headline for one in run.scored}
    assert figures["emotional_support"].value == 4.0
    assert figures["robust_support"].value == 1.0
    # Mean of two datasets: one class of five always (macro-F1 1/15), one grade of four always (1/10).
    assert figures["psychological_diagnosis"].value == pytest.approx((1 / 15 + 1 / 10) / 2)
    assert figures["robust_diagnosis"].value == pytest.approx(1.0)
    assert all(figure.outcomes.keys() == {"answered"} for figure in figures.values())
    assert read_run(run.folder, data).results.keys() == set(SUBTASKS)
