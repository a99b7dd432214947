"""What the engine's tests share: a provider on loopback, and calls to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.engine.stub_server import StubServer
from trustmh.engine.calls import Call
from trustmh.engine.store import CallStore
from trustmh.items import Decoding, Message

KEY = "stub-key-that-nobody-may-see"
MODEL = "openai-api/stub/some-model"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[StubServer]:
    monkeypatch.setenv("STUB_API_KEY", KEY)
    with StubServer() as running:
        yield running


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CallStore]:
    with CallStore(tmp_path / "run" / "calls.sqlite") as opened:
        yield opened


def make_call(prompt: str = "hello", *, model: str = MODEL, sample: int = 0, temperature: float = 0.0) -> Call:
    return Call(model, (Message("user", prompt),), Decoding(50, temperature), "test/1", sample)


@pytest.fixture
def make_calls() -> Callable[[int], list[Call]]:
    return lambda count: [make_call(f"question {number}") for number in range(count)]
