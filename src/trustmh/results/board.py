"""From subtasks to a board: pillar scores by declared anchors, and ranks among the runs compared.

A score maps the headline linearly between the anchors of its metric (floor = 0, ideal = 100), so it does not move when
another model joins. Ranks do move, and are only among the runs given. A missing subtask is a gap, never a zero.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from trustmh.pillars.subtask import Metric, Subtask, SubtaskResult
from trustmh.stats import Interval, competition_ranks, pillar_ranks


@dataclass(frozen=True, slots=True)
class Score:
    """A score from 0 to 100 with its interval; both None when there is no figure."""

    value: float | None
    interval: Interval | None = None
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class PillarScore:
    """A pillar's score: the mean of its subtasks' scores, or a gap.

    Attributes:
        pillar: id.
        score: its value is None as soon as one subtask has no figure.
        subtasks: subtask id -> score, every subtask of the pillar.
        missing: subtasks without a figure.
    """

    pillar: str
    score: Score
    subtasks: Mapping[str, Score]
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """Runs side by side; every tuple follows the order of ``runs``.

    Attributes:
        runs: names of the runs.
        scores: pillar id -> one score a run.
        subtask_ranks: subtask id -> one rank a run; None is a gap. Empty for a single run.
        pillar_ranks: pillar id -> rank of the mean subtask rank; None is a gap. Empty for a single run.
        provisional: subtask id -> whether the figure that a run is ranked by is provisional. Empty for a single run.
    """

    runs: tuple[str, ...]
    scores: Mapping[str, tuple[PillarScore, ...]]
    subtask_ranks: Mapping[str, tuple[int | None, ...]]
    pillar_ranks: Mapping[str, tuple[int | None, ...]]
    provisional: Mapping[str, tuple[bool, ...]] = field(default_factory=dict)


def anchored(value: float, metric: Metric) -> float:
    """A headline value on the scale from 0 (the metric's floor) to 100 (its ideal), clipped at both ends."""
    if metric.floor == metric.ideal:
        raise ValueError(f"{metric.name}: floor and ideal are both {metric.floor}")
    return min(100.0, max(0.0, 100 * (value - metric.floor) / (metric.ideal - metric.floor)))


def subtask_score(result: SubtaskResult | None, metric: Metric) -> Score:
    """The score of one subtask; its interval's ends are mapped by the same anchors."""
    if result is None or result.headline.value is None:
        return Score(None)
    headline = result.headline
    interval = None
    if headline.interval is not None:
        low, high = sorted(anchored(end, metric) for end in headline.interval)
        interval = Interval(low, high)
    return Score(anchored(result.headline.value, metric), interval, headline.provisional)


def pillar_score(pillar: str, subtasks: Sequence[Subtask], results: Mapping[str, SubtaskResult]) -> PillarScore:
    """The score of one pillar over all its subtasks.

    The interval combines the subtasks' intervals (MOVER, Zou & Donner 2008): the distances from value to end are added in
    squares, as for independent quantities, except among subtasks that ask about the same data. Those may err together,
    and their distances are added as they are, which is right when they always do. It is None when a subtask has none.
    """
    scores = {one.id: subtask_score(results.get(one.id), one.metric) for one in subtasks if one.pillar.id == pillar}
    missing = tuple(name for name, score in scores.items() if score.value is None)
    values = [score.value for score in scores.values() if score.value is not None]
    if missing or not values:
        return PillarScore(pillar, Score(None), scores, missing)
    mean = sum(values) / len(values)
    interval = _mean_interval(
        mean, [[scores[name] for name in together] for together in _sharing_data(subtasks, pillar)]
    )
    return PillarScore(pillar, Score(mean, interval, any(score.provisional for score in scores.values())), scores)


def build_board(subtasks: Sequence[Subtask], runs: Mapping[str, Mapping[str, SubtaskResult]]) -> Board:
    """The board of several runs.

    Args:
        subtasks: the subtasks to compare; a pillar's score needs all of its subtasks among these.
        runs: name of the run -> subtask id -> result.
    """
    pillars = list(dict.fromkeys(one.pillar.id for one in subtasks))
    scores = {pillar: tuple(pillar_score(pillar, subtasks, results) for results in runs.values()) for pillar in pillars}
    if len(runs) < 2:
        return Board(tuple(runs), scores, {}, {})
    ranks = {
        one.id: competition_ranks([_headline(results.get(one.id)) for results in runs.values()], one.metric.better)
        for one in subtasks
    }
    of_pillar = {
        pillar: tuple(pillar_ranks({one.id: ranks[one.id] for one in subtasks if one.pillar.id == pillar}))
        for pillar in pillars
    }
    unsure = {one.id: tuple(_is_provisional(results.get(one.id)) for results in runs.values()) for one in subtasks}
    return Board(tuple(runs), scores, {name: tuple(column) for name, column in ranks.items()}, of_pillar, unsure)


def _headline(result: SubtaskResult | None) -> float | None:
    return None if result is None else result.headline.value


def _is_provisional(result: SubtaskResult | None) -> bool:
    return result is not None and result.headline.value is not None and result.headline.provisional


def _sharing_data(subtasks: Sequence[Subtask], pillar: str) -> list[list[str]]:
    """A pillar's subtasks, those that share a dataset together (jailbreak_resistance and antitoxic share every reply)."""
    found: list[tuple[list[str], set[str]]] = []
    for one in subtasks:
        if one.pillar.id == pillar:
            names, data = [one.id], {name for suite in one.datasets.values() for name in suite}
            for group in [group for group in found if group[1] & data]:
                found.remove(group)
                names, data = [*group[0], *names], data | group[1]
            found.append((names, data))
    return [names for names, _ in found]


def _mean_interval(mean: float, groups: Sequence[Sequence[Score]]) -> Interval | None:
    below, above = 0.0, 0.0
    for group in groups:
        low, high = 0.0, 0.0
        for score in group:
            if score.value is None or score.interval is None:
                return None
            low += score.value - score.interval.low
            high += score.interval.high - score.value
        below += low**2
        above += high**2
    count = sum(map(len, groups))
    return Interval(max(0.0, mean - math.sqrt(below) / count), min(100.0, mean + math.sqrt(above) / count))
