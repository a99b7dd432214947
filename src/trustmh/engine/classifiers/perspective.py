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

import httpx2

from trustmh.engine.address import check_address, without_login
from trustmh.engine.calls import Answer, CallError
from trustmh.engine.classifiers.http_answer import HttpAnswer, post
from trustmh.engine.classifiers.scoring import is_unit, score_answer, text_and_language
from trustmh.engine.keys import check_key
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
#: Statuses below 500 that say: later.
_MAY_PASS = frozenset({408, 429})
#: Seconds for one attempt, from the connection to the last byte of the answer.
TIMEOUT = 30.0
#: Most bytes of an answer; one with a score has about a thousand.
_LARGEST_ANSWER = 262_144


class PerspectiveChat:
    """A :class:`trustmh.engine.calls.Chat` over Perspective API.

    Args:
        address: another server with the same interface; by default the environment variable ``PERSPECTIVE_BASE_URL``,
            else the provider's.
        requests_per_second: never asked faster than this, retries included.
        pause: seconds before the second attempt, doubled for each further one.
        timeout: seconds for a whole attempt.

    Raises:
        TrustmhError: no key in the environment variable ``PERSPECTIVE_API_KEY``, something that cannot be one, or an
            address that is none.
    """

    name = "classifier/perspective"
    connections = 1

    def __init__(
        self,
        *,
        address: str = "",
        requests_per_second: float = REQUESTS_PER_SECOND,
        pause: float = 2.0,
        timeout: float = TIMEOUT,
    ) -> None:
        self._key = _key()
        if requests_per_second <= 0:
            raise TrustmhError("requests per second must be positive")
        address = address or os.environ.get(ADDRESS_VARIABLE, "").strip() or ADDRESS
        check_address(address, said=ADDRESS_VARIABLE, example=ADDRESS)
        self._address = address.rstrip("/")
        self._gap, self._pause, self._timeout = 1.0 / requests_per_second, pause, timeout
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
            "address": without_login(self._address),
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
        answer = await self._ask(body, text)
        value = _score(answer.data)
        if value is None:
            raise self._no_service("too long an answer" if answer.body is None else "the answer holds no score")
        return score_answer(value, served=self.identity, seconds=time.monotonic() - began)

    async def _ask(self, body: dict[str, Any], text: str) -> HttpAnswer:
        """The first answer of status 200, after bounded retries of what may pass."""
        problem = cause = ""
        for attempt in range(_TRIES):
            await self._wait_for_turn(self._pause * 2 ** (attempt - 1) if attempt else 0.0)
            try:
                # The key goes into a header, so that no address that is logged anywhere can hold it.
                answer = await post(
                    self._open(),
                    self._address + _PATH,
                    body,
                    {"X-Goog-Api-Key": self._key},
                    seconds=self._timeout,
                    largest=_LARGEST_ANSWER,
                )
            except TimeoutError:
                problem, cause = f"no whole answer within {self._timeout:g} seconds", "unreachable"
                continue
            except httpx2.HTTPError as error:
                problem, cause = self._safe(str(error) or type(error).__name__), "unreachable"
                continue
            if answer.status == 200:
                return answer
            problem, cause = self._safe(answer.words), str(answer.status)
            if answer.status not in _MAY_PASS and answer.status < 500:
                raise self._refusal(answer, problem, text)
        raise CallError(f"{self.name}: no answer after {_TRIES} attempts: {problem}", cause=cause)

    def _refusal(self, answer: HttpAnswer, problem: str, text: str) -> TrustmhError:
        """What a refusal speaks of: the key, this text, or the address. Only that of the text leaves the next one hope."""
        if answer.status in (401, 403) or (answer.status == 400 and ("API key" in problem or "API_KEY" in problem)):
            return TrustmhError(f"Perspective API refuses the key in {KEY_VARIABLE} ({problem}); set another one")
        if answer.status == 413 or (answer.status == 400 and answer.error):
            return _unscored(text, problem)
        return self._no_service(problem)

    def _no_service(self, problem: str) -> CallError:
        """An answer that Perspective API does not give: of one cause whatever the text, so that many in a row stop the run."""
        return CallError(
            f"{self.name}: no Perspective API at {without_login(self._address)}: {problem}", cause="no service"
        )

    async def _wait_for_turn(self, at_least: float) -> None:
        """Keep the rate whatever calls and retries run at once: each takes the next free moment."""
        now = time.monotonic()
        start = max(self._free_at, now + at_least)
        self._free_at = start + self._gap
        await asyncio.sleep(start - now)

    def _open(self) -> httpx2.AsyncClient:
        if self._client is None:
            self._client = httpx2.AsyncClient(timeout=self._timeout)
        return self._client

    def _safe(self, text: str) -> str:
        return one_line(text, 200, (self._key,))

    async def release(self) -> None:
        """Close the connection."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None


def _key() -> str:
    """The key of the environment. Whatever else stands there fails each call, and is shown in what libraries say of it."""
    key = os.environ.get(KEY_VARIABLE, "").strip()
    if not key:
        raise TrustmhError(f"Perspective API needs a key: set {KEY_VARIABLE}, or choose another toxicity decider")
    check_key(key, KEY_VARIABLE)
    return key


def _unscored(text: str, problem: str) -> CallError:
    """A failure of this text alone: many in a row are no reason to stop, so each is a cause of its own."""
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:12]
    return CallError(f"classifier/perspective: {problem}", cause=f"{problem} {digest}")


def _score(data: Any) -> float | None:
    try:
        value = data["attributeScores"][ATTRIBUTE]["summaryScore"]["value"]
    except (LookupError, TypeError):
        return None
    return float(value) if is_unit(value) else None
