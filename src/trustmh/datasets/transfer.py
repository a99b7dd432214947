"""Downloading one address into an unfinished file: resumable, bounded, and never mistaking a web page for a file.

What comes is not trusted: the caller checks its hash. Proxies are those of the environment (``HTTPS_PROXY``, …).
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import urljoin, urlsplit

from trustmh import __version__
from trustmh.datasets.digits import whole_number
from trustmh.datasets.unfinished import Unfinished
from trustmh.items import TrustmhError

if TYPE_CHECKING:
    import httpx2

_MOST_REDIRECTS = 5
_CREDENTIALS = re.compile(r"(?<=://)[^/@\s]+@")
_RANGE = re.compile(r"^bytes (\d+)-(\d+)/(\d+|\*)$")
_PAGE = (b"<!doctype html", b"<html")
_REFUSALS = {
    401: "it needs a login",
    403: "access is refused",
    404: "no such file there",
    407: "the proxy needs a login",
}


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait, in seconds, and how often to try again after a fault that may pass.

    Attributes:
        connect: until the connection stands.
        read: for the next bytes.
        slow_after: in any such stretch at least ``slow_bytes`` must come.
        tries: tries in a row that bring less than ``slow_bytes``.
        pause: before the second try; doubled before each further one.
    """

    connect: float = 15.0
    read: float = 60.0
    slow_after: float = 60.0
    slow_bytes: int = 4_096
    tries: int = 4
    pause: float = 1.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is downloaded.

    Attributes:
        address: http or https.
        part: where it is put together.
        limit: most bytes the file may have.
        exact: the file has exactly ``limit`` bytes.
        progress: told how many bytes there are.
    """

    address: str
    part: Unfinished
    limit: int
    exact: bool
    progress: Callable[[int], None]

    def refuse(self, reason: str) -> NoReturn:
        """Throw the bytes away and say why."""
        self.part.discard()
        raise TrustmhError(f"{shown(self.address)}: {reason}; not kept")


class _MayPassError(Exception):
    """A cut connection, a time-out, a busy server: worth another try from where it stopped."""


def download(wanted: Wanted, patience: Patience) -> None:
    """Bring ``wanted`` into its unfinished file, going on from what an earlier try left there.

    When the server's file has changed since, or it cannot give a piece, the download starts again.

    Raises:
        TrustmhError: the file cannot be had, or is not what it should be. What may be continued is kept.
    """
    import httpx2

    timeout = httpx2.Timeout(patience.read, connect=patience.connect)
    headers = {"User-Agent": f"trustmh/{__version__}", "Accept-Encoding": "identity"}
    tries = 0
    with httpx2.Client(timeout=timeout, follow_redirects=False, headers=headers) as client:
        while True:
            before = wanted.part.size
            try:
                _attempt(client, wanted, patience)
            except _MayPassError as error:
                # A try that brought something does not count: a line that drops every few megabytes still gets there.
                tries = 1 if wanted.part.size >= before + patience.slow_bytes else tries + 1
                if tries >= patience.tries:
                    raise TrustmhError(
                        f"{shown(wanted.address)}: {error} ({patience.tries} tries); run the same command again to go on"
                    ) from error
                time.sleep(patience.pause * 2 ** (tries - 1))
            else:
                return


def shown(address: str) -> str:
    """An address as it may be shown: no credentials, no query."""
    return _CREDENTIALS.sub("", address.split("?", 1)[0])


def _attempt(client: httpx2.Client, wanted: Wanted, patience: Patience) -> None:
    import httpx2

    have, validator = wanted.part.resumable(wanted.address)
    headers = {"Range": f"bytes={have}-", "If-Range": validator} if have else {}
    try:
        with ExitStack() as stack:
            response = _open(client, wanted.address, headers, stack)
            start = _start(response, have, wanted)
            packed = response.headers.get("content-encoding", "identity") not in ("", "identity")
            length = whole_number(response.headers.get("content-length", ""))
            total = None if length is None or packed else start + length
            if "html" in response.headers.get("content-type", "").lower():
                _refuse_page(wanted)
            _refuse_size(total, wanted)
            if start == 0:
                wanted.part.begin(wanted.address, "" if packed else _validator(response))
            _receive(response.iter_bytes() if packed else response.iter_raw(), start, wanted, patience)
            if total is not None and wanted.part.size < total:
                raise _MayPassError(f"the connection ended after {wanted.part.size:,} of {total:,} bytes")
    except (httpx2.UnsupportedProtocol, httpx2.InvalidURL) as error:
        raise TrustmhError(f"{shown(wanted.address)}: not an address that can be fetched ({_line(error)})") from error
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
            raise TrustmhError(f"{shown(address)}: redirects to an address that begins with {new}:, which is refused")
        response.close()
        here = there
    raise TrustmhError(f"{shown(address)}: redirects more than {_MOST_REDIRECTS} times")


def _start(response: httpx2.Response, have: int, wanted: Wanted) -> int:
    """Where the answer's first byte belongs: 0 for a whole file. Any status but 200 and a fitting 206 is refused."""
    status = response.status_code
    if status == 200:
        return 0
    piece = _RANGE.match(response.headers.get("content-range", "")) if status == 206 else None
    if have and piece is not None and whole_number(piece[1]) == have:
        return have
    if status in (206, 416):
        wanted.part.discard()
        raise _MayPassError("the server cannot go on from what was kept; starting again")
    if status == 429 or status >= 500:
        raise _MayPassError(f"the server answered {status}")
    raise TrustmhError(f"{shown(wanted.address)}: the server answered {status}: {_REFUSALS.get(status, 'no file')}")


def _receive(pieces: Iterator[bytes], start: int, wanted: Wanted, patience: Patience) -> None:
    done, window, since = start, 0, time.monotonic()
    with wanted.part.path.open("ab" if start else "wb") as handle:
        for piece in pieces:
            if done == 0 and piece.lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith(_PAGE):
                _refuse_page(wanted)
            done += len(piece)
            if done > wanted.limit:
                wanted.refuse(f"gives more than the {wanted.limit:,} bytes the file may have")
            handle.write(piece)
            wanted.progress(done)
            window += len(piece)
            if (now := time.monotonic()) - since > patience.slow_after:
                if window < patience.slow_bytes:
                    raise _MayPassError(f"too slow: {window:,} bytes in {now - since:.0f} s")
                window, since = 0, now
        handle.flush()
        os.fsync(handle.fileno())


def _refuse_page(wanted: Wanted) -> NoReturn:
    wanted.refuse("a web page came instead of the file (a login or a proxy's page?)")


def _refuse_size(total: int | None, wanted: Wanted) -> None:
    if total is None or total == wanted.limit or (total < wanted.limit and not wanted.exact):
        return
    what = "more than" if total > wanted.limit else "less than"
    wanted.refuse(f"offers {total:,} bytes, {what} the {wanted.limit:,} expected: not the pinned file")


def _validator(response: httpx2.Response) -> str:
    """What tells that the server's file is still the same: a strong entity tag, else the date."""
    tag: str = response.headers.get("etag", "")
    date: str = response.headers.get("last-modified", "")
    return tag if tag and not tag.startswith("W/") else date


def _line(error: Exception) -> str:
    return _CREDENTIALS.sub("", " ".join(str(error).split()))[:160] or type(error).__name__
