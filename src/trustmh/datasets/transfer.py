"""Downloading one address into an unfinished file: resumable, bounded, and never mistaking a web page for a file.

What comes is not trusted: the caller checks its hash. Proxies are those of the environment (``HTTPS_PROXY``, …).
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from trustmh import __version__
from trustmh.items import TrustmhError

if TYPE_CHECKING:
    import httpx2

_PIECE = 1 << 16
_MOST_REDIRECTS = 5
_CREDENTIALS = re.compile(r"(?<=://)[^/@\s]+@")
_RANGE = re.compile(r"^bytes (\d+)-(\d+)/(\d+|\*)$")
_PAGE = (b"<!doctype html", b"<html")


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait, in seconds, and how often to try again after a fault that may pass."""

    connect: float = 15.0
    read: float = 60.0
    slow_after: float = 60.0
    slow_bytes: int = 4_096
    tries: int = 4
    pause: float = 1.0


class _MayPassError(Exception):
    """A cut connection, a time-out, a busy server: worth another try from where it stopped."""


def new_client(patience: Patience) -> httpx2.Client:
    """A client that follows no redirect by itself."""
    import httpx2

    timeout = httpx2.Timeout(patience.read, connect=patience.connect)
    headers = {"User-Agent": f"trustmh/{__version__}", "Accept-Encoding": "identity"}
    return httpx2.Client(timeout=timeout, follow_redirects=False, headers=headers)


def download(
    client: httpx2.Client,
    address: str,
    part: Path,
    *,
    limit: int,
    exact: bool,
    patience: Patience,
    progress: Callable[[int], None],
) -> None:
    """Bring ``address`` into the unfinished file ``part``, going on from what an earlier try left there.

    Args:
        client: from :func:`new_client`.
        address: http or https.
        part: a note beside it (``.json``) says which answer its bytes belong to; without it, or when the server's
            file has changed, the download starts again.
        limit: most bytes the file may have.
        exact: the file has exactly ``limit`` bytes.
        patience: time-outs and tries.
        progress: told how many bytes there are.

    Raises:
        TrustmhError: the file cannot be had or is not what it should be. What may be continued is kept.
    """
    tries = 0
    while True:
        before = _size(part)
        try:
            _attempt(client, address, part, limit, exact, patience, progress)
        except _MayPassError as error:
            # A try that brought something does not count: a line that drops every few megabytes still gets there.
            tries = tries + 1 if _size(part) <= before else 1
            if tries >= patience.tries:
                raise TrustmhError(
                    f"{shown(address)}: {error}, {patience.tries} times; what came is kept, run the same command again to go on"
                ) from error
            time.sleep(patience.pause * 2 ** (tries - 1))
        else:
            return


def discard(part: Path) -> None:
    """Remove an unfinished file and its note."""
    part.unlink(missing_ok=True)
    _note(part).unlink(missing_ok=True)


def shown(address: str) -> str:
    """An address as it may be shown: no credentials, no query."""
    return _CREDENTIALS.sub("", address.split("?", 1)[0])


def _attempt(
    client: httpx2.Client,
    address: str,
    part: Path,
    limit: int,
    exact: bool,
    patience: Patience,
    progress: Callable[[int], None],
) -> None:
    import httpx2

    have, validator = _resumable(part, address)
    headers = {"Range": f"bytes={have}-", "If-Range": validator} if have else {}
    try:
        with ExitStack() as stack:
            response = _open(client, address, headers, stack)
            _refuse_status(response, address, part)
            start = _start(response, have, part)
            packed = response.headers.get("content-encoding", "identity") not in ("", "identity")
            length = response.headers.get("content-length")
            total = start + int(length) if length and length.isdigit() and not packed else None
            _refuse_page(response.headers.get("content-type", ""), b"", address, part)
            _refuse_size(total, limit, exact, address, part)
            _write_note(part, address, "" if packed else _validator(response), total)
            _receive(response, part, start, packed, limit, patience, progress, address)
            if total is not None and _size(part) < total:
                raise _MayPassError(f"the connection ended after {_size(part):,} of {total:,} bytes")
    except (httpx2.UnsupportedProtocol, httpx2.InvalidURL) as error:
        raise TrustmhError(f"{shown(address)}: not an address that can be fetched ({_line(error)})") from error
    except httpx2.TimeoutException as error:
        raise _MayPassError(f"no answer in time ({type(error).__name__})") from error
    except httpx2.HTTPError as error:
        raise _MayPassError(_line(error)) from error


