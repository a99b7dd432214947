"""Our messages and decoding in inspect-ai's types."""

from __future__ import annotations

from collections.abc import Sequence

from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageSystem, ChatMessageUser, GenerateConfig

from trustmh.items import Decoding, Message

_ROLES = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}


def chat_messages(messages: Sequence[Message]) -> list[ChatMessage]:
    """Messages for inspect-ai's model layer."""
    return [_ROLES[message.role](content=message.content) for message in messages]


def generate_config(decoding: Decoding, without: frozenset[str] = frozenset()) -> GenerateConfig:
    """Decoding for inspect-ai's model layer, leaving out the parameters named in ``without``."""
    return GenerateConfig(
        max_tokens=decoding.max_tokens,
        temperature=None if "temperature" in without else decoding.temperature,
        top_p=None if "top_p" in without else decoding.top_p,
    )
