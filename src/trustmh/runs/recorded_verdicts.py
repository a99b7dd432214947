"""A judge's recorded texts and the questions they answer. One mechanism for scoring replies and for replaying them.

A line holds one text a judge, or one a rubric (:mod:`trustmh.engine.recorded_line`). One text answers an item of which one
rubric is asked; of several, nobody can know which it answers: it is named and counted and answers none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from trustmh.engine.recorded_line import RecordedReply
from trustmh.engine.replay import Problem, ProblemKind, Recorded
from trustmh.items import Reply, Scoring
from trustmh.judges.question import Question
from trustmh.pillars.scoring import readings
from trustmh.pillars.subtask import Subtask
from trustmh.pillars.table import SUBTASKS
from trustmh.runs.request import PlannedSubtask

#: Longest part of a file's own words in a problem.
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class RecordedAnswers:
    """Questions about the replies to one subtask with their recorded answers, and what is wrong with the recorded ones."""

    answers: tuple[tuple[Question, str], ...] = ()
    problems: tuple[Problem, ...] = ()


def recorded_answers(
    one: PlannedSubtask, replies: Mapping[str, Reply], recorded: Recorded, scoring: Scoring, judge: str
) -> RecordedAnswers:
    """What the chosen judge was recorded to say about each reply. A question without an answer is left out."""
    if not judge:
        return RecordedAnswers()
    answers: list[tuple[Question, str]] = []
    problems: list[Problem] = []
    known = rubrics_of(one.subtask)
    for item, reply, reading in readings(one.subtask, one.items, replies, scoring):
        entry = recorded.replies.get(item.id)
        said = entry.judge_replies.get(judge) if entry else None
        if entry is None or said is None:
            continue
        questions = one.subtask.questions(item, reply, reading, scoring)
        if not isinstance(said, str):
            answers += [(question, said[question.rubric.id]) for question in questions if question.rubric.id in said]
            problems += [_unknown(entry, judge, rubric, known) for rubric in said if rubric not in known]
        elif len(questions) == 1:
            answers.append((questions[0], said))
        elif questions:
            problems.append(_unclear(entry, judge, questions))
    return RecordedAnswers(tuple(answers), tuple(problems))


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


def _unclear(entry: RecordedReply, judge: str, questions: Sequence[Question]) -> Problem:
    asked = ", ".join(question.rubric.id for question in questions)
    detail = (
        f"judge {judge[:_SHOWN]!r} has one text and {len(questions)} rubrics are asked of {entry.item}; "
        f"give one text by rubric: {asked}"
    )
    return _problem("unclear verdict", entry, detail)


def _problem(kind: ProblemKind, entry: RecordedReply, detail: str) -> Problem:
    return Problem(kind, entry.file, entry.line, detail, entry.item)
