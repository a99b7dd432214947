"""A judge's recorded texts and the questions they answer. One mechanism for scoring replies and for replaying them.

A line holds one text a judge, or one a rubric (:mod:`trustmh.engine.recorded_line`). One text answers an item of which the
planned subtasks may ask one rubric; of several, nobody can know which it answers: it is named and counted and answers none.
So is a text that cannot be read: it leaves its question unscored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from trustmh.engine.recorded_line import RecordedReply
from trustmh.engine.replay import Problem, ProblemKind, Recorded
from trustmh.items import Reply, Scoring, Stop
from trustmh.judges.question import Question, Verdict
from trustmh.judges.verdict import read_verdict
from trustmh.pillars.scoring import readings
from trustmh.pillars.subtask import Subtask
from trustmh.pillars.table import SUBTASKS
from trustmh.runs.request import PlannedSubtask

#: Longest part of a file's own words in a problem.
_SHOWN = 60


#: A reply that no rule is firm about: everything that a judge may be asked of an item is asked of this one.
_LEFT_OPEN = Reply("The weather has been mild.", Stop.STOP)


@dataclass(frozen=True, slots=True)
class RecordedAnswers:
    """Questions about the replies to one subtask with their recorded answers, and what is wrong with the recorded ones.

    Attributes:
        verdicts: the answers, read, by item and rubric.
    """

    answers: tuple[tuple[Question, str], ...] = ()
    verdicts: Mapping[str, Mapping[str, Verdict]] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


def askable_rubrics(planned: Sequence[PlannedSubtask], scoring: Scoring) -> dict[str, tuple[str, ...]]:
    """Ids of the rubrics that the planned subtasks together may ask of each item, whatever the reply to it says.

    What is asked after the rules have read a reply is no guide: the person who recorded a judge's text did not know it.
    """
    found: dict[str, tuple[str, ...]] = {}
    for one in planned:
        left_open = {item.id: _LEFT_OPEN for item in one.items}
        for item, reply, reading in readings(one.subtask, one.items, left_open, scoring):
            asked = (question.rubric.id for question in one.subtask.questions(item, reply, reading, scoring))
            found[item.id] = tuple(dict.fromkeys((*found.get(item.id, ()), *asked)))
    return found


def recorded_answers(
    one: PlannedSubtask,
    replies: Mapping[str, Reply],
    recorded: Recorded,
    scoring: Scoring,
    judge: str,
    askable: Mapping[str, Sequence[str]],
) -> RecordedAnswers:
    """What the chosen judge was recorded to say about each reply. A question without an answer is left out.

    ``askable``: :func:`askable_rubrics` of everything planned.
    """
    if not judge:
        return RecordedAnswers()
    answers: list[tuple[Question, str]] = []
    verdicts: dict[str, dict[str, Verdict]] = {}
    problems: list[Problem] = []
    known = rubrics_of(one.subtask)
    for item, reply, reading in readings(one.subtask, one.items, replies, scoring):
        entry = recorded.replies.get(item.id)
        said = entry.judge_replies.get(judge) if entry else None
        if entry is None or said is None:
            continue
        questions = one.subtask.questions(item, reply, reading, scoring)
        if isinstance(said, str):
            may = tuple(dict.fromkeys((*askable.get(item.id, ()), *(question.rubric.id for question in questions))))
            if len(may) > 1 and questions:
                problems.append(_unclear(entry, judge, may))
            said = dict.fromkeys(may, said) if len(may) == 1 else {}
        else:
            problems += [_unknown(entry, judge, rubric, known) for rubric in said if rubric not in known]
        for question in questions:
            rubric = question.rubric.id
            if rubric not in said:
                continue
            answers.append((question, said[rubric]))
            verdict = read_verdict(question, Reply(said[rubric], Stop.UNKNOWN), judge=judge)
            verdicts.setdefault(item.id, {})[rubric] = verdict
            if verdict.problem:
                problems.append(_unread(entry, verdict))
    return RecordedAnswers(tuple(answers), verdicts, tuple(problems))


def rubrics_of(subtask: Subtask) -> tuple[str, ...]:
    """Ids of the rubrics asked of its items, by itself or by a subtask that shares its data."""
    datasets = datasets_of(subtask)
    sharing = [other for other in SUBTASKS if datasets & datasets_of(other)]
    return tuple(dict.fromkeys(rubric.id for other in sharing for rubric in other.rubrics))


def datasets_of(subtask: Subtask) -> set[str]:
    """Ids of its datasets over all suites."""
    return {dataset for datasets in subtask.datasets.values() for dataset in datasets}


def _unknown(entry: RecordedReply, judge: str, rubric: str, known: Sequence[str]) -> Problem:
    asked = ", ".join(known) or "none"
    detail = f"judge {judge[:_SHOWN]!r} answers {rubric[:_SHOWN]!r}, and no such rubric is asked here; asked: {asked}"
    return _problem("unknown rubric", entry, detail)


def _unclear(entry: RecordedReply, judge: str, rubrics: Sequence[str]) -> Problem:
    detail = (
        f"judge {judge[:_SHOWN]!r} has one text and {len(rubrics)} rubrics may be asked of {entry.item}; "
        f"give one text by rubric: {', '.join(rubrics)}"
    )
    return _problem("unclear verdict", entry, detail)


def _unread(entry: RecordedReply, verdict: Verdict) -> Problem:
    """The problem names what is wrong with the text and shows none of it."""
    detail = f"judge {verdict.judge[:_SHOWN]!r} on {verdict.rubric} of {entry.item}: {verdict.problem}"
    return _problem("unread verdict", entry, detail)


def _problem(kind: ProblemKind, entry: RecordedReply, detail: str) -> Problem:
    return Problem(kind, entry.file, entry.line, detail, entry.item)
