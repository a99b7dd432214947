"""The ``trustmh`` command as a process of its own, forked from one that has imported everything: a tenth of a second."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

COMMAND = [sys.executable, "-m", "trustmh"]
_SECONDS = 120
_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(
    ["trustmh.cli", "trustmh.cli.app", "trustmh.runs.execute", "trustmh.engine.asking", "trustmh.report.page"]
)


def trustmh(*arguments: str, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command to its end. What only a new interpreter reads (``PYTHON…`` variables) starts one."""
    if any(name.startswith("PYTHON") for name in environment) or os.environ.get("PYTHONPATH"):
        return _started(arguments, cwd, environment)
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = _FORKS.Process(
            target=_forked,
            args=(
                arguments,
                cwd or Path.cwd(),
                {**os.environ, **environment},
                _Stream(out.fileno()),
                _Stream(err.fileno()),
            ),
        )
        process.start()
        process.join(_SECONDS)
        if process.exitcode is None:
            process.kill()
            raise subprocess.TimeoutExpired([*COMMAND, *arguments], _SECONDS)
        out.seek(0)
        err.seek(0)
        texts = [stream.read().decode("utf-8", "replace").replace("\r\n", "\n") for stream in (out, err)]
    return subprocess.CompletedProcess([*COMMAND, *arguments], process.exitcode, *texts)


def _started(
    arguments: tuple[str, ...], cwd: Path | None, environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        env={**os.environ, **environment},
        cwd=cwd,
        check=False,
        timeout=_SECONDS,
    )


class _Stream:
    """An open file that goes along to the new process."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __reduce__(self) -> tuple[type[_Received], tuple[object]]:
        from multiprocessing.reduction import DupFd

        return _Received, (DupFd(self.number),)


class _Received(_Stream):
    """The same file at the other end."""

    def __init__(self, passed: object) -> None:
        super().__init__(passed.detach())  # type: ignore[attr-defined]


def _forked(arguments: tuple[str, ...], cwd: Path, environment: Mapping[str, str], out: _Stream, err: _Stream) -> None:
    from trustmh.cli import main

    os.dup2(out.number, 1)
    os.dup2(err.number, 2)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["trustmh", *arguments]
    try:
        main()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
