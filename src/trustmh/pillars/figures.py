"""From grades to figures: the rules that hold for every subtask, in one place.

Every item sent is counted by its outcome. Provider errors and missing replies leave the score and are shown beside it;
an item a judge failed on is unscored and counted, and so is one that the model was not shown whole. More than
PROVISIONAL_SHARE of any of these makes a figure provisional, counted over the figure's own items, pairs or blocks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from trustmh.items import NOT_THE_MODEL, PROVISIONAL_SHARE, Estimate, Grade, Outcome
from trustmh.stats import (
    Interval,
    accuracy_baselines,
    bootstrap_interval,
    cluster_mean_interval,
    cluster_proportion_interval,
    cluster_weights,
    macro_f1,
    weighted_macro_f1,
)

#: Part of every note on items that were not shown whole.
SHORTENED = "items were shortened to fit the model's context"


# --- what became of the items -------------------------------------------------------------------------------------
def outcome_counts(grades: Sequence[Grade]) -> dict[str, int]:
    """How many items had each outcome, in the order of :class:`Outcome`, zeros left out."""
    counts = Counter(grade.outcome for grade in grades)
    return {outcome.value: counts[outcome] for outcome in Outcome if counts[outcome]}


def scorable(grades: Sequence[Grade]) -> list[Grade]:
    """Grades of items that say something about the model (no provider error, no missing reply)."""
    return [grade for grade in grades if grade.outcome not in NOT_THE_MODEL]


def is_provisional(grades: Sequence[Grade], unscored: int = 0) -> bool:
    """Whether too many items say nothing about the model, have no verdict, or were cut, for the figure to stand."""
    lost = len(grades) - len(scorable(grades))
    cut = sum(grade.kept < 1.0 for grade in grades)
    return bool(grades) and max(lost, unscored, cut) > PROVISIONAL_SHARE * len(grades)


def is_provisional_over(units: Sequence[Sequence[Grade]], used: int) -> bool:
    """Whether too many units of a figure (pairs, blocks) are not used in it, or hold an item that was cut.

    Args:
        units: the grades of each unit that the figure should rest on. One lost grade loses its unit.
        used: how many units it does rest on.
    """
    cut = sum(any(grade.kept < 1.0 for grade in unit) for unit in units)
    return max(len(units) - used, cut) > PROVISIONAL_SHARE * len(units)


def cut_note(kept: Sequence[float]) -> str:
    """How many items were not shown whole; empty when all were. ``kept`` is the share of each item's text that was sent."""
    cut = [share for share in kept if share < 1.0]
    if not cut:
        return ""
    return f"{len(cut)} of {len(kept)} {SHORTENED} (share kept {min(cut):.3g} to {max(cut):.3g})"


def cut_note_of(grades: Iterable[Grade]) -> str:
    """The same of a figure's grades."""
    return cut_note([grade.kept for grade in grades])


def unscored_note(count: int, asked: int, reasons: Iterable[str], *, units: str = "") -> str:
    """How many of those asked have no value, and why; empty when all have. ``units`` names them where they are no items."""
    what = f"{units} unscored" if units else "unscored"
    return f"{count} of {asked} {what}: {'; '.join(sorted(set(reasons)))}" if count else ""


def unscored_reasons(grades: Iterable[Grade], *measures: str) -> set[str]:
    """Why grades have no value of measures that apply to them."""
    return {
        grade.reasons.get(measure, "unscored")
        for grade in grades
        for measure in measures
        if measure in grade.measures and grade.measures[measure] is None
    }


def joined(*notes: str) -> str:
    """Parts of a note, the empty ones left out."""
    return "; ".join(filter(None, notes))