def _open(client: httpx2.Client, address: str, headers: dict[str, str], stack: ExitStack) -> httpx2.Response:
    """The answer behind redirects, which may lead to another web address and nowhere else."""
    here = address
    for _ in range(_MOST_REDIRECTS + 1):
        response = stack.enter_context(client.stream("GET", here, headers=headers))
        if response.status_code not in (301, 302, 303, 307, 308):
            return response
        there = urljoin(here, response.headers.get("location", ""))
        old, new = urlsplit(here).scheme, urlsplit(there).scheme
        if new not in ("http", "https") or (old == "https" and new == "http"):
            raise TrustmhError(f"{shown(address)}: redirects to {new}:// , which is refused")
        response.close()
        here = there
    raise TrustmhError(f"{shown(address)}: redirects more than {_MOST_REDIRECTS} times")


def _refuse_status(response: httpx2.Response, address: str, part: Path) -> None:
    status = response.status_code
    if status in (200, 206):
        return
    if status == 416:
        discard(part)
        raise _MayPassError("the server's file is shorter than what was kept; starting again")
    if status == 429 or status >= 500:
        raise _MayPassError(f"the server answered {status}")
    hint = {
        401: "it needs a login",
        403: "access is refused",
        404: "no such file there",
        407: "the proxy needs a login",
    }
    raise TrustmhError(f"{shown(address)}: the server answered {status}: {hint.get(status, 'the file is not given')}")


def _start(response: httpx2.Response, have: int, part: Path) -> int:
    """Where the answer's first byte belongs: 0 for a whole file."""
    if response.status_code == 200:
        return 0
    match = _RANGE.match(response.headers.get("content-range", ""))
    if not have or match is None or int(match[1]) != have:
        discard(part)
        raise _MayPassError("the server gave another piece than was asked for; starting again")
    return have


def _receive(
    response: httpx2.Response,
    part: Path,
    start: int,
    packed: bool,
    limit: int,
    patience: Patience,
    progress: Callable[[int], None],
    address: str,
) -> None:
    done, window, since = start, 0, time.monotonic()
    pieces = response.iter_bytes(_PIECE) if packed else response.iter_raw(_PIECE)
    with part.open("ab" if start else "wb") as handle:
        for piece in pieces:
            if done == 0:
                _refuse_page("", piece, address, part)
            done += len(piece)
            if done > limit:
                discard(part)
                raise TrustmhError(f"{shown(address)}: gives more than the {limit:,} bytes the file may have; not kept")
            handle.write(piece)
            progress(done)
            window += len(piece)
            if (now := time.monotonic()) - since > patience.slow_after:
                if window < patience.slow_bytes:
                    raise _MayPassError(f"too slow: {window:,} bytes in {now - since:.0f} s")
                window, since = 0, now
        handle.flush()
        os.fsync(handle.fileno())


def _refuse_page(kind: str, start: bytes, address: str, part: Path) -> None:
    if "html" in kind.lower() or start.lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith(_PAGE):
        discard(part)
        raise TrustmhError(
            f"{shown(address)}: a web page came instead of the file (a login or a proxy's page?); not kept"
        )


def _refuse_size(total: int | None, limit: int, exact: bool, address: str, part: Path) -> None:
    if total is None or total == limit or (total < limit and not exact):
        return
    discard(part)
    what = "more than" if total > limit else "less than"
    raise TrustmhError(f"{shown(address)}: offers {total:,} bytes, {what} the {limit:,} expected; not the pinned file")


def _validator(response: httpx2.Response) -> str:
    """What tells that the server's file is still the same: a strong entity tag, else the date."""
    tag: str = response.headers.get("etag", "")
    date: str = response.headers.get("last-modified", "")
    return tag if tag and not tag.startswith("W/") else date


def _resumable(part: Path, address: str) -> tuple[int, str]:
    """Bytes to go on from and their validator; (0, "") when the file must be fetched from the start."""
    try:
        note = json.loads(_note(part).read_text(encoding="utf-8"))
        if note["address"] == address and isinstance(note["validator"], str) and note["validator"]:
            return _size(part), note["validator"]
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return 0, ""


def _write_note(part: Path, address: str, validator: str, total: int | None) -> None:
    note = {"address": address, "validator": validator, "total": total}
    _note(part).write_text(json.dumps(note), encoding="utf-8")


def _note(part: Path) -> Path:
    return part.with_suffix(".json")


def _size(part: Path) -> int:
    return part.stat().st_size if part.is_file() else 0


def _line(error: Exception) -> str:
    return _CREDENTIALS.sub("", " ".join(str(error).split()))[:160] or type(error).__name__
