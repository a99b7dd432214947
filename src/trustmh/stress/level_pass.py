"""One level's pass over one text: how many edits, where, and which of them are let through."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from trustmh.items import Language
from trustmh.stress.draws import Draws
from trustmh.stress.edits import Edit, apply_edits
from trustmh.stress.letters import LATIN
from trustmh.stress.made import glues, makes_guarded
from trustmh.stress.operations.table import Level, Operation
from trustmh.stress.plan import PassPlan
from trustmh.stress.sentence_units import Sentences
from trustmh.stress.source import Source
from trustmh.stress.tokens import Span
from trustmh.stress.units import Characters, Words

#: Places tried for one operation of several before another is drawn.
TRIES = 16

_UNITS: dict[Level, type[Characters] | type[Words] | type[Sentences]] = {
    "character": Characters,
    "word": Words,
    "sentence": Sentences,
}


class Pass(NamedTuple):
    """What one level did.

    Attributes:
        level: the level.
        text: the text after it.
        edits: in the order of the text that the level was given; they do not touch.
        units: units that might be edited, the denominator of the rate.
        declared: the declared rate.
    """

    level: Level
    text: str
    edits: tuple[Edit, ...]
    units: int
    declared: float

    @property
    def rate(self) -> float:
        """Edits per unit: near the declared rate in long texts, above it where one edit is already more."""
        return len(self.edits) / self.units if self.units else 0.0


class _Room:
    """Where edits still fit: unprotected, not touching another edit, breaking no grapheme, making no guarded word."""

    __slots__ = ("_may_glue", "_reach", "_taken", "source", "units")

    def __init__(self, source: Source, level: Level) -> None:
        self.source = source
        self.units: Characters | Words | Sentences = _UNITS[level](source)
        self._reach = self.units.reach if isinstance(self.units, Characters) else None
        # Where words are not written apart.
        self._may_glue = source.language == "zh"
        self._taken = bytearray(len(source.text) + 1)

    def take(self, operation: Operation, unit: int, draws: Draws) -> Edit | None:
        """The edit, if the operation fits the unit and nothing forbids it."""
        change = operation.edit(self.units, unit, draws)
        if change is None:
            return None
        start, end, after = change
        source = self.source
        before = source.text[start:end]
        if before == after or self._taken.find(1, start, end + 1) >= 0:
            return None
        if source.spans and source.forbids(start, end, after, operation.moves):
            return None
        if source.clusters is not None and not source.clusters.unbroken(start, end, after):
            return None
        left, right = (start, end) if self._reach is None else self._reach(start, end)
        if source.guards:
            if operation.spells and makes_guarded(source.text, start, end, after, left, right):
                return None
            words = self._reach is None or (not after and before not in LATIN)
            if self._may_glue and glues(source.text, start, end, after, words):
                return None
        self._taken[left : right + 1] = b"\x01" * (right + 1 - left)
        return Edit(start, end, before, after, operation.level, operation.name)


def run_pass(
    text: str, language: Language, plan: PassPlan, draws: Draws, named: Sequence[Span], allow_meaning_changes: bool
) -> Pass:
    """Apply one level to one text. Never raises for any text; a text with nothing to edit comes back as it is."""
    room = _Room(Source(text, language, named, not allow_meaning_changes), plan.level)
    pool = room.units.pool
    units = len(pool)
    if not units:
        return Pass(plan.level, text, (), 0, plan.rate)
    expected = plan.rate * units
    whole = int(expected)
    wanted = max(1, whole + draws.chance(expected - whole))
    edits = _one_kind(room, plan, draws, wanted) if len(plan.operations) == 1 else _mixed(room, plan, draws, wanted)
    edits.sort()
    return Pass(plan.level, apply_edits(text, edits), tuple(edits), units, plan.rate)


def _one_kind(room: _Room, plan: PassPlan, draws: Draws, wanted: int) -> list[Edit]:
    """Edits of a single operation: every unit is tried until enough have fitted."""
    pool, operation = room.units.pool, plan.operations[0]
    edits: list[Edit] = []
    while pool and len(edits) < wanted:
        at = draws.below(len(pool))
        unit, pool[at] = pool[at], pool[-1]
        pool.pop()
        edit = room.take(operation, unit, draws)
        if edit is not None:
            edits.append(edit)
    return edits


def _mixed(room: _Room, plan: PassPlan, draws: Draws, wanted: int) -> list[Edit]:
    """Edits of several operations: the operation is drawn first, then places until one fits it.

    An operation that fits none of the places tried is given up for this text.
    """
    pool = room.units.pool
    edits: list[Edit] = []
    operations, upto = list(plan.operations), list(plan.upto)
    while pool and operations and len(edits) < wanted:
        kind = bisect_right(upto, draws.word() * upto[-1] >> 32)
        edit = _somewhere(room, operations[kind], draws)
        if edit is not None:
            edits.append(edit)
        else:
            weight = upto[kind] - (upto[kind - 1] if kind else 0)
            upto = upto[:kind] + [threshold - weight for threshold in upto[kind + 1 :]]
            del operations[kind]
    return edits or _anything(room, plan)


def _somewhere(room: _Room, operation: Operation, draws: Draws) -> Edit | None:
    pool = room.units.pool
    for _ in range(TRIES):
        at = draws.below(len(pool))
        edit = room.take(operation, pool[at], draws)
        if edit is not None:
            pool[at] = pool[-1]
            pool.pop()
            return edit
    return None


def _anything(room: _Room, plan: PassPlan) -> list[Edit]:
    """The first edit that fits anywhere, when chance found none: a variant without an edit would pass for robust."""
    draws = Draws(b"anything")
    for unit in room.units.pool:
        for operation in plan.operations:
            edit = room.take(operation, unit, draws)
            if edit is not None:
                return [edit]
    return []
