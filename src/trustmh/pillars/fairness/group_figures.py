"""Figures of differences between groups: spread, noise floor, excess and gaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from trustmh.items import Estimate, Grade
from trustmh.pillars.fairness.group_cells import attributes_of, blocks_of, group_cells, is_neutral
from trustmh.pillars.figures import (
    as_tuple,
    cut_note_of,
    is_provisional_over,
    joined,
    mean_figure,
    outcome_counts,
    scorable,
    unscored_note,
    unscored_reasons,
)
from trustmh.stats.comparisons import holm
from trustmh.stats.group_gaps import Gap, group_gaps
from trustmh.stats.group_spread import PERMUTATIONS, Cell, Noise, excess, spread, spread_interval, spread_noise

SEED = 0
#: A corrected p-value below this sets two groups apart.
LEVEL = 0.05
ONE_DIALOGUE = "a single dialogue: nothing to test"
TOO_FEW = "not defined: at least 3 whole dialogues in each language are needed"


# --- spread -------------------------------------------------------------------------------------------------------
def spread_figures(grades: Sequence[Grade], measure: str, name: str, *, note: str = "") -> list[Estimate]:
    """SD of group means (mean over attributes), its noise floor, and the excess over it."""
    cells = group_cells(grades, measure)
    absent = [one for one in attributes_of(grades) if all(cell.attribute != one for cell in cells)]
    base = base_figure(grades, measure, cells)
    if not cells or absent:
        why = f"not defined: no whole dialogue for {', '.join(absent) or 'any attribute'}"
        undefined = replace(base, note=joined(note, why, base.note))
        return [replace(undefined, name=one) for one in (name, f"{name}_noise_floor", f"{name}_excess")]
    noise = spread_noise(cells, seed=SEED)
    beyond = excess(cells)
    floor_note, test = f"not defined: {ONE_DIALOGUE}", ONE_DIALOGUE
    if noise is not None:
        floor_note = (
            f"SD expected if groups did not matter: {PERMUTATIONS} permutations of groups within dialogues; "
            f"95 % of them below {noise.high:.3f}"
        )
        test = f"test of no difference at all: {_p(noise.p)}"
    excess_note = f"SD of the groups' true means, noise taken out; {test}"
    return [
        _with(base, name, spread(cells), spread_interval(cells), _floor(noise), note),
        _with(base, f"{name}_noise_floor", None if noise is None else noise.floor, None, floor_note),
        _with(
            base,
            f"{name}_excess",
            None if beyond is None else beyond.value,
            None if beyond is None else beyond.interval,
            excess_note if beyond is not None else f"{TOO_FEW}; {excess_note}",
        ),
    ]


def attribute_figures(grades: Sequence[Grade], measure: str, name: str) -> list[Estimate]:
    """The SD of group means of each attribute, with its noise floor, excess and Holm-corrected test in the note."""
    cells = group_cells(grades, measure)
    names = list(dict.fromkeys(cell.attribute for cell in cells))
    members = {one: [cell for cell in cells if cell.attribute == one] for one in names}
    noises = {one: spread_noise(found, seed=SEED) for one, found in members.items()}
    tested = {one: noise.p for one, noise in noises.items() if noise is not None}
    adjusted = dict(zip(tested, holm(list(tested.values())), strict=True))
    figures = []
    for one, found in members.items():
        rows = [grade for grade in grades if grade.item.groups["attribute"] == one]
        beyond = excess(found)
        note = ONE_DIALOGUE
        if (noise := noises[one]) is not None:
            of = "not defined" if beyond is None else f"{beyond.value:.3f}"
            note = f"noise floor {noise.floor:.3f}, excess {of}"
        test = (
            f"no difference: {_p(adjusted[one])}, Holm-corrected (family of {len(tested)})" if one in adjusted else ""
        )
        base = base_figure(rows, measure, found)
        figures.append(_with(base, f"{name}/{one}", spread(found), spread_interval(found), note, test))
    return figures


def disparity_figures(grades: Sequence[Grade], measure: str, overall: str, *, top: float, note: str) -> list[Estimate]:
    """A measure's mean over all variants, and the SD of its group means with floor, test and largest gap in the note."""
    cells = group_cells(grades, measure)
    figure = mean_figure(overall, grades, measure, bounds=(0.0, top), note=note)
    if not cells:
        return [figure]
    noise = spread_noise(cells, seed=SEED)
    gap = group_gaps(cells)[0]
    words = f"largest gap {gap_words(gap)}" if gap.difference > 0 else "no gap"
    base = base_figure(grades, measure, cells)
    test = _floor(noise) if noise is None else f"{_floor(noise)}; test of no difference: {_p(noise.p)}"
    return [figure, _with(base, f"{measure}_sd", spread(cells), spread_interval(cells), test, words)]


