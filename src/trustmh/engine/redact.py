"""Keeps secrets out of messages, logs and results."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection
from urllib.parse import quote

_SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL", re.IGNORECASE)
#: Shorter values are flags and numbers; hiding them would blank out ordinary words.
_SHORTEST_SECRET = 8
_NAMES = r"((?:proxy-)?authorization|x-api-key|api[-_]?key|access[-_]?token)"
#: An ordinary word and its punctuation: after a bare colon it goes on with a sentence and is no value.
_WORD = r"(?-i:[A-Z]?[a-z]{0,15}|[A-Z]{1,15})[.!?:)]{0,3}(?=[\s\"',;}]|$)"
#: Each has the group that names the secret and the group between; what follows is hidden. Repetitions that may begin
#: anywhere are bounded, so that a long text costs no more than its length.
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # a field that is given a value, in a dict, in JSON, in a form
        rf"{_NAMES}([\"']\s*[:=]\s*[\"']?|\s*=\s*[\"']?|\s*:\s*[\"'])(?:(?:bearer|basic)\s+)?[^\s\"',;}}]+",
        # a header in a dump, with and without a scheme; a sentence may have the form of the latter
        rf"{_NAMES}(\s*:\s*)(?:bearer|basic)\s+[^\s\"',;}}]+",
        rf"{_NAMES}(\s*:\s*)(?!{_WORD})(?:(?![\"',;}}])[!-~]){{{_SHORTEST_SECRET},}}",
        rf"\b(bearer)(\s+)(?!{_WORD})[A-Za-z0-9._~+/=-]{{{_SHORTEST_SECRET},}}",
        # a field of an address's query
        r"([?&][\w.-]{0,30}?(?:key|token|secret|password|credential)[\w.-]{0,30})(=)[^&#\s\"']+",
    )
)
#: Name and password in an address; a password may hold an @.
_LOGIN = re.compile(r"(\b[a-z][a-z0-9+.-]{0,30}://)[^/\s]+@", re.IGNORECASE)
_KEY_SHAPES = re.compile(r"\b(?:sk|pk|rk|gsk|hf|xai|AIza)[-_]?[A-Za-z0-9_-]{16,}")
HIDDEN = "[hidden]"


def redact(text: str, secrets: Collection[str] = ()) -> str:
    """``text`` with every secret replaced by ``[hidden]``. To be called before a text is cut: half a key is found by nobody.

    Hidden are: ``secrets``; the values of environment variables whose name speaks of a key, token, secret or password; both
    also as programs write them when they quote (escaped, on one line); what can be a value after ``Authorization`` and
    its like; logins and keys inside addresses; and strings in the shape of well-known keys.
    """
    hidden = {form for secret in secrets for form in _forms(secret)}
    for name, value in os.environ.items():
        if _SECRET_NAME.search(name):
            hidden |= {form for form in _forms(value) if len(form) >= _SHORTEST_SECRET}
    for form in sorted(hidden - {""}, key=len, reverse=True):
        text = text.replace(form, HIDDEN)
    for pattern in _PATTERNS:
        text = pattern.sub(rf"\1\2{HIDDEN}", text)
    text = _LOGIN.sub(rf"\1{HIDDEN}@", text)
    return _KEY_SHAPES.sub(HIDDEN, text)


def one_line(text: str, limit: int = 300, secrets: Collection[str] = ()) -> str:
    """``text`` redacted, on one line, without control characters, cut to ``limit`` characters."""
    flat = " ".join("".join(char if char.isprintable() else " " for char in redact(text, secrets)).split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def _forms(secret: str) -> set[str]:
    """A secret as it is and as it may come back: without blanks around it, escaped, or line by line."""
    plain = secret.strip()
    return {
        secret,
        plain,
        repr(plain)[1:-1],
        repr(plain.encode("utf-8", "replace"))[2:-1],
        json.dumps(plain)[1:-1],
        quote(plain, safe="", errors="replace"),
        " ".join(plain.split()),
        *plain.splitlines(),
    }
