"""Keeps secrets out of messages, logs and results."""

from __future__ import annotations

import os
import re

_SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL", re.IGNORECASE)
#: Shorter values are flags and numbers; hiding them would blank out ordinary words.
_SHORTEST_SECRET = 8
_PATTERNS = (
    # a header or field that carries a secret, in a header dump, a dict or JSON
    re.compile(
        r"(?i)((?:proxy-)?authorization|x-api-key|api[-_]?key|access[-_]?token)"
        r"([\"']?\s*[:=]\s*[\"']?)(?:(?:bearer|basic)\s+)?[^\s\"',;}]+"
    ),
    re.compile(r"(?i)\b(bearer)(\s+)[A-Za-z0-9._~+/=-]{8,}"),
    # user and password in an address
    re.compile(r"(?i)(\b[a-z][a-z0-9+.-]*:/)(/)[^/\s@]+@"),
)
_KEY_SHAPES = re.compile(r"\b(?:sk|pk|rk|gsk|hf|xai|AIza)[-_]?[A-Za-z0-9_-]{16,}")
HIDDEN = "[hidden]"


def redact(text: str) -> str:
    """``text`` with every secret replaced by ``[hidden]``.

    Hidden are: the values of environment variables whose name speaks of a key, token, secret or password, what follows
    ``Authorization`` and its like, logins inside addresses, and strings in the shape of well-known keys.
    """
    secrets = {
        value for name, value in os.environ.items() if _SECRET_NAME.search(name) and len(value) >= _SHORTEST_SECRET
    }
    for secret in sorted(secrets, key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    for pattern in _PATTERNS[:2]:
        text = pattern.sub(rf"\1\2{HIDDEN}", text)
    text = _PATTERNS[2].sub(rf"\1\2{HIDDEN}@", text)
    return _KEY_SHAPES.sub(HIDDEN, text)


def one_line(text: str, limit: int = 300) -> str:
    """``text`` redacted, on one line, without control characters, cut to ``limit`` characters."""
    flat = " ".join("".join(char if char.isprintable() else " " for char in redact(text)).split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"
