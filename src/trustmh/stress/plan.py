"""From options to passes: which operations run at which level, at what rate. Bad options become one clear line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from trustmh.items import LANGUAGES, Language, TrustmhError
from trustmh.stress.operations.table import BY_NAME, INTENSITIES, LEVELS, OPERATIONS, Intensity, Level, Operation


class PassPlan(NamedTuple):
    """One level's pass.

    Attributes:
        level: the level.
        operations: what may be done, in the table's order.
        rate: the share of units to edit.
        upto: cumulative weights of the operations, as 32-bit thresholds.
        names: the operations' names in one string, for the key of the draws.
    """

    level: Level
    operations: tuple[Operation, ...]
    rate: float
    upto: tuple[int, ...]
    names: str


@lru_cache(maxsize=512)
def plan(
    language: Language,
    levels: tuple[Level, ...],
    intensity: Intensity,
    operations: tuple[str, ...] | None,
    allow_meaning_changes: bool,
) -> tuple[PassPlan, ...]:
    """The passes, in the order in which levels are stacked.

    Args:
        language: language of the text.
        levels: levels to apply, or empty for those of ``operations``.
        intensity: which of the declared rates.
        operations: names from the table, or None for all that keep the meaning.
        allow_meaning_changes: whether operations that may change the meaning may be named.

    Raises:
        TrustmhError: an unknown name, an operation of another language or level, or none left for a level.
    """
    if language not in LANGUAGES:
        raise TrustmhError(f"language {language!r}: choose from {', '.join(LANGUAGES)}")
    if intensity not in INTENSITIES:
        raise TrustmhError(f"intensity {intensity!r}: choose from {', '.join(INTENSITIES)}")
    for level in levels:
        if level not in LEVELS:
            raise TrustmhError(f"level {level!r}: choose from {', '.join(LEVELS)}")
    if len(set(levels)) != len(levels):
        raise TrustmhError("a level is named twice")
    chosen = _chosen(language, operations, allow_meaning_changes)
    wanted = levels or tuple({operation.level for operation in chosen} if operations is not None else ())
    if not wanted:
        raise TrustmhError("name a level (character, word, sentence) or operations")
    for operation in chosen if operations is not None else ():
        if operation.level not in wanted:
            raise TrustmhError(f"operation {operation.name} is not of level {' or '.join(wanted)}")
    return tuple(_pass_plan(level, chosen, intensity) for level in LEVELS if level in wanted)


def _chosen(language: Language, names: tuple[str, ...] | None, allow_meaning_changes: bool) -> tuple[Operation, ...]:
    if names is None:
        return tuple(one for one in OPERATIONS if language in one.languages and not one.changes_meaning)
    for name in names:
        operation = BY_NAME.get(name)
        if operation is None:
            known = ", ".join(BY_NAME)
            raise TrustmhError(f"no operation {name!r}; choose from {known}")
        if language not in operation.languages:
            raise TrustmhError(f"operation {name} is for {', '.join(operation.languages)}, the text is {language}")
        if operation.changes_meaning and not allow_meaning_changes:
            raise TrustmhError(f"operation {name} may change the right answer; allow meaning changes to use it")
    return tuple(operation for operation in OPERATIONS if operation.name in names)


def _pass_plan(level: Level, chosen: Sequence[Operation], intensity: Intensity) -> PassPlan:
    operations = tuple(operation for operation in chosen if operation.level == level)
    if not operations:
        raise TrustmhError(f"no operation is left for level {level}")
    rates = [getattr(operation.rates, intensity) for operation in operations]
    total = sum(rates)
    upto, sofar = [], 0.0
    for rate in rates:
        sofar += rate
        upto.append(int(sofar / total * 4294967296.0))
    upto[-1] = 4294967296
    return PassPlan(
        level, operations, total / len(rates), tuple(upto), "+".join(operation.name for operation in operations)
    )
