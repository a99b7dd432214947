"""Silence is no merit: figures that replies without an answer would improve count them and do not stand on many of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from trustmh.items import Estimate, Grade
from trustmh.pillars.figures import joined, scorable

#: Above this share of replies that hold no answer, a figure that they would improve is provisional.
SILENT_SHARE = 0.10


def minding_silence(
    figure: Estimate,
    grades: Sequence[Grade],
    measure: str,
    silent: Callable[[Grade], bool],
    *,
    words: str,
    undefined: str = "",
) -> Estimate:
    """A figure that replies without an answer would improve: they are counted, and above SILENT_SHARE it is provisional.

    Args:
        figure: rests on ``measure`` of ``grades``.
        grades: its own grades, not those of the whole subtask.
        measure: only grades with a value of it count.
        silent: whether a reply holds no answer.
        words: what such replies are and count as, after ``N of M``.
        undefined: why there is no value when all are silent; empty where such a value stands (silence is a miss).
    """
    rows = [grade for grade in scorable(grades) if grade.measures.get(measure) is not None]
    count = sum(map(silent, rows))
    if not count:
        return figure
    said = f"{count} of {len(rows)} {words}"
    if undefined and count == len(rows):
        note = joined(f"not defined: {undefined}", figure.note, said)
        return replace(figure, value=None, n=0, interval=None, method="", clusters=0, note=note)
    many = count > SILENT_SHARE * len(rows)
    return replace(figure, note=joined(figure.note, said), provisional=figure.provisional or many)
