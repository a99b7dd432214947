"""A stand-in for Perspective API on loopback."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.engine.stub_server import Request, Response, StubServer

KEY = "a-perspective-key-that-nobody-may-see"


def scored(value: object) -> Response:
    score = {"attributeScores": {"TOXICITY": {"summaryScore": {"value": value, "type": "PROBABILITY"}}}}
    return Response(body=json.dumps(score).encode())


def refused(status: int, message: str) -> Response:
    return Response(status, json.dumps({"error": {"code": status, "message": message}}).encode())


def by_length(request: Request) -> Response:
    return scored(len(request.body["comment"]["text"]) / 100)


@pytest.fixture
def perspective(monkeypatch: pytest.MonkeyPatch) -> Iterator[StubServer]:
    monkeypatch.setenv("PERSPECTIVE_API_KEY", KEY)
    with StubServer(respond=by_length) as running:
        yield running
