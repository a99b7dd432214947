"""A real HTTP server on loopback: answers like an OpenAI-compatible provider, as told, and counts what it was asked.

In a test: ``with StubServer() as server: … server.url``. On its own: ``python stub_server.py PORT SECONDS``.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
import sys
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any


@dataclass(frozen=True)
class Response:
    """What goes back: a status, a body, and how badly it is sent."""

    status: int = 200
    body: bytes = b""
    delay: float = 0.0
    #: Send so many bytes of the body and hang up.
    cut: int | None = None
    headers: tuple[str, ...] = ("retry-after-ms: 1",)
    #: Send the body byte by byte, with so many seconds before each.
    drip: float = 0.0


@dataclass(frozen=True)
class Request:
    """What came in."""

    body: dict[str, Any]
    headers: dict[str, str]
    #: How often this same body came before.
    seen: int

    @property
    def prompt(self) -> str:
        return str(self.body["messages"][-1]["content"])


def completion(text: str | None = "A", *, finish: str = "stop", usage: bool = True, **message: Any) -> Response:
    record: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "stub-served",
        "choices": [
            {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text, **message}}
        ],
    }
    if usage:
        record["usage"] = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
    return Response(body=json.dumps(record).encode())


def response_object(text: str) -> Response:
    """What OpenAI's newer interface (``/responses``) answers."""
    content = [{"type": "output_text", "text": text, "annotations": []}]
    record = {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "model": "stub-served",
        "status": "completed",
        "output": [{"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": content}],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            "input_tokens": 10,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": 7,
            "output_tokens_details": {"reasoning_tokens": 4},
            "total_tokens": 17,
        },
    }
    return Response(body=json.dumps(record).encode())


def failure(status: int, message: str = "it went wrong", **error: Any) -> Response:
    return Response(status, json.dumps({"error": {"message": message, **error}}).encode())


def echo(request: Request) -> Response:
    return completion(f"you said {request.prompt}")


@dataclass
class StubServer:
    """Runs in a thread of the test. ``respond`` may be replaced while it runs."""

    respond: Callable[[Request], Response] = echo
    requests: list[Request] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    most_at_once: int = 0
    port: int = 0

    def __post_init__(self) -> None:
        self._at_once = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def prompts(self) -> Counter[str]:
        """How often each prompt was asked."""
        return Counter(request.prompt for request in self.requests)

    def __enter__(self) -> StubServer:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self.serve(), self._loop).result(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    async def serve(self) -> None:
        self._server = await asyncio.start_server(self._talk, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _close(self) -> None:
        self._server.close()
        talks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for talk in talks:
            talk.cancel()
        await asyncio.gather(*talks, return_exceptions=True)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._one(reader, writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
        raw = await reader.readexactly(int(headers.get("content-length", "0")))
        text = raw.decode()
        request = Request(json.loads(text), headers, self.counts[text])
        self.counts[text] += 1
        self.requests.append(request)
        response = self.respond(request)
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            if response.delay:
                await asyncio.sleep(response.delay)
        finally:
            self._at_once -= 1
        lines = (f"HTTP/1.1 {response.status} X", "content-type: application/json", *response.headers)
        top = "\r\n".join((*lines, f"content-length: {len(response.body)}", "", "")).encode()
        whole = response.body[: response.cut]
        writer.write(top if response.drip else top + whole)
        await writer.drain()
        for place in range(len(whole) if response.drip else 0):
            await asyncio.sleep(response.drip)
            writer.write(whole[place : place + 1])
            await writer.drain()
        return response.cut is None


async def _serve_alone(port: int, latency: float) -> None:
    answer = dataclasses.replace(completion('{"choice": "A", "reasoning": "because"}'), delay=latency)
    server = StubServer(respond=lambda request: answer, port=port)
    await server.serve()
    print(server.port, flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve_alone(int(sys.argv[1]), float(sys.argv[2])))
