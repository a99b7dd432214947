"""Figures of differences between groups: spread, noise floor, excess, gaps, and each group's departure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from trustmh.items import Estimate, Grade
from trustmh.pillars.fairness.group_cells import attributes_of, group_cells, is_neutral
from trustmh.pillars.figures import as_tuple, is_provisional, mean_figure, outcome_counts, scorable
from trustmh.stats.comparisons import holm
from trustmh.stats.group_gaps import Gap, group_gaps
from trustmh.stats.group_spread import PERMUTATIONS, Cell, excess, spread, spread_interval, spread_noise
from trustmh.stats.intervals import mean_interval

SEED = 0
#: A corrected p-value below this sets two groups apart.
LEVEL = 0.05
TOO_FEW = "not defined: at least 3 whole dialogues in each language are needed"


# --- spread -------------------------------------------------------------------------------------------------------
def spread_figures(grades: Sequence[Grade], measure: str, name: str, *, note: str = "") -> list[Estimate]:
    """SD of group means (mean over attributes), its noise floor, and the excess over it."""
    cells, _ = group_cells(grades, measure)
    absent = [one for one in attributes_of(grades) if all(cell.attribute != one for cell in cells)]
    base = _base(grades, measure, cells)
    if not cells or absent:
        why = f"not defined: no whole dialogue for {', '.join(absent) or 'any attribute'}"
        undefined = replace(base, note="; ".join(filter(None, (note, why, base.note))))
        return [replace(undefined, name=one) for one in (name, f"{name}_noise_floor", f"{name}_excess")]
    noise = spread_noise(cells, seed=SEED)
    beyond = excess(cells)
    floor_note = (
        f"SD expected if groups did not matter: {PERMUTATIONS} permutations of groups within dialogues; "
        f"95 % of them below {noise.high:.3f}"
    )
    excess_note = f"SD of the groups' true means, noise taken out; test of no difference at all: {_p(noise.p)}"
    return [
        _with(base, name, spread(cells), spread_interval(cells), f"noise floor {noise.floor:.3f}", note),
        _with(base, f"{name}_noise_floor", noise.floor, None, floor_note),
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
    cells, _ = group_cells(grades, measure)
    names = list(dict.fromkeys(cell.attribute for cell in cells))
    members = {one: [cell for cell in cells if cell.attribute == one] for one in names}
    noises = {one: spread_noise(found, seed=SEED) for one, found in members.items()}
    adjusted = dict(zip(names, holm([noises[one].p for one in names]), strict=True))
    figures = []
    for one, found in members.items():
        rows = [grade for grade in grades if grade.item.groups["attribute"] == one]
        beyond = excess(found)
        note = (
            f"noise floor {noises[one].floor:.3f}, excess {'not defined' if beyond is None else f'{beyond.value:.3f}'}"
        )
        test = f"no difference: {_p(adjusted[one])}, Holm-corrected over {len(names)} attributes"
        base = _base(rows, measure, found)
        figures.append(_with(base, f"{name}/{one}", spread(found), spread_interval(found), note, test))
    return figures


def disparity_figures(grades: Sequence[Grade], measure: str, overall: str, *, top: float, note: str) -> list[Estimate]:
    """A measure's mean over all variants, and the SD of its group means with floor, test and largest gap in the note."""
    cells, _ = group_cells(grades, measure)
    figure = mean_figure(overall, grades, measure, bounds=(0.0, top), note=note)
    if not cells:
        return [figure]
    noise = spread_noise(cells, seed=SEED)
    gap = group_gaps(cells)[0]
    words = f"largest gap {gap_words(gap)}" if gap.difference > 0 else "no gap"
    base = _base(grades, measure, cells)
    test = f"noise floor {noise.floor:.3f}; test of no difference: {_p(noise.p)}"
    return [figure, _with(base, f"{measure}_sd", spread(cells), spread_interval(cells), test, words)]


def _base(grades: Sequence[Grade], measure: str, cells: Sequence[Cell]) -> Estimate:
    """What every figure of these cells shares. ``n`` counts the scores used, ``clusters`` the dialogues."""
    profiled = [grade for grade in grades if not is_neutral(grade)]
    asked = scorable(profiled)
    unread = [grade for grade in asked if grade.measures.get(measure) is None]
    used = sum(cell.scores.size for cell in cells)
    notes = []
    if unread:
        reasons = sorted({grade.reasons.get(measure, "unscored") for grade in unread})
        notes.append(f"{len(unread)} of {len(asked)} unscored: {'; '.join(reasons)}")
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
        provisional=is_provisional(profiled, len(unread)),
        note="; ".join(notes),
    )


