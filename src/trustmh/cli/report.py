"""``trustmh report``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from trustmh.cli.show import print_json
from trustmh.items import Language
from trustmh.runs.folder import COMPARISON_FILE, REPORT_FILE
from trustmh.runs.reporting import report_run


def report_command(runs: Sequence[Path], out: Path | None, data: Path | None, language: str, as_json: bool) -> None:
    """Write the report and print where it is."""
    path = write_run_report(runs, out, data, language)
    if as_json:
        print_json({"report": str(path)})
    else:
        print(f"report: {path}")


def write_run_report(runs: Sequence[Path], out: Path | None, data: Path | None, language: str) -> Path:
    """Write one HTML file about the runs and return its path."""
    from trustmh.report import write_report

    path = out or runs[0] / (REPORT_FILE if len(runs) == 1 else COMPARISON_FILE)
    shown: Language = "zh" if language == "zh" else "en"
    write_report([report_run(folder, data) for folder in runs], path, language=shown)
    return path
