"""Keys of providers: what cannot be one is refused before the first call."""

from __future__ import annotations

from trustmh.items import TrustmhError


def check_key(key: str, said: str) -> None:
    """Raise :class:`TrustmhError` for what no key holds; ``said`` names where it stands. The key itself is never shown.

    Such a key fails every call, and libraries quote it in what they say of the failure.
    """
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise TrustmhError(f"{said} holds blanks, line breaks or letters that no key has: copy the key again")
