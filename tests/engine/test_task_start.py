"""What stops an inspect-ai task before its first sample."""

from __future__ import annotations

from pathlib import Path

import pytest
from inspect_ai import eval
from inspect_ai.model import get_model

from tests.engine.conftest import MODEL
from tests.engine.stub_server import StubServer, completion
from trustmh.engine.registry import TASKS

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("fail_on_error", [True, False])
@pytest.mark.parametrize(("epochs", "asked", "status"), [(1, 2, "success"), (2, 0, "error")])
def test_no_item_is_asked_twice(
    server: StubServer, tmp_path: Path, epochs: int, asked: int, status: str, fail_on_error: bool
) -> None:
    server.respond = lambda _: completion('{"answer": "A"}')
    (log,) = eval(
        TASKS["knowledge"](),
        model=get_model(MODEL, base_url=server.url, memoize=False),
        epochs=epochs,
        limit=2,
        fail_on_error=fail_on_error,
        display="none",
        log_dir=str(tmp_path),
    )
    assert (log.status, len(server.requests)) == (status, asked)
    if epochs > 1:
        assert log.error is not None
        assert "trustmh/knowledge: its protocol asks every item once" in log.error.message
