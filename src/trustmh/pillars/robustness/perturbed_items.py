"""Clean items with their perturbed variants: which perturbations, how many items, and the pairs that are compared."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from trustmh.items import Grade, Item
from trustmh.pillars.subtask import Source
from trustmh.stress.guards import Protect
from trustmh.stress.operations.table import INTENSITIES, Intensity, Level
from trustmh.stress.variants import RECORD, SINGLY, STACKED, clean, variants

OPTION = "perturbation"
#: The default first: all three levels stacked, at each intensity; each level singly and all stacked, at medium; every
#: stack at every intensity; all stacked at medium alone, for short runs.
PLANS = ("stacked", "levels", "full", "short")
STACK = STACKED[-1]
#: Stacks of levels and intensities by plan.
CELLS: Mapping[str, tuple[tuple[Sequence[tuple[Level, ...]], tuple[Intensity, ...]], ...]] = {
    "stacked": (((STACK,), INTENSITIES),),
    "levels": (((*SINGLY, STACK), ("medium",)),),
    "full": (((*SINGLY, *STACKED), INTENSITIES),),
    "short": (((STACK,), ("medium",)),),
}
#: Chooses edits, and which part of a large dataset is asked.
SEED = 0
#: Dialogues or posts taken from each dataset of the paper suite: each is asked several times over.
SAMPLE = 500
#: Field of a clean item: the variants that it lacks since nothing in it may be edited.
UNTOUCHED = "untouched"
CLEAN = "clean"


# --- items --------------------------------------------------------------------------------------------------------
def with_variants(
    items: Iterable[Item], source: Source, field: str, protect: Callable[[Item], Sequence[Protect]] = lambda _: ()
) -> Iterator[Item]:
    """Each item clean, then its variants. A variant that is no other text is left out and named.

    Args:
        items: clean items.
        source: for the chosen plan.
        field: the field with the person's words.
        protect: what may not be touched in an item beside what the engine guards.
    """
    plan = CELLS[source.option(OPTION, PLANS)]
    for item in items:
        protected = protect(item)
        made = [
            variant
            for stacks, intensities in plan
            for variant in variants(item, field, stacks=stacks, intensities=intensities, seed=SEED, protect=protected)
        ]
        untouched = tuple(one.id.rsplit("~", 1)[1] for one in made if not one.fields[RECORD]["distance"])
        first = clean(item)
        yield replace(first, fields={**first.fields, UNTOUCHED: untouched})
        yield from (one for one in made if one.fields[RECORD]["distance"])


def sampled(items: Sequence[Item], most: int = SAMPLE) -> list[Item]:
    """All items of at most ``most`` clusters, in file order; a seeded choice that does not depend on the order."""
    clusters = sorted({item.cluster for item in items}, key=_lot)
    taken = set(clusters[:most])
    return [item for item in items if item.cluster in taken]


def _lot(cluster: str) -> bytes:
    return hashlib.sha256(f"trustmh.robustness|{SEED}|{cluster}".encode()).digest()


# --- pairs --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Pair:
    """One variant and the clean version of the same item."""

    clean: Grade
    perturbed: Grade

    @property
    def sides(self) -> tuple[Grade, Grade]:
        """Both grades: what the pair rests on."""
        return self.clean, self.perturbed

    @property
    def cell(self) -> str:
        """``<levels>/<intensity>``."""
        groups = self.perturbed.item.groups
        return f"{groups['level']}/{groups['intensity']}"

    @property
    def operations(self) -> tuple[str, ...]:
        """Names of the operations that edited the variant; empty where the item's fields are not at hand."""
        record = self.perturbed.item.fields.get(RECORD)
        return tuple(record["operations"]) if record else ()


def is_clean(grade: Grade) -> bool:
    """Whether a grade is of a clean version."""
    return grade.item.groups["level"] == CLEAN


def pairs_of(grades: Sequence[Grade]) -> list[Pair]:
    """Every variant with its clean version, in order; a variant without one is not compared."""
    found = {_base(grade): grade for grade in grades if is_clean(grade)}
    return [Pair(found[_base(grade)], grade) for grade in grades if not is_clean(grade) and _base(grade) in found]


def by_cell(pairs: Sequence[Pair]) -> dict[str, list[Pair]]:
    """Pairs by levels and intensity, in order of first appearance."""
    cells: dict[str, list[Pair]] = {}
    for pair in pairs:
        cells.setdefault(pair.cell, []).append(pair)
    return cells


def grades_of(pairs: Sequence[Pair]) -> list[Grade]:
    """Both sides of the pairs, each grade once: a clean one belongs to several pairs."""
    return list({grade.item.id: grade for pair in pairs for grade in pair.sides}.values())


def lost_note(asked: int, pairs: int) -> str:
    """How many pairs lack a reply on either side; empty when none does."""
    return f"{pairs - asked} of {pairs} pairs left out: not both replies came" if asked < pairs else ""


def untouched_note(grades: Sequence[Grade]) -> tuple[str, ...]:
    """How many variants were left out since nothing could be edited; nothing when there are none."""
    count = sum(len(grade.item.fields.get(UNTOUCHED, ())) for grade in grades if is_clean(grade))
    return (f"{count} variants left out: nothing in the text may be edited",) if count else ()


def _base(grade: Grade) -> str:
    return grade.item.id.rsplit("~", 1)[0]
