"""A run that is killed or interrupted, as a process of its own against a counting server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.engine.conftest import MODEL
from tests.engine.stub_server import Request, Response, StubServer, echo
from trustmh.engine.store import CallStore

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
CALLS = 400
SCRIPT = f"""
import asyncio, sys
from pathlib import Path
from trustmh.engine.fetch import fetch
from trustmh.engine.models import open_model
from trustmh.engine.store import CallStore
from tests.engine.conftest import make_call

calls = [make_call(f"question {{n}}") for n in range({CALLS})]
with CallStore(Path(sys.argv[1])) as store, open_model({MODEL!r}, base_url=sys.argv[2], max_retries=0) as chat:
    print("ready", flush=True)
    try:
        print(asyncio.run(fetch(calls, chat, store, kind="reply", connections=16)), flush=True)
    except KeyboardInterrupt:
        sys.exit("interrupted")
"""


def start(path: Path, server: StubServer) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    command = [sys.executable, "-c", SCRIPT, str(path), server.url]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def stored(path: Path) -> set[str]:
    with CallStore(path, read_only=True) as store:
        return {row[0] for row in store._connection.execute("SELECT key FROM answers")}


def wait_for(server: StubServer, requests: int) -> None:
    end = time.monotonic() + 60
    while len(server.requests) < requests:
        assert time.monotonic() < end, f"only {len(server.requests)} requests came"
        time.sleep(0.005)


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT])
def test_an_ended_run_is_continued_without_a_stored_call_made_twice(
    server: StubServer, tmp_path: Path, ending: signal.Signals
) -> None:
    path = tmp_path / "calls.sqlite"

    def slowly(request: Request) -> Response:
        return Response(body=echo(request).body, delay=0.02)

    server.respond = slowly
    with start(path, server) as first:
        wait_for(server, 120)
        first.send_signal(ending)
        _, errors = first.communicate(timeout=30)
    assert first.returncode not in (0, None)
    if ending is signal.SIGINT:
        assert errors == "interrupted\n"
    kept = stored(path)
    before = server.prompts()
    assert 0 < len(kept) < CALLS
    # Only calls that were in flight may be unanswered.
    assert sum(before.values()) - len(kept) <= 2 * 16

    server.respond = echo
    with start(path, server) as second:
        output, errors = second.communicate(timeout=60)
    assert second.returncode == 0, errors
    assert f"made={CALLS - len(kept)}, already={len(kept)}, failed={{}}" in output
    assert len(stored(path)) == CALLS
    assert sum(server.prompts().values()) == sum(before.values()) + CALLS - len(kept)
    twice = [prompt for prompt, count in server.prompts().items() if count > 1]
    assert len(twice) <= sum(before.values()) - len(kept)
