"""A prompt longer than the model takes, in an inspect-ai task: cut as declared, counted, never read as an answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Task, eval
from inspect_ai.log import EvalLog
from inspect_ai.model import get_model

from tests.engine.conftest import MODEL
from tests.engine.stub_server import Request, Response, StubServer, completion, failure
from trustmh.engine.registry import TASKS
from trustmh.items import Item
from trustmh.pillars.selection import load_items
from trustmh.pillars.shortening import shortened
from trustmh.pillars.subtask import Source, Subtask
from trustmh.pillars.table import BY_ID

pytestmark = pytest.mark.slow
#: The two ways in which a provider's complaint reaches us: as an error, and as what inspect-ai takes for the model's words.
COMPLAINTS = [
    failure(413, "too large"),
    failure(400, "This model's maximum context length is 10 tokens.", code="context_length_exceeded"),
]


def run(task: Task, server: StubServer, tmp_path: Path, *samples: str) -> EvalLog:
    (log,) = eval(
        task,
        model=get_model(MODEL, base_url=server.url, memoize=False),
        sample_id=list(samples),
        fail_on_error=False,
        display="none",
        log_dir=str(tmp_path),
    )
    return log


def size(subtask: Subtask, item: Item) -> int:
    return sum(len(message.content) for message in subtask.messages(item, "audited"))


def refuses_above(most: int, complaint: Response, answer: str) -> Any:
    def respond(request: Request) -> Response:
        sent = sum(len(message["content"]) for message in request.body["messages"])
        return complaint if sent > most else completion(answer)

    return respond


@pytest.mark.parametrize("complaint", COMPLAINTS)
def test_the_declared_cut_is_made_and_said(server: StubServer, tmp_path: Path, complaint: Response) -> None:
    subtask = BY_ID["severity_identification"]
    item = max(load_items(subtask, Source("open")), key=lambda one: size(subtask, one))
    (_, half), *_ = shortened(subtask, item)
    server.respond = refuses_above(size(subtask, half), complaint, f'{{"label": "{item.gold}"}}')
    log = run(TASKS[subtask.id](), server, tmp_path, item.id)
    assert log.samples is not None
    (sample,) = log.samples
    assert sample.scores is not None
    (score,) = sample.scores.values()
    assert score.metadata is not None
    assert (score.metadata["kept"], score.metadata["outcome"]) == (0.5, "answered")
    assert log.results is not None
    assert log.results.scores[0].metrics["provisional"].value == 1.0


@pytest.mark.parametrize("complaint", COMPLAINTS)
def test_a_complaint_is_never_read_as_the_models_answer(
    server: StubServer, tmp_path: Path, complaint: Response
) -> None:
    subtask = BY_ID["knowledge"]
    item = load_items(subtask, Source("open"))[0]
    server.respond = refuses_above(0, complaint, "A")
    log = run(TASKS[subtask.id](), server, tmp_path, item.id)
    assert log.samples is not None
    (sample,) = log.samples
    if sample.error is None:
        assert sample.scores is not None
        (score,) = sample.scores.values()
        assert score.metadata is not None
        assert score.metadata["outcome"] == "provider_error"
