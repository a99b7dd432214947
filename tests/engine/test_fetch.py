from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.engine.conftest import MODEL, make_call
from tests.engine.stub_server import Request, Response, StubServer, completion, echo, failure
from trustmh.engine.calls import Answer, Call, CallError, Chat
from trustmh.engine.fetch import FetchProgress, FetchReport, fetch
from trustmh.engine.models import open_model
from trustmh.engine.store import CallStore
from trustmh.items import Decoding, Message, Reply, TrustmhError


def run(calls: list[Call], server: StubServer, store: CallStore, **options: Any) -> FetchReport:
    with open_model(MODEL, base_url=server.url, max_retries=0) as chat:
        return asyncio.run(fetch(calls, chat, store, kind="reply", **options))


class Scripted:
    """A chat whose answers are a function's; what the fetch does is looked at, not what a provider does."""

    name = identity = "scripted/model"
    connections = 4

    def __init__(self, reply: Callable[[str], str]) -> None:
        self.reply = reply
        self.asked: list[str] = []
        self.released = 0

    def describe(self) -> dict[str, Any]:
        return {}

    async def answer(self, messages: tuple[Message, ...], decoding: Decoding) -> Answer:
        self.asked.append(messages[-1].content)
        await asyncio.sleep(0)
        return Answer(Reply(self.reply(messages[-1].content)))

    async def release(self) -> None:
        self.released += 1


def test_every_call_is_asked_once_and_stored(
    server: StubServer, store: CallStore, make_calls: Callable[[int], list[Call]]
) -> None:
    calls = make_calls(150)
    assert run([*calls, *calls[:20]], server, store, connections=16) == FetchReport(150, 0, {})
    assert set(server.prompts().values()) == {1}
    stored = store.answers([call.key for call in calls])
    assert {stored[call.key].reply.text for call in calls} == {f"you said question {n}" for n in range(150)}
    assert server.most_at_once <= 16


def test_what_is_stored_is_not_asked_again(
    server: StubServer, store: CallStore, make_calls: Callable[[int], list[Call]]
) -> None:
    calls = make_calls(30)
    assert run(calls[:10], server, store) == FetchReport(10, 0, {})
    assert run(calls, server, store) == FetchReport(20, 10, {})
    assert run(calls, server, store) == FetchReport(0, 30, {})
    assert len(server.requests) == 30


def test_a_failed_call_is_named_and_asked_again_next_time(server: StubServer, store: CallStore) -> None:
    def respond(request: Request) -> Response:
        return failure(422, "this one is not liked") if request.prompt == "bad" and not request.seen else echo(request)

    server.respond = respond
    calls = [make_call("good"), make_call("bad")]
    report = run(calls, server, store)
    assert (report.made, report.already) == (1, 0)
    assert list(report.failed) == [calls[1].key]
    assert "422" in report.failed[calls[1].key]
    assert "this one is not liked" in store.failures([calls[1].key])[calls[1].key]
    assert store.stored([calls[1].key]) == set()
    assert run(calls, server, store) == FetchReport(1, 1, {})
    assert store.failures([calls[1].key]) == {}


@pytest.mark.parametrize(("status", "words"), [(401, "key was not accepted"), (404, "no such model")])
def test_the_same_refusal_again_and_again_stops_early(
    server: StubServer, store: CallStore, make_calls: Callable[[int], list[Call]], status: int, words: str
) -> None:
    # Providers put a new request id into each message; it is the same refusal all the same.
    server.respond = lambda request: failure(status, f"refused (request {len(server.requests)})")
    with pytest.raises(TrustmhError, match=words) as caught:
        run(make_calls(300), server, store, connections=8)
    assert "20 calls in a row" in str(caught.value)
    assert len(server.requests) <= 20 + 8


def test_refusals_between_answers_do_not_stop_the_run(
    server: StubServer, store: CallStore, make_calls: Callable[[int], list[Call]]
) -> None:
    server.respond = lambda request: failure(422, "no") if int(request.prompt.split()[1]) % 3 else echo(request)
    report = run(make_calls(90), server, store, connections=1, same_errors=3)
    assert (report.made, len(report.failed)) == (30, 60)


