"""One exchange with a server of which neither the time nor the size is left to the server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx2


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """What a server answered; ``body`` is None when it was longer than allowed, and nothing of it is kept."""

    status: int
    body: bytes | None

    @property
    def data(self) -> Any:
        """The body as JSON data; None for anything else, however it is broken or nested."""
        try:
            return json.loads(self.body or b"")
        except (ValueError, RecursionError):
            return None

    @property
    def error(self) -> str:
        """The message of an error in the form of Google's interfaces; empty without one."""
        data = self.data
        error = data.get("error") if isinstance(data, dict) else None
        words = error.get("message") if isinstance(error, dict) else None
        return words if isinstance(words, str) else ""

    @property
    def words(self) -> str:
        """Status and message, else the whole body: to be redacted before it is cut and shown."""
        said = "too long an answer" if self.body is None else self.error or self.body.decode("utf-8", "replace")
        return f"{self.status} {said}".strip()


async def post(
    client: httpx2.AsyncClient, address: str, data: Any, headers: Mapping[str, str], *, seconds: float, largest: int
) -> HttpAnswer:
    """Send data as JSON and take the answer.

    Args:
        client: keeps the connection.
        address: the whole address.
        data: what is sent.
        headers: beside those of the exchange itself.
        seconds: for the whole exchange; a client's own limits hold between two bytes only.
        largest: most bytes of a body that are read.

    Raises:
        TimeoutError: it took longer.
        httpx2.HTTPError: there was no answer.
    """
    # Bytes are counted as they come: unpacked, a small body may be of any size.
    plain = {**headers, "Accept-Encoding": "identity"}
    async with asyncio.timeout(seconds), client.stream("POST", address, json=data, headers=plain) as response:
        body = bytearray()
        async for chunk in response.aiter_raw():
            body += chunk
            if len(body) > largest:
                return HttpAnswer(response.status_code, None)
        return HttpAnswer(response.status_code, bytes(body))
