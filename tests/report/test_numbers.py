"""How numbers are written."""

from __future__ import annotations

import pytest

from trustmh.report.numbers import written, written_interval


@pytest.mark.parametrize(
    ("value", "decimals", "expected"),
    [
        (0.7355, 3, "0.736"),
        (-0.0421, 3, "−0.042"),
        (-0.0001, 3, "0.000"),
        (0.0, 3, "0.000"),
        (38.25, 1, "38.2"),
        (None, 3, "–"),
    ],
)
def test_values(value: float | None, decimals: int, expected: str) -> None:
    assert written(value, decimals) == expected


def test_intervals() -> None:
    assert written_interval((-0.1, 0.2)) == "−0.100 … 0.200"
    assert written_interval(None) == "–"
