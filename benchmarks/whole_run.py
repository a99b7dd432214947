"""1,000 instant replies at 64 connections: fetched, stored, read, graded and estimated, in items per second after start-up.

The provider is a stub in another process. Pin both to one core each to compare machines: taskset -c 0 python whole_run.py
"""

from __future__ import annotations

import json
import multiprocessing
import os
import socket
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from machine import describe, peak_megabytes

ITEMS = 1000
CONNECTIONS = 64


def serve(port: int) -> None:
    """Answer every request at once."""
    import asyncio

    reply = json.dumps(
        {
            "id": "1",
            "object": "chat.completion",
            "created": 1,
            "model": "m",
            "choices": [
                {
                    "index": 0,
                    "finish_reason": "stop",
                    "message": {"role": "assistant", "content": '{"choice": "A", "reasoning": "r"}'},
                }
            ],
            "usage": {"prompt_tokens": 9, "completion_tokens": 9, "total_tokens": 18},
        }
    ).encode()
    answer = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%s" % (len(reply), reply)

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = next(
                    int(line.split(b":")[1])
                    for line in head.lower().split(b"\r\n")
                    if line.startswith(b"content-length")
                )
                await reader.readexactly(length)
                writer.write(answer)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def forever() -> None:
        server = await asyncio.start_server(handle, "127.0.0.1", port)
        await server.serve_forever()

    asyncio.run(forever())


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> None:
    """Measure and print."""
    print(describe())
    port = free_port()
    provider = multiprocessing.Process(target=serve, args=(port,), daemon=True)
    provider.start()
    os.environ |= {"STUB_API_KEY": "none", "STUB_BASE_URL": f"http://127.0.0.1:{port}/v1"}

    from trustmh.engine.models import open_model
    from trustmh.engine.store import CallStore
    from trustmh.pillars.scoring import score_subtask
    from trustmh.pillars.table import BY_ID
    from trustmh.runs.request import PlannedSubtask, Request
    from trustmh.runs.stages import collect_replies

    subtask = BY_ID["ethical_reasoning"]
    request = Request(subtasks=("ethical_reasoning",))
    base = subtask.load(request.source)
    items = tuple(
        replace(
            item,
            id=f"{item.id}:{i}",
            cluster=f"{item.id}:{i}",
            fields={**item.fields, "task": f"{item.fields['task']} ({i})"},
        )
        for i in range(ITEMS)
        for item in [base[i % len(base)]]
    )
    planned = (PlannedSubtask(subtask, items),)
    with tempfile.TemporaryDirectory() as folder, open_model("openai-api/stub/m", connections=CONNECTIONS) as chat:
        with CallStore(Path(folder) / "calls.sqlite") as store:
            warm = (
                PlannedSubtask(
                    subtask,
                    tuple(replace(item, id=f"w{item.id}", fields={**item.fields, "task": "warm"}) for item in base[:8]),
                ),
            )
            collect_replies(warm, chat.identity, request, store, chat=chat)
            began, cpu = time.perf_counter(), time.process_time()
            collected = collect_replies(planned, chat.identity, request, store, chat=chat)
            fetched = time.perf_counter()
            scored = score_subtask(subtask, items, collected.replies[subtask.id], {}, "audited")
            ended = time.perf_counter()
        assert scored.result.headline.outcomes == {"answered": ITEMS}
    print(f"fetched and stored: {ITEMS / (fetched - began):.0f} items/s")
    print(f"read and graded:    {ITEMS / (ended - fetched):.0f} items/s")
    print(
        f"together:           {ITEMS / (ended - began):.0f} items/s, {time.process_time() - cpu:.2f} s of CPU, peak {peak_megabytes():.0f} MB"
    )
    provider.terminate()


if __name__ == "__main__":
    main()
