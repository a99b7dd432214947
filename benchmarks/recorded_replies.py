"""How long recorded replies take to score, after start-up: all of one model's, and 400 of them. Needs ../shared."""

from __future__ import annotations

import time
from pathlib import Path

from machine import describe, peak_megabytes

from trustmh.runs.recorded import score_recorded
from trustmh.runs.request import Request

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"


def main() -> None:
    """Print the figures, or say what is missing."""
    print(describe())
    if not SHARED.is_dir():
        print(f"skipped: no recorded replies at {SHARED}")
        return
    for names in (("privacy_leakage",), ()):
        began = time.perf_counter()
        request = Request(subtasks=names, suite="paper", data=SHARED / "upstream", scoring="reference")
        scores = score_recorded(SHARED / "recorded" / "gpt-4o-mini", request)
        replies = sum(len(one.scored.grades) for one in scores.subtasks)
        print(f"{replies} replies, both scorings: {time.perf_counter() - began:.2f} s, peak {peak_megabytes():.0f} MB")


if __name__ == "__main__":
    main()
