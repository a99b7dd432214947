"""The second half of a run: replies and verdicts in, grades and figures out. No engine, no network, no model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from trustmh.items import Grade, Item, Reading, Reply, Scoring
from trustmh.judges.question import Question, Verdict
from trustmh.pillars.shortening import with_cuts
from trustmh.pillars.subtask import Subtask, SubtaskResult
from trustmh.pillars.unfit_judges import marked, with_unfit

#: Stands for an item that no reply was recorded for.
NO_REPLY = Reply(text="", missing=True)

#: Verdicts by item id, then by rubric id.
Verdicts = Mapping[str, Mapping[str, Verdict]]


@dataclass(frozen=True, slots=True)
class ScoredSubtask:
    """Grades and figures of one subtask, in the order of its items."""

    subtask: Subtask
    grades: tuple[Grade, ...]
    result: SubtaskResult


def readings(
    subtask: Subtask, items: Sequence[Item], replies: Mapping[str, Reply], scoring: Scoring
) -> list[tuple[Item, Reply, Reading]]:
    """Each item with its reply, read. An item without a reply is there too, as missing."""
    pairs = [(item, replies.get(item.id, NO_REPLY)) for item in items]
    return [(item, reply, subtask.read(item, reply, scoring)) for item, reply in pairs]


def judge_questions(
    subtask: Subtask, items: Sequence[Item], replies: Mapping[str, Reply], scoring: Scoring
) -> list[Question]:
    """Everything a judge has to be asked about the replies."""
    return [
        question
        for item, reply, reading in readings(subtask, items, replies, scoring)
        for question in subtask.questions(item, reply, reading, scoring)
    ]


def score_subtask(
    subtask: Subtask, items: Sequence[Item], replies: Mapping[str, Reply], verdicts: Verdicts, scoring: Scoring
) -> ScoredSubtask:
    """Read, grade and estimate one subtask."""
    grades = tuple(
        grade_item(subtask, item, reply, reading, verdicts.get(item.id, {}), scoring)
        for item, reply, reading in readings(subtask, items, replies, scoring)
    )
    return ScoredSubtask(subtask, grades, figures(subtask, grades, scoring))


def grade_item(
    subtask: Subtask, item: Item, reply: Reply, reading: Reading, verdicts: Mapping[str, Verdict], scoring: Scoring
) -> Grade:
    """One item's grade, with the share of its text that was sent and the measures that rest on an unfit judge."""
    grade = with_unfit(lambda given: subtask.grade(item, reply, reading, given, scoring), verdicts)
    return replace(grade, kept=reply.kept)


def figures(subtask: Subtask, grades: Sequence[Grade], scoring: Scoring) -> SubtaskResult:
    """All figures over grades, with a word on unfit judges and on items that the model did not see whole."""
    result = marked(subtask.estimate(grades, scoring), grades, lambda other: subtask.estimate(other, scoring))
    return with_cuts(result, [grade.kept for grade in grades])