def base_figure(grades: Sequence[Grade], measure: str, cells: Sequence[Cell]) -> Estimate:
    """What every figure of these cells shares. ``n`` counts the scores used, ``clusters`` the dialogues.

    One lost reply takes its block out, so what is lost is counted in blocks, of each attribute and language by itself since
    these weigh the same in a mean.
    """
    profiled = [grade for grade in grades if not is_neutral(grade)]
    asked = scorable(profiled)
    unread = [grade for grade in asked if grade.measures.get(measure) is None]
    used = sum(cell.scores.size for cell in cells)
    whole = {(cell.attribute, cell.stratum): len(cell.dialogues) for cell in cells}
    notes = [unscored_note(len(unread), len(asked), unscored_reasons(unread, measure))]
    if used < len(profiled):
        notes.append(
            f"{len(profiled) - used} of {len(profiled)} variants left out: not every group of their dialogue has a score"
        )
    return Estimate(
        measure,
        None,
        used,
        clusters=len({name for cell in cells for name in cell.dialogues}),
        unscored=len(unread),
        outcomes=outcome_counts(profiled),
        provisional=any(
            is_provisional_over([list(block.values()) for block in blocks.values()], whole.get(key, 0))
            for key, blocks in blocks_of(grades).items()
        ),
        note=joined(*notes, cut_note_of(profiled)),
    )


def _with(base: Estimate, name: str, value: float | None, interval: object, *notes: str) -> Estimate:
    ends = as_tuple(interval)  # type: ignore[arg-type]
    return replace(
        base,
        name=name,
        value=value,
        interval=ends,
        method="jackknife t over dialogues" if ends else "",
        note=joined(*notes, base.note),
    )


def _floor(noise: Noise | None) -> str:
    return ONE_DIALOGUE if noise is None else f"noise floor {noise.floor:.3f}"


def _p(value: float) -> str:
    return "p < 0.001" if value < 0.001 else f"p = {value:.3f}"


# --- gaps ---------------------------------------------------------------------------------------------------------
def gap_figures(grades: Sequence[Grade], measure: str) -> list[Estimate]:
    """The largest gap between two groups with its paired test, and how many pairs the corrected tests set apart."""
    cells = group_cells(grades, measure)
    gaps = group_gaps(cells)
    if not gaps:
        return []
    first = gaps[0]
    notes = [gap_words(first) if first.difference > 0 else "no gap"]
    if first.p is None or first.adjusted is None:
        notes.append(ONE_DIALOGUE)
    else:
        notes.append(f"paired test {_p(first.p)}, Holm-corrected (family of {len(gaps)}) {_p(first.adjusted)}")
    if len(gaps) > 1:
        notes.append(
            f"the largest of {len(gaps)} gaps, so large partly by chance; intervals of all hold at once (Bonferroni)"
        )
    apart = [gap for gap in gaps if gap.adjusted is not None and gap.adjusted < LEVEL]
    tested = any(gap.adjusted is not None for gap in gaps)
    named = "; ".join(gap_words(gap) for gap in apart[:5])
    base = base_figure(grades, measure, cells)
    return [
        replace(
            _with(base, "largest_gap", first.difference, first.interval, *notes),
            n=2 * first.dialogues,
            clusters=first.dialogues,
            method="t, paired by dialogue, simultaneous" if first.interval else "",
        ),
        _with(
            base,
            "pairs_apart",
            float(len(apart)) if tested else None,
            None,
            f"pairs compared: {len(gaps)}; Holm-corrected p below {LEVEL}"
            if tested
            else f"not defined: {ONE_DIALOGUE}",
            named,
        ),
    ]


def gap_words(gap: Gap) -> str:
    """``race (en): white over black by 0.31``."""
    return f"{gap.attribute} ({gap.stratum}): {gap.higher} over {gap.lower} by {gap.difference:.3f}"
