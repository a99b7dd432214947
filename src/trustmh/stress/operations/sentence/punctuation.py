"""The mark that closes a sentence is dropped, doubled or drawn out."""

from __future__ import annotations

from trustmh.stress.draws import Draws
from trustmh.stress.letters import HAN, LATIN
from trustmh.stress.operations.change import Change
from trustmh.stress.sentence_units import Sentences

_CLOSING = ".!?。！？"


def punctuation(units: Sentences, index: int, draws: Draws) -> Change | None:
    """``Right.`` -> ``Right``, ``Right..`` or ``Right...``; a question keeps or repeats its mark, and so does
    a sentence beside a number or a negation, which would otherwise belong to the next one.
    """
    start, end = units.spans[index]
    mark = units.text[end - 1]
    if mark not in _CLOSING or end - 1 == start:
        return (end, end, "…" if units.language == "zh" else "...") if mark in LATIN or mark in HAN else None
    ways = [mark, mark * 2] if mark in "?？" or units.between_guarded(index) else ["", mark, mark * 2]
    way = draws.pick(ways)
    return (end - 1, end, "") if not way else (end, end, way)
