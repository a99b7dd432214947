"""The decay curves' scales: from retention to height, from intensity to the right, and what lies beyond the ends."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from trustmh.items import Estimate
from trustmh.pillars.robustness.perturbed_items import CLEAN
from trustmh.stress.operations.table import INTENSITIES

#: From left to right.
PLACES: tuple[str, ...] = (CLEAN, *INTENSITIES)
WIDTH, HEIGHT = 560.0, 300.0
LEFT, RIGHT, TOP, BOTTOM = 48.0, 26.0, 14.0, 34.0
#: Retention beyond this is drawn at the upper edge, so that one wild interval does not flatten every curve.
_MOST = 2.0

#: Levels -> intensity -> retention.
Curves = Mapping[str, Mapping[str, Estimate]]


class DecayScale:
    """Holds every curve that is to be compared, down to 0 and up to 2; the lower end is 0.8 or less."""

    def __init__(self, shown: Sequence[Curves]) -> None:
        self._ends = [end for curves in shown for end in _ends(curves)]
        self.low = max(0.0, math.floor(min([0.8, *self._ends]) * 10 - 1e-9) / 10)
        self.high = math.ceil(min(max([1.0, *self._ends]), _MOST) * 20 + 1e-9) / 20
        self.step = 0.1 if self.high - self.low <= 0.75 else 0.2

    def y(self, value: float) -> str:
        """Height of a retention; what lies beyond an end stands on it, and :meth:`beyond` says so."""
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return f"{TOP + (1 - share) * (HEIGHT - TOP - BOTTOM):.1f}"

    def beyond(self, value: float) -> int:
        """1 for a value above the upper end, -1 below the lower one, 0 on the scale."""
        return (value > self.high) - (value < self.low)

    def clips(self, curves: Curves) -> bool:
        """Whether any value or end of an interval of these curves lies beyond the scale."""
        return any(self.beyond(end) for end in _ends(curves))

    def ticks(self) -> list[float]:
        """Values at which the axis is numbered."""
        first, last = math.ceil(self.low / self.step - 1e-9), math.floor(self.high / self.step + 1e-9)
        return [round(number * self.step, 2) for number in range(first, last + 1)]


def x_of(place: str, aside: float = 0.0) -> float:
    """Where an intensity, or clean, stands from left to right."""
    room = (WIDTH - LEFT - RIGHT - 60) / (len(PLACES) - 1)
    return LEFT + 30 + PLACES.index(place) * room + aside


def _ends(curves: Curves) -> Iterator[float]:
    for points in curves.values():
        for one in points.values():
            yield from (one.value or 0.0, *(one.interval or ()))
