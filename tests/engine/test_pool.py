from __future__ import annotations

import asyncio
from typing import Any

from trustmh.engine.calls import Answer, CallError
from trustmh.engine.pool import PooledChat
from trustmh.items import Decoding, Message, Reply

DECODING = Decoding(1)


class OneAtATime:
    """A model that fails the test when it is asked twice at once."""

    name = identity = "local/one"
    connections = 1

    def __init__(self) -> None:
        self.busy = False
        self.asked = 0
        self.released = 0

    def describe(self) -> dict[str, Any]:
        return {"name": self.name, "connections": 1, "file": "one.gguf"}

    async def answer(self, messages: tuple[Message, ...], decoding: Decoding) -> Answer:
        assert not self.busy
        self.busy = True
        self.asked += 1
        await asyncio.sleep(0.001)
        self.busy = False
        if messages[0].content == "fail":
            raise CallError("no answer")
        return Answer(Reply(messages[0].content))

    async def release(self) -> None:
        self.released += 1


def ask_all(pool: PooledChat, words: list[str]) -> list[Any]:
    async def at_once() -> list[Any]:
        calls = [pool.answer((Message("user", word),), DECODING) for word in words]
        answers = await asyncio.gather(*calls, return_exceptions=True)
        await pool.release()
        return answers

    return asyncio.run(at_once())


def test_every_call_is_answered_once_by_a_free_copy_and_all_copies_work() -> None:
    copies = [OneAtATime() for _ in range(3)]
    words = [str(number) for number in range(20)]
    answers = ask_all(PooledChat(copies), words)
    assert [answer.reply.text for answer in answers] == words
    assert sum(copy.asked for copy in copies) == 20
    assert all(copy.asked for copy in copies)
    assert [copy.released for copy in copies] == [1, 1, 1]


def test_a_copy_that_failed_is_free_again() -> None:
    copies = [OneAtATime()]
    failed, answered = ask_all(PooledChat(copies), ["fail", "word"])
    assert isinstance(failed, CallError)
    assert answered.reply.text == "word"


def test_it_can_be_asked_in_one_event_loop_after_another() -> None:
    pool = PooledChat([OneAtATime(), OneAtATime()])
    assert [ask_all(pool, ["a", "b", "c"])[2].reply.text for _ in range(2)] == ["c", "c"]


def test_it_says_of_itself_what_a_copy_says_and_how_many_there_are() -> None:
    pool = PooledChat([OneAtATime(), OneAtATime()])
    assert (pool.name, pool.identity, pool.connections) == ("local/one", "local/one", 2)
    assert pool.describe() == {"name": "local/one", "connections": 2, "file": "one.gguf"}
