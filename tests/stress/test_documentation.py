"""The page on perturbations says what the table says."""

from __future__ import annotations

from pathlib import Path

import pytest

from trustmh.stress.operations.table import INTENSITIES, LEVELS, OPERATIONS, RATES

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "perturbation.md").read_text(encoding="utf-8")


def row(start: str) -> str:
    return next(line for line in PAGE.splitlines() if line.startswith(f"| {start} |"))


@pytest.mark.parametrize("level", LEVELS)
def test_every_operation_and_rate_is_documented(level: str) -> None:
    line = row(level)
    for operation in OPERATIONS:
        if operation.level == level:
            where = row("may change the right answer, off by default") if operation.changes_meaning else line
            assert f"`{operation.name}`" in where
    for intensity in INTENSITIES:
        assert f"| {getattr(RATES[level], intensity):.1%}".replace(".0%", "%").replace("%", " %") in line  # type: ignore[index]
