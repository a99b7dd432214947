"""Several equal models asked at once, each with one call at a time.

A local model that works on two calls at once batches them, which changes its sums and, now and then, its words. Two
copies of it, each with one call, give the words that one copy gives, and use two processors.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from trustmh.engine.calls import Answer, Chat
from trustmh.items import Decoding, Message


class PooledChat:
    """A :class:`trustmh.engine.calls.Chat` over equal chats, at least one; a call goes to one that is free."""

    def __init__(self, chats: Sequence[Chat]) -> None:
        self._chats = tuple(chats)
        self._free: asyncio.LifoQueue[Chat] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def name(self) -> str:
        """The name the user gave."""
        return self._chats[0].name

    @property
    def identity(self) -> str:
        """That of each of them: how many there are changes no answer."""
        return self._chats[0].identity

    @property
    def connections(self) -> int:
        """One call a copy."""
        return len(self._chats)

    def describe(self) -> dict[str, Any]:
        """What one of them says of itself, and how many there are."""
        return self._chats[0].describe() | {"connections": self.connections}

    async def answer(self, messages: tuple[Message, ...], decoding: Decoding) -> Answer:
        """Ask a free one, or wait for one. Raises :class:`trustmh.engine.calls.CallError`."""
        free = self._queue()
        chat = await free.get()
        try:
            return await chat.answer(messages, decoding)
        finally:
            free.put_nowait(chat)

    def _queue(self) -> asyncio.LifoQueue[Chat]:
        loop = asyncio.get_running_loop()
        if self._free is None or self._loop is not loop:
            self._loop, self._free = loop, asyncio.LifoQueue()
            for chat in self._chats:
                self._free.put_nowait(chat)
        return self._free

    async def release(self) -> None:
        """Close the connections of the running event loop."""
        for chat in self._chats:
            await chat.release()
