"""Scoring replies that exist already. No model is called and no engine started."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from trustmh.engine.replay import Problem, Recorded, read_recorded
from trustmh.items import Reply, Scoring, Stop, TrustmhError
from trustmh.judges.question import Question, Verdict
from trustmh.judges.verdict import read_verdict
from trustmh.pillars.scoring import ScoredSubtask, score_subtask
from trustmh.pillars.table import SUBTASKS
from trustmh.runs.comparison import FigureDifference, ReadingDifference, compare
from trustmh.runs.recorded_verdicts import datasets_of, recorded_answers
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
        request: subtasks, suite and data; without named subtasks, those that the folder holds replies of.
        judge: whose recorded verdicts are used; may be left out when there is only one.

    Raises:
        TrustmhError: folder or data cannot be used, or several judges were recorded and none was chosen.
    """
    if request.limits:
        raise TrustmhError("--limit does not go with --replies: every item of the suite is expected there")
    datasets = _recorded_datasets(read_recorded(folder, ()))
    if not request.subtasks:
        request = replace(request, subtasks=_subtasks_of(datasets, request, folder))
    planned = plan(request)
    recorded = read_recorded(folder, {item.id: item for one in planned for item in one.items})
    chosen = choose_judge(recorded.judges, judge)
    problems = sort_problems(recorded, planned)
    subtasks = tuple(_score(one, recorded, request, chosen, tuple(problems[one.subtask.id])) for one in planned)
    notes = (*recorded.notes, *unpublished_files(planned, request))
    return RecordedScores(subtasks, tuple(problems[""]), notes, planned)


def replies_for(one: PlannedSubtask, recorded: Recorded, scoring: Scoring) -> dict[str, Reply]:
    """Replies by item id.

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


def verdicts_of(answers: Sequence[tuple[Question, str]], judge: str) -> dict[str, dict[str, Verdict]]:
    """Recorded answers, read, by item and rubric."""
    found: dict[str, dict[str, Verdict]] = {}
    for question, text in answers:
        verdict = read_verdict(question, Reply(text, Stop.UNKNOWN), judge=judge)
        found.setdefault(question.item, {})[question.rubric.id] = verdict
    return found


def _score(
    one: PlannedSubtask, recorded: Recorded, request: Request, judge: str, problems: tuple[Problem, ...]
) -> RecordedSubtask:
    def under(scoring: Scoring) -> tuple[ScoredSubtask, tuple[Problem, ...]]:
        replies = replies_for(one, recorded, scoring)
        said = recorded_answers(one, replies, recorded, scoring, judge)
        verdicts = verdicts_of(said.answers, judge)
        return score_subtask(one.subtask, one.items, replies, verdicts, scoring), said.problems

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


def _recorded_datasets(recorded: Recorded) -> set[str]:
    return {_dataset(entry.item) for entries in recorded.files.values() for entry in entries}


def _subtasks_of(datasets: set[str], request: Request, folder: Path) -> tuple[str, ...]:
    found = tuple(
        subtask.id
        for subtask in SUBTASKS
        if datasets & set(subtask.datasets.get("paper" if request.suite == "paper" else "open", ()))
    )
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
            f"verdicts of {len(judges)} judges were recorded; choose one with --recorded-judge: {', '.join(judges)}"
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
