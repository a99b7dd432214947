"""How numbers are written: fixed decimals so that columns align, a true minus sign, a dash for what is not there."""

from __future__ import annotations

from trustmh.stats import Interval

MISSING = "–"
DECIMALS = 3


def written(value: float | None, decimals: int = DECIMALS) -> str:
    """A number with fixed decimals; a dash for None, and never a minus zero."""
    if value is None:
        return MISSING
    text = f"{value:.{decimals}f}"
    if float(text) == 0:
        text = text.lstrip("-")
    return text.replace("-", "\N{MINUS SIGN}")


def written_interval(interval: Interval | tuple[float, float] | None, decimals: int = DECIMALS) -> str:
    """An interval as ``low to high`` with a thin mark between; a dash for None."""
    if interval is None:
        return MISSING
    return f"{written(interval[0], decimals)} … {written(interval[1], decimals)}"
