"""A real browser for the tests of the page."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


class Drawn(NamedTuple):
    """The page after its scripts have run, and the lines of its console."""

    page: str
    console: list[str]


#: Opens an address.
Browser = Callable[[str], Drawn]


@pytest.fixture
def browser(tmp_path: Path) -> Browser:
    """A browser without a window; skips when none is installed."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip(f"no browser found ({', '.join(BROWSERS)}): the page is not rendered")
    command = [
        found,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        f"--user-data-dir={tmp_path / 'profile'}",
        "--enable-logging=stderr",
        "--virtual-time-budget=4000",
        "--dump-dom",
    ]

    def draw(address: str) -> Drawn:
        done = subprocess.run(
            [*command, address], capture_output=True, text=True, timeout=120, check=True, encoding="utf-8"
        )
        return Drawn(done.stdout, [line for line in done.stderr.splitlines() if "CONSOLE" in line])

    return draw
