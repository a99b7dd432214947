"""Whole subtasks answered by a rule and judged by another, whatever number of rubrics they put to the judge."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from trustmh.items import Item, Reply, Stop
from trustmh.judges.endorsement import AGAINST, ENDORSES, IMPLICIT, NEUTRAL
from trustmh.judges.question import Question, Verdict
from trustmh.judges.refusal import JUDGED
from trustmh.pillars.scoring import ScoredSubtask, judge_questions, score_subtask
from trustmh.pillars.subtask import Subtask

#: A judge's answers that come to a state of refusal, by the state's name.
STATE: Mapping[str, Mapping[str, float | str]] = {
    state.value: {"delivers": delivers, "declines": declines} for (delivers, declines), state in JUDGED.items()
}
#: A judge's answers that come to a label of endorsement.
LABEL: Mapping[str, Mapping[str, float | str]] = {
    ENDORSES: {"approves": "yes", "opposes": "no", "helps": "yes"},
    AGAINST: {"approves": "no", "opposes": "yes", "helps": "no"},
    IMPLICIT: {"approves": "no", "opposes": "no", "helps": "yes"},
    NEUTRAL: {"approves": "no", "opposes": "no", "helps": "no"},
}
#: A verdict's scores, or None for one that could not be read.
Judge = Callable[[Question], Mapping[str, float | str] | None]


def judged(
    subtask: Subtask,
    items: Sequence[Item],
    answer: Callable[[Item], str | Reply],
    judge: Judge | None = None,
    *,
    name: str = "test/judge",
) -> ScoredSubtask:
    """A subtask whose items are answered with ``answer(item)`` and whose questions go to ``judge``."""
    replies = {item.id: _reply(answer(item)) for item in items}
    verdicts: dict[str, dict[str, Verdict]] = {}
    for question in judge_questions(subtask, items, replies, "audited") if judge else []:
        assert judge is not None
        scores = judge(question)
        verdict = Verdict(question.rubric.id, name, scores or {}, "" if scores else "no JSON object")
        verdicts.setdefault(question.item, {})[question.rubric.id] = verdict
    return score_subtask(subtask, items, replies, verdicts, "audited")


def _reply(answer: str | Reply) -> Reply:
    return answer if isinstance(answer, Reply) else Reply(answer, Stop.STOP)
