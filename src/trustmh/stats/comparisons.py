"""Corrections for comparing many models at once."""

from __future__ import annotations

from collections.abc import Sequence


def holm(p: Sequence[float]) -> list[float]:
    """Holm's step-down adjusted p-values (Holm 1979), in the order given; controls the family-wise error.

    Raises:
        ValueError: for a value outside 0..1.
    """
    if any(not 0 <= value <= 1 for value in p):
        raise ValueError("p-values lie between 0 and 1")
    order = sorted(range(len(p)), key=lambda place: p[place])
    adjusted = [0.0] * len(p)
    running = 0.0
    for step, place in enumerate(order):
        running = max(running, min(1.0, (len(p) - step) * p[place]))
        adjusted[place] = running
    return adjusted
