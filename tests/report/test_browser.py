"""The page in a real browser: it draws, it complains of nothing, and hostile text stays text."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.report.runs import HOSTILE, run
from trustmh.report import write_report

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="module")
def browser() -> str:
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip(f"no browser found ({', '.join(BROWSERS)}): the page is not rendered")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_draws_and_nothing_is_refused(browser: str, tmp_path: Path, language: str) -> None:
    """A fetch, or a script that the policy stops, would be a line on the console."""
    path = tmp_path / "report.html"
    write_report([run(), run(HOSTILE)], path, "zh" if language == "zh" else "en")
    command = [
        browser,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
    ]
    command += [f"--user-data-dir={tmp_path / 'profile'}", "--enable-logging=stderr", "--virtual-time-budget=4000"]
    done = subprocess.run(
        [*command, "--dump-dom", path.as_uri()],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        encoding="utf-8",
    )
    console = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    assert console == []
    assert done.stdout.count('class="main-svg"') >= 1
    assert ("隐私</text>" if language == "zh" else "Privacy</text>") in done.stdout
    assert "<title>owned" not in done.stdout
    assert "<img" not in done.stdout[: done.stdout.index("<script type")]
