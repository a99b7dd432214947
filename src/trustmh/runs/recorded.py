"""Scoring replies that exist already. No model is called and no engine started."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from trustmh.engine.replay import Problem, Recorded, read_recorded
from trustmh.items import SCORINGS, Reply, Scoring, TrustmhError
from trustmh.pillars.scoring import ScoredSubtask, score_subtask
from trustmh.pillars.table import SUBTASKS
from trustmh.runs.comparison import FigureDifference, ReadingDifference, compare
from trustmh.runs.recorded_data import read_planned, whole_data
from trustmh.runs.recorded_verdicts import askable_rubrics, datasets_of, recorded_answers
from trustmh.runs.request import PlannedSubtask, Request, plan, unpublished_files


@dataclass(frozen=True, slots=True)
class RecordedSubtask:
    """One subtask of recorded replies, scored.

    Attributes:
        problems: what is wrong with the files, as far as it concerns this subtask.
        figures, readings: differences between reference and audited scoring, for the paper suite.
    """

    scored: ScoredSubtask
    problems: tuple[Problem, ...]
    judge: str = ""
    figures: tuple[FigureDifference, ...] = ()
    readings: tuple[ReadingDifference, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordedScores:
    """All subtasks scored, problems that concern no subtask in particular, and what was tolerated."""

    subtasks: tuple[RecordedSubtask, ...]
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    planned: tuple[PlannedSubtask, ...] = field(default=())

    @property
    def complete(self) -> bool:
        """True when every file, line and item was in order."""
        return not self.problems and not any(one.problems for one in self.subtasks)


def score_recorded(folder: Path, request: Request, *, judge: str = "") -> RecordedScores:
    """Score the replies below a folder.

    Args:
        folder: holds the JSON Lines files (:mod:`trustmh.engine.replay`).
        request: subtasks, suite, data and limits; without named subtasks, those that the folder holds replies of.
        judge: whose recorded verdicts are used; may be left out when there is only one.

    Raises:
        TrustmhError: folder or data cannot be used, or several judges were recorded and none was chosen.
    """
    if not request.subtasks:
        request = replace(request, subtasks=recorded_subtasks(folder, request))
    planned = plan(request)
    whole = whole_data(planned, request)
    recorded = read_planned(folder, planned, whole)
    chosen = choose_judge(recorded.judges, judge)
    problems = sort_problems(recorded, planned)
    askable = {scoring: askable_rubrics(whole, scoring) if chosen else {} for scoring in SCORINGS}
    subtasks = tuple(
        _score(one, all_items, recorded, request, chosen, askable, tuple(problems[one.subtask.id]))
        for one, all_items in zip(planned, whole, strict=True)
    )
    notes = (*recorded.notes, *unpublished_files(planned, request))
    return RecordedScores(subtasks, tuple(problems[""]), notes, planned)


def replies_for(one: PlannedSubtask, recorded: Recorded, scoring: Scoring) -> dict[str, Reply]:
    """Replies by item id. ``one`` holds all items of its data (:func:`~trustmh.runs.recorded_data.whole_data`).

    The reference repository scores by position: there, replies that carry a ``row`` count for the item at that
    position of their dataset, whatever item they name.
    """
    replies = {item.id: recorded.replies[item.id].reply for item in one.items if item.id in recorded.replies}
    if scoring == "reference":
        rows: dict[str, list[str]] = {}
        for item in one.items:
            rows.setdefault(item.dataset, []).append(item.id)
        for entries in recorded.files.values():
            for entry in entries:
                ids = rows.get(_dataset(entry.item), [])
                if entry.row is not None and entry.row < len(ids):
                    replies[ids[entry.row]] = entry.reply
    return replies


def _score(
    one: PlannedSubtask,
    all_items: PlannedSubtask,
    recorded: Recorded,
    request: Request,
    judge: str,
    askable: Mapping[Scoring, Mapping[str, Sequence[str]]],
    problems: tuple[Problem, ...],
) -> RecordedSubtask:
    def under(scoring: Scoring) -> tuple[ScoredSubtask, tuple[Problem, ...]]:
        replies = replies_for(all_items, recorded, scoring)
        said = recorded_answers(one, replies, recorded, scoring, judge, askable[scoring])
        return score_subtask(one.subtask, one.items, replies, said.verdicts, scoring), said.problems

    wanted, of_verdicts = under(request.scoring)
    has_verdicts = any(
        judge in recorded.replies[item.id].judge_replies for item in one.items if item.id in recorded.replies
    )
    result = RecordedSubtask(wanted, (*problems, *of_verdicts), judge if has_verdicts else "")
    if request.suite != "paper" or not one.subtask.differences:
        return result
    other, _ = under("reference" if request.scoring == "audited" else "audited")
    reference, audited = (other, wanted) if request.scoring == "audited" else (wanted, other)
    figures, changed = compare(reference, audited)
    return replace(result, figures=tuple(figures), readings=tuple(changed))


def _dataset(item: str) -> str:
    return item.split(":", 1)[0]


def recorded_subtasks(folder: Path, request: Request) -> tuple[str, ...]:
    """Subtasks of the request's suite that the folder holds replies of.

    Ids of the user's own items name no dataset, so there the items themselves are looked for.

    Raises :class:`TrustmhError` when the folder cannot be read or holds no reply to the suite.
    """
    recorded = read_recorded(folder, ())
    ids = {entry.item for entries in recorded.files.values() for entry in entries}
    datasets = {_dataset(item) for item in ids}
    if request.suite == "own":
        found = tuple(one.subtask.id for one in plan(request) if any(item.id in ids for item in one.items))
    else:
        found = tuple(one.id for one in SUBTASKS if datasets & set(one.datasets.get(request.suite, ())))
    if not found:
        held = ", ".join(sorted(datasets)[:5]) or "no usable line"
        raise TrustmhError(
            f"{folder} holds no reply to the {request.suite} suite (it holds {held}); "
            "give --data for the paper suite, --suite open for the open one"
        )
    return found


def choose_judge(judges: Sequence[str], wanted: str) -> str:
    """The recorded judge to use, ``""`` when none was recorded. Raises :class:`TrustmhError` when it is not clear."""
    if wanted and wanted not in judges:
        raise TrustmhError(f"no verdicts of judge {wanted!r} were recorded; recorded: {', '.join(judges) or 'none'}")
    if not wanted and len(judges) > 1:
        raise TrustmhError(
            f"verdicts of {len(judges)} judges were recorded; choose one with trustmh score --replies … --recorded-judge, or have "
            f"the replies judged anew with trustmh run --model replay/… --judge: {', '.join(judges)}"
        )
    return wanted or (judges[0] if judges else "")


def problems_of(recorded: Recorded, planned: Sequence[PlannedSubtask]) -> tuple[Problem, ...]:
    """Problems that concern the planned subtasks, or no subtask in particular.

    Replies to subtasks that were not asked for are no problem at all.
    """
    sorted_out = sort_problems(recorded, planned).values()
    return tuple(dict.fromkeys(problem for problems in sorted_out for problem in problems))


def sort_problems(recorded: Recorded, planned: Sequence[PlannedSubtask]) -> dict[str, list[Problem]]:
    """Problems by the subtasks they may concern (two may share a dataset); ``""`` for those of none in particular."""
    owners: dict[str, list[str]] = {}
    for one in planned:
        for dataset in datasets_of(one.subtask):
            owners.setdefault(dataset, []).append(one.subtask.id)
    others = {dataset for subtask in SUBTASKS for dataset in datasets_of(subtask)} - set(owners)
    by_subtask: dict[str, list[Problem]] = {"": [], **{one.subtask.id: [] for one in planned}}
    for problem in recorded.problems:
        dataset = _dataset(problem.item)
        if dataset not in others:
            for subtask_id in owners.get(dataset, [""]):
                by_subtask[subtask_id].append(problem)
    return by_subtask
