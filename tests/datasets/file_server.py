"""A web server on this machine that serves one file and can be told to misbehave."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Served:
    """What the server gives, and how it fails.

    Attributes:
        cut_after: answers end after so many bytes, one number per request; then whole.
        statuses: statuses of the first requests.
        extra: headers added to every answer.
        etag: entity tag; None for the content's hash, "" for none.
        ranges: whether pieces are given.
        length: whether the length is told.
        drip: seconds between single bytes.
        location: redirects everything there.
        requests: the Range headers seen ("" for none).
    """

    files: dict[str, bytes] = field(default_factory=dict)
    content_type: str = "text/plain; charset=utf-8"
    cut_after: list[int] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    extra: dict[str, str] = field(default_factory=dict)
    etag: str | None = None
    ranges: bool = True
    length: bool = True
    drip: float = 0.0
    location: str = ""
    requests: list[str] = field(default_factory=list)
    address: str = ""


@contextmanager
def serving(served: Served) -> Iterator[Served]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            served.requests.append(self.headers.get("Range", ""))
            body = served.files.get(self.path)
            if served.location:
                self._answer(302, b"", {"Location": served.location})
            elif served.statuses:
                self._answer(served.statuses.pop(0), b"busy", {})
            elif body is None:
                self._answer(404, b"not here", {})
            else:
                self._give(body)

        def _give(self, body: bytes) -> None:
            tag = served.etag if served.etag is not None else f'"{hashlib.sha256(body).hexdigest()[:16]}"'
            headers = {"ETag": tag} if tag else {}
            wanted = self.headers.get("Range", "")
            if wanted and served.ranges and self.headers.get("If-Range") == tag:
                start = int(wanted.removeprefix("bytes=").rstrip("-"))
                if start >= len(body):
                    self._answer(416, b"", {"Content-Range": f"bytes */{len(body)}"})
                    return
                headers["Content-Range"] = f"bytes {start}-{len(body) - 1}/{len(body)}"
                self._answer(206, body[start:], headers)
            else:
                self._answer(200, body, headers)

        def _answer(self, status: int, body: bytes, headers: dict[str, str]) -> None:
            self.send_response(status)
            for name, value in {"Content-Type": served.content_type, **headers, **served.extra}.items():
                self.send_header(name, value)
            if served.length or status != 200:
                self.send_header("Content-Length", str(len(body)))
            self.send_header("Connection", "close")
            self.end_headers()
            self.close_connection = True
            cut = served.cut_after.pop(0) if served.cut_after and status in (200, 206) else len(body)
            try:
                if served.drip:
                    for place in range(cut):
                        self.wfile.write(body[place : place + 1])
                        self.wfile.flush()
                        time.sleep(served.drip)
                else:
                    self.wfile.write(body[:cut])
            except (BrokenPipeError, ConnectionResetError):
                pass

        def log_message(self, format: str, *args: object) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    served.address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
