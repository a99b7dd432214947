"""The mark that closes a sentence is dropped, doubled or drawn out."""

from __future__ import annotations

from trustmh.stress.draws import Draws
from trustmh.stress.letters import HAN, LATIN
from trustmh.stress.operations.change import Change
from trustmh.stress.units import Sentences

_CLOSING = ".!?。！？"


def punctuation(units: Sentences, index: int, draws: Draws) -> Change | None:
    """``Right.`` -> ``Right``, ``Right..`` or ``Right...``; a question keeps or repeats its mark."""
    start, end = units.spans[index]
    mark = units.text[end - 1]
    if mark not in _CLOSING or end - 1 == start:
        return (end, end, "…" if units.language == "zh" else "...") if mark in LATIN or mark in HAN else None
    ways = [mark, mark * 2] if mark in "?？" else ["", mark, mark * 2]
    way = draws.pick(ways)
    return (end - 1, end, "") if not way else (end, end, way)
