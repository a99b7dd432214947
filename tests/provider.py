"""A model and a judge behind a real HTTP server on loopback, counting what they are asked."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


@dataclass
class Provider:
    """What the server was asked, and how it answers. ``answer`` maps the request to reply text or an HTTP status."""

    address: str
    answer: Callable[[dict[str, object]], str | int]
    bodies: Counter[str] = field(default_factory=Counter)

    @property
    def asked(self) -> int:
        """Requests so far."""
        return sum(self.bodies.values())

    @property
    def asked_twice(self) -> int:
        """Requests whose body had been sent before."""
        return sum(count - 1 for count in self.bodies.values())


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    """Answers A with a reason to everything, until the test sets another answer."""
    made: list[Provider] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            request = json.loads(body)
            made[0].bodies[json.dumps([request["model"], request["messages"]])] += 1
            answer = made[0].answer(request)
            payload: dict[str, object]
            if isinstance(answer, int):
                status, payload = answer, {"error": {"message": f"status {answer}"}}
            else:
                message = {"role": "assistant", "content": answer}
                status = 200
                payload = {
                    "id": "1",
                    "object": "chat.completion",
                    "created": 1,
                    "model": request["model"],
                    "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
                    "usage": {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12},
                }
            data = json.dumps(payload).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.append(Provider(f"http://127.0.0.1:{server.server_port}/v1", lambda _: '{"choice": "A", "reasoning": "r"}'))
    monkeypatch.setenv("STUB_API_KEY", "a-key-that-must-not-be-written")
    monkeypatch.setenv("STUB_BASE_URL", made[0].address)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield made[0]
    server.shutdown()
    server.server_close()