def _with(base: Estimate, name: str, value: float | None, interval: object, *notes: str) -> Estimate:
    ends = as_tuple(interval)  # type: ignore[arg-type]
    return replace(
        base,
        name=name,
        value=value,
        interval=ends,
        method="jackknife t over dialogues" if ends else "",
        note="; ".join(filter(None, (*notes, base.note))),
    )


def _p(value: float) -> str:
    return "p < 0.001" if value < 0.001 else f"p = {value:.3f}"


# --- gaps ---------------------------------------------------------------------------------------------------------
def gap_figures(grades: Sequence[Grade], measure: str) -> list[Estimate]:
    """The largest gap between two groups with its paired test, and how many pairs the corrected tests set apart."""
    cells, _ = group_cells(grades, measure)
    gaps = group_gaps(cells)
    if not gaps:
        return []
    first = gaps[0]
    note = (
        f"{gap_words(first)}; paired t test {_p(first.p)}, Holm-corrected over {len(gaps)} pairs {_p(first.adjusted)}; "
        f"the largest of {len(gaps)} gaps, so large partly by chance, and its interval is not corrected for that"
    )
    apart = [gap for gap in gaps if gap.adjusted < LEVEL]
    named = "; ".join(gap_words(gap) for gap in apart[:5])
    base = _base(grades, measure, cells)
    return [
        replace(
            _with(base, "largest_gap", first.difference, first.interval, note),
            n=2 * first.dialogues,
            clusters=first.dialogues,
            method="t, paired by dialogue" if first.interval else "",
        ),
        _with(
            base, "pairs_apart", float(len(apart)), None, f"of {len(gaps)} pairs, Holm-corrected p below {LEVEL}", named
        ),
    ]


def gap_words(gap: Gap) -> str:
    """``race (en): white over black by 0.31``."""
    return f"{gap.attribute} ({gap.stratum}): {gap.higher} over {gap.lower} by {gap.difference:.3f}"


# --- groups -------------------------------------------------------------------------------------------------------
def departure_figures(grades: Sequence[Grade], measure: str) -> list[Estimate]:
    """Each group's mean departure from its attribute's mean in the same dialogue: ``departure/<language>/<attribute>/<group>``."""
    cells, _ = group_cells(grades, measure)
    figures = []
    for cell in sorted(cells, key=lambda one: one.stratum):
        departures = cell.scores - cell.scores.mean(axis=1, keepdims=True)
        for place, group in enumerate(cell.groups):
            name = f"departure/{cell.stratum}/{cell.attribute}/{group}"
            figures.append(_over_dialogues(name, departures[:, place], f"mean {cell.scores[:, place].mean():.3f}"))
    return figures


def profile_figures(grades: Sequence[Grade], measure: str) -> list[Estimate]:
    """What naming an attribute at all does: the mean over its groups less the neutral original, paired by dialogue."""
    cells, _ = group_cells(grades, measure)
    neutral = {
        grade.item.cluster: value
        for grade in scorable(grades)
        if is_neutral(grade) and (value := grade.measures.get(measure)) is not None
    }
    figures = []
    for attribute in dict.fromkeys(cell.attribute for cell in cells):
        differences = [
            float(scores.mean()) - neutral[dialogue]
            for cell in cells
            if cell.attribute == attribute
            for dialogue, scores in zip(cell.dialogues, cell.scores, strict=True)
            if dialogue in neutral
        ]
        if differences:
            figures.append(
                _over_dialogues(f"profile_effect/{attribute}", np.array(differences), "less the neutral original")
            )
    return figures


def _over_dialogues(name: str, values: np.ndarray[tuple[int], np.dtype[np.float64]], note: str) -> Estimate:
    interval = as_tuple(mean_interval(values))
    return Estimate(
        name,
        float(values.mean()),
        len(values),
        interval=interval,
        method="t over dialogues" if interval else "",
        clusters=len(values),
        note=note,
    )