# --- figures ------------------------------------------------------------------------------------------------------
def mean_figure(
    name: str,
    grades: Sequence[Grade],
    measure: str,
    *,
    bounds: tuple[float, float] = (0.0, 1.0),
    note: str = "",
    among: Sequence[Grade] | None = None,
) -> Estimate:
    """Mean of a measure over the items it applies to, with a 95 % interval that respects clusters.

    Args:
        name: name of the figure.
        grades: all grades of the subtask; those without the measure are not part of the figure.
        measure: name in ``Grade.measures``. A measure of zeros and ones gets a cluster-adjusted Wilson interval, any other
            a cluster-robust t interval.
        bounds: ends of the scale.
        note: shown beside the figure.
        among: of a figure over some items only, all of which it is to speak: outcomes, losses and cuts are theirs.
    """
    sent = [grade for grade in grades if measure in grade.measures]
    whole = sent if among is None else among
    asked = scorable(sent)
    scored = [(grade.measures[measure], grade.item.cluster) for grade in asked]
    values = [value for value, _ in scored if value is not None]
    clusters = [cluster for value, cluster in scored if value is not None]
    unscored = len(asked) - len(values)
    notes = [note, unscored_note(unscored, len(asked), unscored_reasons(asked, measure))]
    binary = bool(values) and all(value in (0.0, 1.0) for value in values) and bounds == (0.0, 1.0)
    interval: Interval | None = None
    method = ""
    if values:
        interval = (
            cluster_proportion_interval(values, clusters)
            if binary
            else cluster_mean_interval(values, clusters, bounds=bounds)
        )
        method = ("wilson, clustered" if binary else "t, clustered") if interval else ""
    else:
        notes.append("not defined: no item has a value")
    return Estimate(
        name=name,
        value=sum(values) / len(values) if values else None,
        n=len(values),
        interval=as_tuple(interval),
        method=method,
        clusters=len(set(clusters)),
        unscored=unscored,
        outcomes=outcome_counts(whole),
        provisional=is_provisional(whole, unscored),
        note=joined(*notes, cut_note_of(whole)),
    )


def macro_f1_figure(name: str, grades: Sequence[Grade], labels: Sequence[str], *, note: str = "") -> Estimate:
    """Macro-F1 over a fixed label set; an item without a usable answer is a miss of its gold label, not a class."""
    asked = scorable(grades)
    gold = [str(grade.item.gold) for grade in asked]
    predicted = [grade.reading.value if grade.reading.value in labels else None for grade in asked]
    clusters = [grade.item.cluster for grade in asked]
    value = macro_f1(gold, predicted, labels) if asked else None
    interval = None
    if value is not None and len(set(clusters)) > 1:
        interval = bootstrap_interval(weighted_macro_f1(gold, predicted, labels), cluster_weights(clusters))
    return Estimate(
        name=name,
        value=value,
        n=len(asked),
        interval=as_tuple(interval),
        method="cluster bootstrap" if interval else "",
        clusters=len(set(clusters)),
        outcomes=outcome_counts(grades),
        provisional=is_provisional(grades),
        note=joined(note, _never_gold(gold, labels), cut_note_of(grades)),
    )


def _never_gold(gold: Sequence[str], labels: Sequence[str]) -> str:
    never = [label for label in labels if label not in gold]
    return f"never gold: {', '.join(never)}; answered all the same, such a class counts as 0" if never and gold else ""


def baseline_figures(grades: Sequence[Grade], labels: Sequence[str]) -> tuple[Estimate, ...]:
    """Accuracy of answering the majority class always, and of guessing uniformly, on the same items."""
    gold = [str(grade.item.gold) for grade in scorable(grades)]
    baselines = accuracy_baselines(gold, labels)
    if baselines is None:
        return ()
    return (
        Estimate("baseline/majority", baselines.majority, len(gold), note=f"always {baselines.majority_label}"),
        Estimate("baseline/random", baselines.uniform, len(gold), note="uniform guess"),
    )


def chosen_by_value(figure: Estimate, name: str, note: str) -> Estimate:
    """A figure shown again because it is the lowest or highest of several, under a name of its own.

    Without its interval, which would not hold for the extreme of many: it stands at the figure itself.
    """
    return replace(figure, name=name, interval=None, method="", note=joined(note, figure.note))


def by_group(
    grades: Sequence[Grade], group: str, figure: Callable[[str, Sequence[Grade]], Estimate]
) -> tuple[Estimate, ...]:
    """One figure per value of a group, in order of first appearance; named ``<group>/<value>``."""
    parts: dict[str, list[Grade]] = {}
    for grade in grades:
        if group in grade.item.groups:
            parts.setdefault(grade.item.groups[group], []).append(grade)
    return tuple(figure(f"{group}/{value}", part) for value, part in parts.items()) if len(parts) > 1 else ()


def as_tuple(interval: Interval | None) -> tuple[float, float] | None:
    """A plain pair, for storage."""
    return None if interval is None else (float(interval.low), float(interval.high))
