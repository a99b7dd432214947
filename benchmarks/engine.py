"""How many calls a second the engine makes and stores, and how long it takes to find that all are stored already.

A stub provider in another process answers at once (or after ``--latency``), so what is measured is the engine. On Linux
each process gets one processor of its own. Run: ``python benchmarks/engine.py``. ``whole_run.py`` adds grading.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from machine import describe, peak_megabytes

from trustmh.engine.calls import Call
from trustmh.engine.fetch import fetch
from trustmh.engine.models import open_model
from trustmh.engine.store import CallStore
from trustmh.items import Decoding, Message

STUB = Path(__file__).resolve().parents[1] / "tests" / "engine" / "stub_server.py"
#: About as long as an ethics prompt.
FILLER = "A counsellor learns something in a session and has to decide what to do. " * 20


@contextmanager
def stub(latency: float) -> Iterator[str]:
    command = [sys.executable, str(STUB), "0", str(latency)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            pin(process.pid, -1)
            assert process.stdout is not None
            yield f"http://127.0.0.1:{int(process.stdout.readline())}/v1"
        finally:
            process.terminate()


def pin(process: int, place: int) -> None:
    """Give a process one of the usable processors, so that the two do not share one."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(process, {sorted(os.sched_getaffinity(0))[place]})


def one_run(address: str, count: int, connections: int) -> tuple[float, float, float]:
    """Seconds to fetch and store, processor seconds of that, and seconds of the same run when everything is stored."""
    with (
        tempfile.TemporaryDirectory() as folder,
        CallStore(Path(folder) / "calls.sqlite") as store,
        open_model("openai-api/stub/instant", base_url=address, connections=connections) as chat,
    ):
        calls = [
            Call(chat.identity, (Message("user", f"{FILLER}({number})"),), Decoding(400), "benchmark/1")
            for number in range(count)
        ]
        began, processor = time.perf_counter(), time.process_time()
        assert asyncio.run(fetch(calls, chat, store, kind="reply")).made == count
        fetched, processor = time.perf_counter() - began, time.process_time() - processor
        began = time.perf_counter()
        assert asyncio.run(fetch(calls, chat, store, kind="reply")).already == count
        return fetched, processor, time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds until the stub answers")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    os.environ["STUB_API_KEY"] = "not-a-secret"
    print(describe())
    with stub(options.latency) as address:
        pin(0, 0)
        one_run(address, options.connections, options.connections)
        runs = [one_run(address, options.calls, options.connections) for _ in range(options.runs)]
    print(f"{options.calls} calls, {options.connections} connections, latency {options.latency} s, {options.runs} runs")
    names = ("fetched and stored", "its processor time", "all stored already")
    for name, seconds in zip(names, zip(*runs, strict=True), strict=True):
        middle = statistics.median(seconds)
        span = f"{min(seconds):.2f} to {max(seconds):.2f}"
        print(f"{name:20} {middle:6.2f} s ({span})  {options.calls / middle:8.0f} calls/s")
    print(f"peak memory {peak_megabytes():.0f} MB")


if __name__ == "__main__":
    main()
