"""One question to one model through inspect-ai's model layer, and its answer in our terms."""

from __future__ import annotations

import asyncio
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import httpx2
from inspect_ai.event import ModelEvent
from inspect_ai.model import ChatMessage, Model
from inspect_ai.model._model import use_model_event_sink
from inspect_ai.model._providers.openai import OpenAIAPI
from inspect_ai.model._providers.openai_compatible import OpenAICompatibleAPI
from openai import DefaultAioHttpClient

from trustmh.engine.calls import Answer, CallError
from trustmh.engine.chat_messages import chat_messages, generate_config
from trustmh.engine.outputs import reply_of, usage_of
from trustmh.engine.provider_errors import call_error, malformed, message_of, retried, status_of, too_long
from trustmh.engine.wire import dropped
from trustmh.items import Decoding, Message

#: A broken answer is asked for so many times in all; inspect-ai retries refused and lost connections only.
_READABLE_TRIES = 3
_CONNECT_SECONDS = 30.0


class _LastEvent:
    """Takes the model layer's events: keeps the last one (it holds the request as sent) and nothing else.

    Without it every call would stay in memory in a transcript that nobody reads.
    """

    event: ModelEvent | None = None

    def on_pending(self, event: ModelEvent) -> None:
        self.event = event

    def on_complete(self, event: ModelEvent) -> None:
        self.event = event


class InspectChat:
    """A :class:`trustmh.engine.calls.Chat` over an inspect-ai model."""

    def __init__(self, name: str, model: Model, connections: int, address: str | None = None) -> None:
        self.name = name
        self.connections = connections
        self._model = model
        self._address = address
        self._refused: set[str] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def identity(self) -> str:
        """The inspect-ai name; for a local model name, hash of the weights, and what else decides its replies."""
        fingerprint = getattr(self._model.api, "fingerprint", None)
        return f"{self.name} {fingerprint}" if fingerprint else self.name

    def describe(self) -> dict[str, Any]:
        """Provider, versions, address and, for a local model, weights and threads."""
        record: dict[str, Any] = {
            "name": self.name,
            "identity": self.identity,
            "provider": self.name.split("/", 1)[0],
            "connections": self.connections,
            "inspect_ai": _version("inspect_ai"),
        }
        if self._address:
            record["base_url"] = self._address
        details = getattr(self._model.api, "describe", None)
        return record | (details() if callable(details) else {})

    async def answer(self, messages: tuple[Message, ...], decoding: Decoding) -> Answer:
        """Ask once, with the model layer's retries. Raises :class:`CallError`."""
        self._open_client()
        chat = chat_messages(messages)
        tries = 0
        while True:
            tries += 1
            try:
                return await self._ask(chat, decoding)
            except CallError:
                raise
            except Exception as error:
                if self._refuses_parameter(error, decoding):
                    tries -= 1
                elif retried(error) or not malformed(error) or tries >= _READABLE_TRIES:
                    raise call_error(self.name, error) from error

    async def _ask(self, chat: list[ChatMessage], decoding: Decoding) -> Answer:
        last = _LastEvent()
        config = generate_config(decoding, frozenset(self._refused))
        with use_model_event_sink(last):
            output = await self._model.generate(chat, config=config)
        call = last.event.call if last.event is not None else None
        if not output.choices:
            raise LookupError("the answer holds no choice")
        refused = bool(call is not None and call.error)
        if refused and output.stop_reason == "model_length":
            # inspect-ai hands the provider's complaint back as if the model had said it.
            raise too_long(self.name, output.completion)
        return Answer(
            reply=reply_of(output, refused=refused),
            usage=usage_of(output),
            served_model=output.model,
            seconds=output.time or 0.0,
            dropped=dropped(decoding, call.request if call is not None else None),
        )

    def _refuses_parameter(self, error: BaseException, decoding: Decoding) -> bool:
        """True when the provider refused a sampling parameter by name that can be left out; it stays left out."""
        if status_of(error) not in (400, 422):
            return False
        words = message_of(error)
        asked = {"temperature"} if decoding.top_p is None else {"temperature", "top_p"}
        for name in asked - self._refused:
            if name in words:
                self._refused.add(name)
                return True
        return False

    def _open_client(self) -> None:
        """Give OpenAI-like providers the aiohttp transport, new for each event loop: a quarter faster at 64 calls."""
        api: Any = self._model.api
        if type(api).initialize not in (OpenAICompatibleAPI.initialize, OpenAIAPI.initialize):
            return
        loop = asyncio.get_running_loop()
        if self._loop is loop and not api.http_client.is_closed:
            return
        api.http_client = DefaultAioHttpClient(
            timeout=httpx2.Timeout(None, connect=_CONNECT_SECONDS),
            limits=httpx2.Limits(max_connections=None, max_keepalive_connections=None, keepalive_expiry=15.0),
        )
        # The client would retry on its own, unseen; the model layer's retries are the ones that were asked for.
        api.model_args["max_retries"] = 0
        api.initialize()
        self._loop = loop

    async def release(self) -> None:
        """Close the connections of the running event loop."""
        if self._loop is asyncio.get_running_loop():
            api: Any = self._model.api
            await api.http_client.aclose()
            self._loop = None

    def close(self) -> None:
        """Stop what was started for this model (the local server)."""
        stop = getattr(self._model.api, "stop_server", None)
        if callable(stop):
            stop()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"
