"""Toxicity by Perspective API (Jigsaw): attribute TOXICITY, summary score, nothing stored by the provider.

The provider announced in January 2026 that the service ends with the year 2026 and that new keys and quotas are no
longer given. It is kept for comparison with published figures; no default rests on it.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import time
from typing import Any
from urllib.parse import urlsplit

import httpx2

from trustmh.engine.calls import Answer, CallError
from trustmh.engine.classifiers.scoring import is_unit, score_answer, text_and_language
from trustmh.engine.redact import one_line
from trustmh.items import Decoding, Message, TrustmhError

KEY_VARIABLE = "PERSPECTIVE_API_KEY"
#: Another server with the same interface, as other providers' variables of this form name theirs.
ADDRESS_VARIABLE = "PERSPECTIVE_BASE_URL"
ADDRESS = "https://commentanalyzer.googleapis.com"
ATTRIBUTE = "TOXICITY"
_PATH = "/v1alpha1/comments:analyze"
#: The provider's ordinary quota.
REQUESTS_PER_SECOND = 1.0
#: The provider's limit on a text, in bytes of UTF-8. Longer texts stay unscored: a cut text is another text.
_LONGEST = 20_480
_TRIES = 5
_TIMEOUT = 30.0


class PerspectiveChat:
    """A :class:`trustmh.engine.calls.Chat` over Perspective API.

    Args:
        address: another server with the same interface; by default the environment variable ``PERSPECTIVE_BASE_URL``,
            else the provider's.
        requests_per_second: never asked faster than this, retries included.
        pause: seconds before the second attempt, doubled for each further one.

    Raises:
        TrustmhError: no key in the environment variable ``PERSPECTIVE_API_KEY``, or an address that is none.
    """

    name = "classifier/perspective"
    connections = 1

    def __init__(
        self, *, address: str = "", requests_per_second: float = REQUESTS_PER_SECOND, pause: float = 2.0
    ) -> None:
        key = os.environ.get(KEY_VARIABLE, "").strip()
        if not key:
            raise TrustmhError(f"Perspective API needs a key: set {KEY_VARIABLE}, or choose another toxicity decider")
        if requests_per_second <= 0:
            raise TrustmhError("requests per second must be positive")
        self._key = key
        self._address = _checked(address or os.environ.get(ADDRESS_VARIABLE, "").strip() or ADDRESS)
        self._gap, self._pause = 1.0 / requests_per_second, pause
        self._free_at = 0.0
        self._client: httpx2.AsyncClient | None = None

    @property
    def identity(self) -> str:
        """Service, version and attribute: what the stored scores belong to."""
        return f"perspective v1alpha1 {ATTRIBUTE} summary"

    def describe(self) -> dict[str, Any]:
        """For the run record; without the key."""
        return {
            "name": self.name,
            "identity": self.identity,
            # Whatever stands before an @ is a name and a password.
            "address": self._address.rpartition("@")[2],
            "requests_per_second": 1 / self._gap,
        }

    async def answer(self, messages: tuple[Message, ...], decoding: Decoding) -> Answer:
        """Score one text. Raises :class:`CallError` when it cannot be scored, :class:`TrustmhError` on a refused key."""
        text, language = text_and_language(messages)
        if len(text.encode("utf-8", "replace")) > _LONGEST:
            raise _unscored(text, f"longer than {_LONGEST} bytes")
        if not text.strip():
            raise _unscored(text, "empty text")
        began = time.monotonic()
        body = {
            # Half of a surrogate pair, which a broken reply may hold, has no bytes to be sent as.
            "comment": {"text": text.encode("utf-8", "replace").decode("utf-8")},
            "languages": [language],
            "requestedAttributes": {ATTRIBUTE: {}},
            "doNotStore": True,
        }
        value = _score(await self._post(body, text))
        if value is None:
            raise _unscored(text, "the answer holds no score")
        return score_answer(value, served=self.identity, seconds=time.monotonic() - began)

    async def _post(self, body: dict[str, Any], text: str) -> Any:
        """The provider's answer as data, after bounded retries of what may pass."""
        problem = ""
        for attempt in range(_TRIES):
            await self._wait_for_turn(self._pause * 2 ** (attempt - 1) if attempt else 0.0)
            try:
                # The key goes into a header, so that no address that is logged anywhere can hold it.
                response = await self._open().post(
                    self._address + _PATH, json=body, headers={"X-Goog-Api-Key": self._key}
                )
            except httpx2.HTTPError as error:
                problem = self._safe(str(error) or type(error).__name__)
                continue
            if response.status_code == 200:
                return _data(response)
            problem = self._safe(_message(response))
            if response.status_code in (401, 403) or "API key" in problem or "API_KEY" in problem:
                raise TrustmhError(f"Perspective API refuses the key in {KEY_VARIABLE}: {problem}")
            if response.status_code != 429 and response.status_code < 500:
                raise _unscored(text, problem)
        raise CallError(f"{self.name}: no answer after {_TRIES} attempts: {problem}", cause=problem)

    async def _wait_for_turn(self, at_least: float) -> None:
        """Keep the rate whatever calls and retries run at once: each takes the next free moment."""
        now = time.monotonic()
        start = max(self._free_at, now + at_least)
        self._free_at = start + self._gap
        await asyncio.sleep(start - now)

    def _open(self) -> httpx2.AsyncClient:
        if self._client is None:
            self._client = httpx2.AsyncClient(timeout=_TIMEOUT)
        return self._client

    def _safe(self, text: str) -> str:
        return one_line(text.replace(self._key, "[hidden]"), 200)

    async def release(self) -> None:
        """Close the connection."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None


def _checked(address: str) -> str:
    try:
        parts = urlsplit(address)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        sound = False
    if not sound or not address.isprintable() or " " in address:
        raise TrustmhError(f"{ADDRESS_VARIABLE}: an address such as {ADDRESS} was expected")
    return address.rstrip("/")


def _unscored(text: str, problem: str) -> CallError:
    """A failure of this text alone: many in a row are no reason to stop, so each is a cause of its own."""
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:12]
    return CallError(f"classifier/perspective: {problem}", cause=f"{problem} {digest}")


def _data(response: httpx2.Response) -> Any:
    try:
        return response.json()
    except ValueError:
        return None


def _score(data: Any) -> float | None:
    try:
        value = data["attributeScores"][ATTRIBUTE]["summaryScore"]["value"]
    except (KeyError, TypeError, IndexError):
        return None
    return float(value) if is_unit(value) else None


def _message(response: httpx2.Response) -> str:
    data = _data(response)
    error = data.get("error") if isinstance(data, dict) else None
    words = error.get("message") if isinstance(error, dict) else None
    return f"{response.status_code} {words or response.text[:120]}"
