"""What was really sent: compares the decoding that was asked for with the request on the wire."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trustmh.items import Decoding

#: Our name of a parameter -> the names that providers give it.
_NAMES: Mapping[str, frozenset[str]] = {
    "temperature": frozenset({"temperature"}),
    "top_p": frozenset({"top_p", "topP", "topp"}),
    "max_tokens": frozenset(
        {
            "max_tokens",
            "max_completion_tokens",
            "max_output_tokens",
            "maxOutputTokens",
            "max_new_tokens",
            "maxTokens",
            "num_predict",
        }
    ),
}
#: Parts of a request that hold the conversation, not its settings.
_CONVERSATION = frozenset({"messages", "input", "contents", "system", "tools"})


def dropped(decoding: Decoding, request: Mapping[str, Any] | None) -> tuple[str, ...]:
    """Parameters of ``decoding`` that ``request`` lacks (``temperature``) or changed (``max_tokens=64``).

    Empty when the provider does not show its request: then nothing is known, and nothing is claimed.
    """
    if request is None:
        return ()
    asked = {"temperature": decoding.temperature, "top_p": decoding.top_p, "max_tokens": decoding.max_tokens}
    settings = list(_settings(request))
    found: list[str] = []
    for name, value in asked.items():
        if value is None:
            continue
        sent = [number for key, number in settings if key in _NAMES[name]]
        if not sent:
            found.append(name)
        elif value not in sent:
            found.append(f"{name}={sent[0]}")
    return tuple(found)


def _settings(request: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    for key, value in request.items():
        if key in _CONVERSATION:
            continue
        if isinstance(value, Mapping):
            yield from _settings(value)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield key, value