def test_progress_never_counts_more_than_is_on_disk(store: CallStore, make_calls: Callable[[int], list[Call]]) -> None:
    seen: list[FetchProgress] = []

    def look(progress: FetchProgress) -> None:
        with CallStore(store.path, read_only=True) as reader:
            assert reader.counts()["reply"] >= progress.made
        seen.append(progress)

    asyncio.run(fetch(make_calls(700), Scripted(str.upper), store, kind="reply", connections=64, progress=look))
    assert (seen[0].made, seen[0].already, seen[0].total) == (0, 0, 700)
    assert seen[-1].made == seen[-1].total == 700
    assert [progress.made for progress in seen] == sorted(progress.made for progress in seen)


def test_a_full_disk_stops_the_run_and_keeps_what_was_stored(
    store: CallStore, make_calls: Callable[[int], list[Call]]
) -> None:
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count={pages + 40}")
    chat = Scripted(lambda prompt: prompt * 50)
    with pytest.raises(TrustmhError, match="the disk is full"):
        asyncio.run(fetch(make_calls(5000), chat, store, kind="reply", connections=64))
    kept = store.counts()["reply"]
    # Asking stops with the disk: no more than the answers waiting for it are lost.
    assert len(chat.asked) < 2000
    assert chat.released == 1
    store._connection.execute("PRAGMA max_page_count=1000000")
    report = asyncio.run(fetch(make_calls(5000), chat, store, kind="reply", connections=64))
    assert (report.made, report.already) == (5000 - kept, kept)


def test_cancelling_keeps_every_answer_that_came(store: CallStore, make_calls: Callable[[int], list[Call]]) -> None:
    calls = make_calls(500)

    async def interrupted() -> int:
        came = asyncio.Event()

        def reply(prompt: str) -> str:
            if prompt == "question 100":
                came.set()
            return prompt

        chat = Scripted(reply)
        running = asyncio.create_task(fetch(calls, chat, store, kind="reply", connections=8))
        await came.wait()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        return len(chat.asked)

    asked = asyncio.run(interrupted())
    kept = store.counts()["reply"]
    assert 100 - 8 <= kept <= asked < 500
    assert asked - kept <= 8
    chat = Scripted(str)
    asyncio.run(fetch(calls, chat, store, kind="reply"))
    assert len(chat.asked) == 500 - kept


def test_a_broken_chat_is_not_hidden(store: CallStore, make_calls: Callable[[int], list[Call]]) -> None:
    def broken(prompt: str) -> str:
        raise ZeroDivisionError(prompt)

    with pytest.raises(ZeroDivisionError):
        asyncio.run(fetch(make_calls(20), Scripted(broken), store, kind="reply"))


def test_the_interpreter_is_left_as_it_was(store: CallStore, make_calls: Callable[[int], list[Call]]) -> None:
    before = gc.get_threshold(), gc.get_freeze_count(), sys.getswitchinterval()
    inside: list[tuple[int, int, int]] = []
    chat = Scripted(lambda prompt: inside.append(gc.get_threshold()) or prompt)  # type: ignore[func-returns-value]
    asyncio.run(fetch(make_calls(5), chat, store, kind="reply"))
    assert inside[0] != before[0]
    assert (gc.get_threshold(), gc.get_freeze_count(), sys.getswitchinterval()) == before


def test_errors_never_show_a_key(
    server: StubServer, store: CallStore, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OTHER_SECRET", "hidden-value-123")
    server.respond = lambda request: failure(422, f"bad header {request.headers['authorization']}, hidden-value-123")
    report = run([make_call()], server, store)
    (message,) = report.failed.values()
    assert "bad header" in message
    store.close()
    everything = message + "".join(
        path.read_bytes().decode("latin-1") for path in tmp_path.rglob("*") if path.is_file()
    )
    for secret in ("stub-key-that-nobody-may-see", "hidden-value-123"):
        assert secret not in everything


def test_two_kinds_of_chat_meet_the_contract() -> None:
    chat: Chat = Scripted(str)
    assert chat.connections == 4
    assert issubclass(CallError, TrustmhError)


def test_a_large_reply_is_stored_whole(server: StubServer, store: CallStore) -> None:
    text = "长" * 300_000
    server.respond = lambda request: completion(text)
    run([make_call()], server, store)
    assert store.answers([make_call().key])[make_call().key].reply.text == text
