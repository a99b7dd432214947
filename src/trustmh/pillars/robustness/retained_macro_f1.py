"""Retained macro-F1: the mean over perturbations of macro-F1, over the same items' macro-F1 when clean."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from trustmh.items import Estimate, Grade
from trustmh.pillars.figures import as_tuple, cut_note_of, is_provisional_over, joined, outcome_counts, scorable
from trustmh.pillars.macro_f1_mean import Part
from trustmh.pillars.robustness.perturbed_items import Pair, by_cell, grades_of, lost_note
from trustmh.stats import cluster_weights, weighted_macro_f1
from trustmh.stats.bootstrap import Statistic
from trustmh.stats.expanded_bootstrap import expanded_bootstrap_interval

#: Clean macro-F1 below this is next to nothing: no retention is given.
LEAST_CLEAN = 0.05

Weighted = NDArray[np.float64]


def retained_macro_f1(name: str, pairs: Sequence[Pair], note: str, labels: dict[str, tuple[str, ...]]) -> Estimate:
    """Retained mean macro-F1 with a bootstrap that draws clusters whole and keeps pairs together.

    Macro-F1 is computed for each perturbation by itself, as the mean over datasets and kinds of question, so that
    perturbed and clean figures rest on equally many items. What is lost is counted in pairs, by perturbation, dataset and
    kind: what is lost in a small part weighs as much as the part does.

    Args:
        name: name of the figure.
        pairs: clean and perturbed grades; pairs in which either was not answered for the provider's sake are left out.
        note: shown beside the figure.
        labels: kind of question -> its fixed label set.
    """
    asked = [pair for pair in pairs if _came(pair)]
    rows = grades_of(pairs)
    clusters = sorted({pair.clean.item.cluster for pair in asked})
    clean = disturbed = 0.0
    value, interval = None, None
    if asked:
        place = {cluster: number for number, cluster in enumerate(clusters)}
        cells = list(by_cell(asked).values())
        above = _mean_f1([[pair.perturbed for pair in cell] for cell in cells], labels, place)
        below = _mean_f1([[pair.clean for pair in cell] for cell in cells], labels, place)
        ones = np.ones((1, len(clusters)))
        disturbed, clean = float(above(ones)[0]), float(below(ones)[0])
        if clean >= LEAST_CLEAN:
            value = disturbed / clean
            stratum = {pair.clean.item.cluster: pair.clean.item.dataset for pair in asked}
            strata = [stratum[cluster] for cluster in clusters]
            units = len(clusters) - len(set(strata)) + 1
            if units > 1:
                weights = cluster_weights(clusters, strata=strata)
                interval = expanded_bootstrap_interval(ratio(above, below), weights, units)
    parts = [note, f"clean {clean:.3f}, perturbed {disturbed:.3f}" if asked else "", lost_note(len(asked), len(pairs))]
    if value is None:
        parts.append(
            f"not defined: clean macro-F1 is below {LEAST_CLEAN}" if asked else "not defined: no pair of answers"
        )
    return Estimate(
        name,
        value,
        len(asked),
        interval=as_tuple(interval),
        method="cluster bootstrap, expanded" if interval else "",
        clusters=len(clusters),
        outcomes=outcome_counts(rows),
        provisional=any(
            is_provisional_over([pair.sides for pair in part], sum(map(_came, part))) for part in _parts_of_pairs(pairs)
        ),
        note=joined(*parts, cut_note_of(rows)),
    )


def _came(pair: Pair) -> bool:
    return len(scorable(pair.sides)) == len(pair.sides)


def _parts_of_pairs(pairs: Sequence[Pair]) -> list[list[Pair]]:
    """The pairs behind each single macro-F1 of the mean."""
    parts: dict[tuple[str, str, str], list[Pair]] = {}
    for pair in pairs:
        item = pair.clean.item
        parts.setdefault((pair.cell, item.dataset, item.groups["kind"]), []).append(pair)
    return list(parts.values())


def ratio(above: Statistic, below: Statistic) -> Statistic:
    """The ratio of two statistics of the same weights; NaN where the lower one is 0."""

    def statistic(weights: Weighted) -> Weighted:
        bottom = below(weights)
        return np.asarray(np.where(bottom > 0, above(weights) / np.where(bottom > 0, bottom, 1.0), np.nan))

    return statistic


def _mean_f1(cells: Sequence[Sequence[Grade]], labels: dict[str, tuple[str, ...]], place: dict[str, int]) -> Statistic:
    """Mean over the cells of mean macro-F1, as a statistic of weights of clusters."""
    parts = [
        (part.share / len(cells), np.array([place[row.item.cluster] for row in part.grades]), _f1(part))
        for cell in cells
        for part in parts_of(cell, labels)
    ]

    def statistic(weights: Weighted) -> Weighted:
        return np.asarray(np.sum([share * f1(weights[:, at]) for share, at, f1 in parts], axis=0))

    return statistic


def _f1(part: Part) -> Statistic:
    gold = [str(row.item.gold) for row in part.grades]
    said = [row.reading.value if row.reading.value in part.labels else None for row in part.grades]
    return weighted_macro_f1(gold, said, part.labels)


def parts_of(grades: Sequence[Grade], labels: dict[str, tuple[str, ...]], share: float = 1.0) -> list[Part]:
    """One part a dataset and kind of question; datasets share the mean equally, and so do the kinds of a dataset."""
    kinds: dict[str, dict[str, list[Grade]]] = {}
    for row in grades:
        kinds.setdefault(row.item.dataset, {}).setdefault(row.item.groups["kind"], []).append(row)
    return [
        Part(kind, rows, labels[kind], share / len(kinds) / len(members))
        for members in kinds.values()
        for kind, rows in members.items()
    ]
