"""What machine a benchmark ran on, printed above its figures."""

from __future__ import annotations

import os
import platform
import resource
import sys
from datetime import date
from pathlib import Path


def describe() -> str:
    """One line: date, processor, cores this process may use, Python."""
    name = platform.processor() or platform.machine()
    information = Path("/proc/cpuinfo")
    if information.exists():
        models = [
            line.split(":", 1)[1].strip()
            for line in information.read_text().splitlines()
            if line.startswith("model name")
        ]
        name = models[0] if models else name
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{date.today().isoformat()} · {name} · {cores} core(s) · Python {platform.python_version()}"


def peak_megabytes() -> float:
    """Peak resident memory of this process."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)
