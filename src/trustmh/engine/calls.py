"""A model call and what came back: the records that the store keeps and everything later reads.

A reply and a judge's verdict are both calls. A call's key is a fingerprint of all that decides the answer (model,
messages, decoding, protocol, sample), so the same question is never paid for twice, and a changed prompt is a new call.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Protocol

from trustmh.items import Decoding, Message, Reply, Stop, TrustmhError

Kind = Literal["reply", "verdict"]
KINDS: tuple[Kind, ...] = ("reply", "verdict")


@dataclass(frozen=True)
class Call:
    """One request to a model.

    Attributes:
        model: the chat's ``identity`` (for a local model the weights' hash is part of it).
        messages: what is sent.
        decoding: how the answer is sampled.
        protocol: tag of the prompt's version (``subtask/1``, ``rubric:id/1``).
        sample: counts repeated draws and a judge's re-asking of the same question.
    """

    model: str
    messages: tuple[Message, ...]
    decoding: Decoding
    protocol: str
    sample: int = 0

    @cached_property
    def request(self) -> str:
        """The call as canonical JSON: sorted names, no spaces, ASCII only, numbers in one form."""
        top_p = self.decoding.top_p
        record = {
            "model": self.model,
            "messages": [[message.role, message.content] for message in self.messages],
            "max_tokens": int(self.decoding.max_tokens),
            "temperature": float(self.decoding.temperature),
            "top_p": None if top_p is None else float(top_p),
            "protocol": self.protocol,
            "sample": int(self.sample),
        }
        return json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=True)

    @cached_property
    def key(self) -> str:
        """SHA-256 of :attr:`request`, in hex."""
        return hashlib.sha256(self.request.encode("ascii")).hexdigest()


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one answer, as the provider counted them.

    ``input_tokens`` is all input, the cached part included; ``output_tokens`` includes ``reasoning_tokens``.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    cached_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for a call.

    Attributes:
        usage: None when the provider reported none; never estimated.
        served_model: the name the provider says it served.
        seconds: time of the request that succeeded.
        dropped: decoding parameters that were not sent as asked, because provider or model do not take them.
        too_long: why there is no reply, when the prompt is longer than the model takes; empty otherwise. That is an answer
            like any other: it is stored and not asked for again.
    """

    reply: Reply
    usage: Usage | None = None
    served_model: str = ""
    seconds: float = 0.0
    dropped: tuple[str, ...] = ()
    too_long: str = ""

    def to_json(self) -> str:
        """The answer as ASCII JSON, so that any text survives any file."""
        reply = self.reply
        record: dict[str, Any] = {
            "text": reply.text,
            "stop": reply.stop.value,
            "served_model": self.served_model,
            "seconds": round(self.seconds, 4),
        }
        if reply.reasoning:
            record["reasoning"] = reply.reasoning
        if self.dropped:
            record["dropped"] = list(self.dropped)
        if self.too_long:
            record["too_long"] = self.too_long
        if self.usage is not None:
            usage = self.usage
            record["usage"] = [usage.input_tokens, usage.output_tokens, usage.reasoning_tokens, usage.cached_tokens]
        return json.dumps(record, separators=(",", ":"), ensure_ascii=True)

    @staticmethod
    def from_json(text: str) -> Answer:
        """The answer that :meth:`to_json` wrote. Raises ``ValueError``, ``KeyError`` or ``TypeError`` on other text."""
        record: Mapping[str, Any] = json.loads(text)
        usage = record.get("usage")
        words = (record["text"], record["served_model"], record.get("reasoning", ""), record.get("too_long", ""))
        if not all(isinstance(one, str) for one in words) or not isinstance(record["seconds"], int | float):
            raise TypeError("a field of another type")
        return Answer(
            reply=Reply(text=record["text"], stop=Stop(record["stop"]), reasoning=record.get("reasoning", "")),
            usage=None if usage is None else Usage(*(int(count) for count in usage)),
            served_model=record["served_model"],
            seconds=record["seconds"],
            dropped=tuple(record.get("dropped", ())),
            too_long=record.get("too_long", ""),
        )


class CallError(TrustmhError):
    """A call that got no answer after bounded retries.

    Attributes:
        cause: what decides whether two errors are the same (``401``, ``unreachable``, or the whole message).
        too_long: the prompt is longer than the model takes.
    """

    def __init__(self, message: str, *, cause: str = "", too_long: bool = False) -> None:
        super().__init__(message)
        self.cause = cause or message
        self.too_long = too_long


class Chat(Protocol):
    """A model that can be asked, whatever stands behind it."""

    @property
    def name(self) -> str:
        """The name the user gave."""

    @property
    def identity(self) -> str:
        """What goes into :attr:`Call.model`."""

    @property
    def connections(self) -> int:
        """Calls in flight at once that suit this model."""

    def describe(self) -> dict[str, Any]:
        """What the run record says of the model: provider, versions, hashes; no secrets."""

    async def answer(self, messages: tuple[Message, ...], decoding: Decoding) -> Answer:
        """Ask. Raises :class:`CallError` when there is no answer after the bounded retries."""

    async def release(self) -> None:
        """Close idle connections of the running event loop; the next :meth:`answer` opens new ones."""
