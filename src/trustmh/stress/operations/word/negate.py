"""Turn a statement around: a negation is dropped or put in. Changes the meaning, so it is off by default."""

from __future__ import annotations

from trustmh.stress.draws import Draws
from trustmh.stress.operations.change import Change
from trustmh.stress.operations.word.delete import without_word
from trustmh.stress.units import Words

_AUXILIARIES = frozenset(
    {"am", "are", "is", "was", "were", "can", "could", "will", "would", "should", "do", "does", "did"}
)
_CHINESE_VERBS = frozenset({"想", "能", "会", "敢", "喜欢", "知道", "愿意", "觉得", "是", "要"})


def negate(units: Words, index: int, draws: Draws) -> Change | None:
    """``I am not well`` -> ``I am well``; ``I am well`` -> ``I am not well``; ``我想睡`` -> ``我不想睡``."""
    word = units.lower[index]
    start, end = units.spans[index]
    if word in {"not", "never", "不", "没"}:
        return None if units.alone() else without_word(units, index)
    if units.language == "en":
        return (end, end, " not") if word in _AUXILIARIES else None
    return (start, start, "不") if word in _CHINESE_VERBS else None
