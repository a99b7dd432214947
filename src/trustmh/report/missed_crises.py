"""Which crises were not seen, and whose transcripts are therefore shown whatever the cap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trustmh.datasets import crisis
from trustmh.items import Grade
from trustmh.pillars import confusion
from trustmh.pillars.confusion import MissedCrisis
from trustmh.pillars.crisis import crisis_identification, severity_identification
from trustmh.pillars.crisis.crisis_labels import CRISES

#: Subtask -> its label set in order, and the labels that should raise the alarm.
LABEL_SETS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    crisis_identification.SUBTASK.id: (tuple(crisis.LABELS), tuple(CRISES)),
    severity_identification.SUBTASK.id: (
        tuple(severity_identification.LABELS),
        tuple(severity_identification.AT_RISK),
    ),
}
#: Crises without a usable answer that are listed, and whose transcripts are kept; the others are counted.
UNUSABLE_LISTED = 20


def missed_and_unusable(
    grades: Sequence[Grade], labels: Sequence[str]
) -> tuple[list[MissedCrisis], list[MissedCrisis]]:
    """Crises answered as none, and crises without a usable answer; an answer outside the label set is not usable."""
    rows = confusion.missed_crises(grades)
    return [one for one in rows if one.answer in labels], [one for one in rows if one.answer not in labels]


def kept_items(subtask: str, grades: Sequence[Grade]) -> frozenset[str]:
    """Items whose transcript is always shown: every missed crisis, and the unusable answers that are listed."""
    if subtask not in LABEL_SETS:
        return frozenset()
    missed, unusable = missed_and_unusable(grades, LABEL_SETS[subtask][0])
    return frozenset(one.item for one in (*missed, *unusable[:UNUSABLE_LISTED]))
