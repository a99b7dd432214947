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


def run(
    task: Task, server: StubServer, tmp_path: Path, *samples: str, fail_on_error: bool = False, retries: int = 0
) -> EvalLog:
    (log,) = eval(
        task,
        model=get_model(MODEL, base_url=server.url, memoize=False),
        sample_id=list(samples),
        fail_on_error=fail_on_error,
        retry_on_error=retries,
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
    (kept, half), *_ = shortened(subtask, item)
    server.respond = refuses_above(size(subtask, half), complaint, f'{{"label": "{item.gold}"}}')
    log = run(TASKS[subtask.id](), server, tmp_path, item.id)
    assert log.samples is not None
    (sample,) = log.samples
    assert sample.scores is not None
    (score,) = sample.scores.values()
    assert score.metadata is not None
    assert (score.metadata["kept"], score.metadata["outcome"]) == (kept, "answered")
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
    assert sample.scores is not None
    (score,) = sample.scores.values()
    assert score.metadata is not None
    assert score.metadata["outcome"] == "provider_error"


def breaks_on(words: str, times: int) -> Any:
    """An error to the first so many requests that hold these words, and the letter A to every other."""
    left = [times]

    def respond(request: Request) -> Response:
        if words in str(request.body["messages"]) and left[0]:
            left[0] -= 1
            return failure(400, "the server broke")
        return completion('{"answer": "A"}')

    return respond


@pytest.mark.parametrize("tolerant", [True, False])
def test_an_item_without_an_answer_is_counted_as_a_provider_error(
    server: StubServer, tmp_path: Path, tolerant: bool
) -> None:
    subtask = BY_ID["knowledge"]
    items = load_items(subtask, Source("open"))[:4]
    server.respond = breaks_on(items[1].fields["question"], 99)
    log = run(TASKS[subtask.id](), server, tmp_path, *(item.id for item in items), fail_on_error=not tolerant)
    assert log.samples is not None
    outcomes = {}
    for sample in log.samples:
        assert sample.scores is not None
        (score,) = sample.scores.values()
        outcomes[sample.id] = (score.metadata or {})["outcome"]
    assert outcomes == {item.id: "provider_error" if item is items[1] else "answered" for item in items}
    assert log.results is not None
    found = {name: metric.value for name, metric in log.results.scores[0].metrics.items()}
    assert (found["n"], found["provisional"]) == (3, 1)
    assert log.status == ("success" if tolerant else "error")


def test_a_retry_comes_before_the_count(server: StubServer, tmp_path: Path) -> None:
    subtask = BY_ID["knowledge"]
    items = load_items(subtask, Source("open"))[:2]
    server.respond = breaks_on(items[1].fields["question"], 1)
    log = run(TASKS[subtask.id](), server, tmp_path, *(item.id for item in items), retries=1)
    assert log.results is not None
    found = {name: metric.value for name, metric in log.results.scores[0].metrics.items()}
    assert (found["n"], found["provisional"]) == (2, 0)
    assert len(server.requests) == 3
