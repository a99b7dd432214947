"""Addresses of servers that a user names: what is one, and what of it may be recorded."""

from __future__ import annotations

from urllib.parse import urlsplit

from trustmh.items import TrustmhError


def check_address(address: str, *, said: str, example: str) -> None:
    """Raise :class:`TrustmhError` unless it is an address; otherwise every call would fail, each after its retries.

    A query and a fragment are refused: paths are appended to the address, and secrets stand in queries. So is an @ after
    the host, which is what a password with a slash leaves there. The error does not show the address, whatever it holds.

    Args:
        address: what was given.
        said: what the user gave it by (``--base-url``, an environment variable).
        example: an address as it should be.
    """
    if not _is_address(address):
        raise TrustmhError(
            f"{said}: an address such as {example} was expected, without blanks, ? and #, and without @ after the host"
        )


def without_login(address: str) -> str:
    """An address that :func:`check_address` let pass, without the name and password before its host."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2].lower()}{parts.path}"


def _is_address(address: str) -> bool:
    # Imported here: only those who name a server need it.
    from httpx2 import URL, InvalidURL

    if not address.isprintable() or any(char in address for char in " ?#\\"):
        return False
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
        # Both raise for hosts that no resolver takes; the first also for labels that are empty or too long.
        host.rstrip(".").encode("idna")
        URL(address)
    except (ValueError, InvalidURL):
        return False
    return parts.scheme in ("http", "https") and bool(host) and port != 0 and "@" not in parts.path
