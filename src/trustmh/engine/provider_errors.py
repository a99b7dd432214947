"""What a provider's failure means, in one line, whatever exception it comes as."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from trustmh.engine.calls import CallError
from trustmh.engine.redact import one_line
from trustmh.items import UNREADABLE, TrustmhError

#: Statuses that speak of the account, the address or the server, not of one request.
_NOT_THE_REQUEST = frozenset({401, 402, 403, 404, 407, 408, 429})
_MEANING = {
    401: "the key was not accepted",
    402: "the account has no credit",
    403: "the account may not use this",
    404: "no such model or address",
    429: "too many requests or the quota is used up",
}
#: What providers say of a prompt that does not fit. "Too long" alone may be said of anything (a name, a wait).
_TOO_LONG = re.compile(
    r"context[ _](?:size|length|window)|maximum context|(?:prompt|input)s?`? (?:is|are) too long|too many (?:input )?tokens"
    r"|maximum number of (?:input )?tokens|`inputs`.{0,40}must have less than",
    re.IGNORECASE,
)
#: How deep a message may lie in an error body.
_DEEPEST = 5
_MARKUP = re.compile(r"\[/?[a-z]+(?: [a-z]+)*\]")
#: The variables of a message such as "No SERVICE_API_KEY defined in the environment."
_VARIABLES = re.compile(r"\b[Nn]o ([^.]+?) defined in the environment")
_CONNECTION = frozenset(
    {"APIConnectionError", "APITimeoutError", "AttemptTimeoutError", "TransportError", "ClientError"}
)


def status_of(error: BaseException) -> int | None:
    """The HTTP status behind an exception, looked for along its causes; None when the connection failed first."""
    for link in _chain(error):
        if _is_connection(link):
            return None
        status = getattr(link, "status_code", None) or getattr(link, "code", None)
        if isinstance(status, int) and 100 <= status < 600:
            return status
    return None


def unreachable(error: BaseException) -> bool:
    """True for a connection that failed, broke off or took too long."""
    return status_of(error) is None and any(_is_connection(link) for link in _chain(error))


def malformed(error: BaseException) -> bool:
    """True when an answer came that is none: broken JSON, no choices, fields of the wrong type."""
    if status_of(error) is not None or unreachable(error):
        return False
    return any(isinstance(link, UNREADABLE) or type(link).__name__ == "OpenAIResponseError" for link in _chain(error))


def retried(error: BaseException) -> bool:
    """True when the model layer has retried already and given up."""
    return getattr(error, "last_attempt", None) is not None


def message_of(error: BaseException) -> str:
    """The provider's own words, without the request that inspect-ai adds to them."""
    for link in _chain(error):
        text = _words_of(getattr(link, "body", None))
        if text:
            return one_line(text)
    # A decoder's StopIteration under the error that says what is wrong holds a bare position.
    innermost = [link for link in _chain(error) if not isinstance(link, StopIteration)][-1]
    words = getattr(innermost, "provider_message", None) or str(innermost)
    return one_line(words or type(innermost).__name__)


def _words_of(body: object) -> str:
    """What an error body says, in the forms that servers give it; empty for none of them."""
    for _ in range(_DEEPEST):
        if isinstance(body, str):
            return body.strip()
        if isinstance(body, list):
            body = body[0] if body else None
        elif isinstance(body, dict):
            body = next((body[key] for key in ("error", "message", "detail", "msg") if body.get(key)), None)
        else:
            break
    return ""


def call_error(name: str, error: BaseException) -> CallError:
    """The exception of one call as a :class:`CallError` of one line."""
    status = status_of(error)
    words = message_of(error)
    if status is not None:
        meaning = _MEANING.get(status, "the server failed" if status >= 500 else "the request was refused")
        if status == 413 or (status in (400, 422) and _TOO_LONG.search(words)):
            return too_long(name, words, status)
        text = f"{name}: {status}, {meaning}: {words}"
        return CallError(text, cause=str(status) if status in _NOT_THE_REQUEST or status >= 500 else words)
    if unreachable(error):
        return CallError(f"{name}: no answer from the server: {words}", cause="unreachable")
    if malformed(error):
        return CallError(f"{name}: the server's answer could not be read: {words}", cause="malformed")
    return CallError(f"{name}: {words}")


def too_long(name: str, words: str, status: int | None = None) -> CallError:
    """The error of a call whose prompt is longer than the model takes, in the provider's words."""
    number = "" if status is None else f"{status}, "
    return CallError(f"{name}: {number}the prompt is longer than the model takes: {one_line(words)}", too_long=True)


def opening_error(name: str, error: BaseException) -> TrustmhError:
    """Why a model could not be opened, and what to do."""
    words = one_line(_MARKUP.sub("", str(error))).removeprefix("ERROR").lstrip(": ")
    provider = name.split("/", 1)[0]
    if "not recognized" in words or "should be in the format" in words or "/" not in name:
        return TrustmhError(
            f"model {name!r}: there is no provider {provider!r}; name it as PROVIDER/MODEL, for example openai/…, "
            "anthropic/…, google/…, ollama/…, vllm/…, openai-api/SERVICE/MODEL, local/smollm2, "
            "local/qwen2.5-coder-1.5b, baseline/constant or replay/FOLDER"
        )
    missing = _VARIABLES.search(words)
    if missing is not None:
        if "BASE_URL" in missing[1]:
            return TrustmhError(f"model {name!r}: its address must be given with --base-url, or {missing[1]} be set")
        keyless = "; a server that asks for no key takes any value" if provider == "openai-api" else ""
        return TrustmhError(
            f"model {name!r}: {missing[1]} must be set in the environment. Set it and run again{keyless}"
        )
    if isinstance(error, ImportError):
        return TrustmhError(f"model {name!r}: {words}; install the package that provider {provider!r} needs")
    return TrustmhError(f"model {name!r}: {words or type(error).__name__}")


def _is_connection(link: BaseException) -> bool:
    names = {kind.__name__ for kind in type(link).__mro__}
    return bool(names & _CONNECTION) or isinstance(link, ConnectionError | asyncio.TimeoutError)


def _chain(error: BaseException) -> list[BaseException]:
    """The exception, what it wraps and what it was raised from, outermost first."""
    links: list[BaseException] = []
    link: BaseException | None = error
    while link is not None and link not in links and len(links) < 10:
        links.append(link)
        attempt: Any = getattr(link, "last_attempt", None)
        link = attempt.exception() if attempt is not None else (link.__cause__ or link.__context__)
    return links
