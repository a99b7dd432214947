"""What both robustness subtasks show beside their headline: decay, what hurts most, and replies that are no answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from trustmh.items import Estimate, Grade
from trustmh.pillars.figures import chosen_by_value, mean_figure
from trustmh.pillars.robustness.perturbed_items import CLEAN, Pair, by_cell, is_clean

#: Name, pairs and a note to a retention figure.
Retention = Callable[[str, Sequence[Pair], str], Estimate]
#: An operation is compared only with so many variants, of so many dialogues.
LEAST_VARIANTS, LEAST_CLUSTERS = 20, 10


def decay_figures(pairs: Sequence[Pair], retained: Retention) -> list[Estimate]:
    """Retention of each stack of levels at each intensity, then of each stack over its intensities where it has several."""
    cells = by_cell(pairs)
    found = [retained(f"retention/{cell}", members, "") for cell, members in cells.items()]
    levels = list(dict.fromkeys(cell.split("/")[0] for cell in cells))
    for level in levels if len(levels) > 1 else ():
        members = [pair for cell, rows in cells.items() if cell.split("/")[0] == level for pair in rows]
        if len(by_cell(members)) > 1:
            found.append(retained(f"retention/{level}", members, "all intensities"))
    return found


def hurts_most(pairs: Sequence[Pair], retained: Retention, decay: Sequence[Estimate]) -> list[Estimate]:
    """The levels and intensity, and the operation, with the lowest retention, named in the notes.

    Variants that an operation edited were edited by others too: its retention says what it was part of, not what it did
    alone.
    """
    cells = [one for one in decay if one.name.count("/") == 2]
    operations = list(dict.fromkeys(name for pair in pairs for name in pair.operations))
    by_operation = [
        retained(f"retention/{name}", members, "")
        for name in sorted(operations)
        if _enough(members := [pair for pair in pairs if name in pair.operations])
    ]
    return [
        *_lowest("lowest_retention", cells, "of {count} combinations of levels and intensity"),
        *_lowest(
            "lowest_retention_operation", by_operation, "of {count} operations, over variants that others edited too"
        ),
    ]


def _enough(pairs: Sequence[Pair]) -> bool:
    return len(pairs) >= LEAST_VARIANTS and len({pair.clean.item.cluster for pair in pairs}) >= LEAST_CLUSTERS


def _lowest(name: str, figures: Sequence[Estimate], among: str) -> list[Estimate]:
    known = {one.name.split("/", 1)[1]: one for one in figures if one.value is not None}
    values = [one.value for one in known.values() if one.value is not None]
    if len(set(values)) < 2:
        return []
    lowest = min(values)
    hit = [part for part, one in known.items() if one.value == lowest]
    note = f"{', '.join(hit)}; the lowest {among.format(count=len(known))}, so low partly by chance"
    first = known[hit[0]]
    return [chosen_by_value(first, name, note)]


def invalid_figures(grades: Sequence[Grade], note: str) -> list[Estimate]:
    """Share of replies that are no answer: clean, by stack of levels, by intensity, and by both where both vary."""
    disturbed = [grade for grade in grades if not is_clean(grade)]
    parts: dict[str, list[Grade]] = {CLEAN: [grade for grade in grades if is_clean(grade)]}
    levels, intensities = (
        list(dict.fromkeys(grade.item.groups[name] for grade in disturbed)) for name in ("level", "intensity")
    )
    for level in levels:
        parts[level] = [grade for grade in disturbed if grade.item.groups["level"] == level]
    for intensity in intensities:
        parts[intensity] = [grade for grade in disturbed if grade.item.groups["intensity"] == intensity]
    if len(levels) > 1 and len(intensities) > 1:
        for level in levels:
            for intensity in intensities:
                parts[f"{level}/{intensity}"] = [
                    grade for grade in parts[level] if grade.item.groups["intensity"] == intensity
                ]
    return [mean_figure(f"invalid_answers/{part}", rows, "invalid", note=note) for part, rows in parts.items() if rows]
