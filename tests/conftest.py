"""Fixtures that every room's tests share."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

# A shell that runs the tests in the background has Ctrl-C ignored, and every process they start inherits that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with real dataset files and recorded replies, kept outside the repository because they are other people's."""
    if not (SHARED / "data").is_dir():
        pytest.skip(f"real data not found at {SHARED}: tests on upstream files are skipped")
    return SHARED / "data"


pytest_plugins = ["tests.provider"]
