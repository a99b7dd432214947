"""Grades made by hand, and whole subtasks answered by a rule: what the tests of the pillars share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from trustmh.items import Estimate, Grade, Item, Outcome, Reading, Reply, Stop
from trustmh.judges.question import Verdict
from trustmh.pillars.scoring import ScoredSubtask, judge_questions, score_subtask
from trustmh.pillars.subtask import Subtask, SubtaskResult


def graded(
    number: int,
    gold: str | None,
    said: object = None,
    measures: Mapping[str, float | None] | None = None,
    *,
    outcome: Outcome | None = None,
    cluster: str | None = None,
    dataset: str = "d",
    kept: float = 1.0,
) -> Grade:
    """A grade of one item; without an answer its outcome is unparsed."""
    item = Item(f"{dataset}:{number}", dataset, "en", {}, gold, cluster or f"{dataset}:{number}")
    found = outcome or (Outcome.ANSWERED if said is not None else Outcome.UNPARSED)
    return Grade("s", item, found, Reading(found, said), measures or {}, kept=kept)


def answered(
    subtask: Subtask,
    items: Sequence[Item],
    text: Callable[[Item], str],
    scores: Callable[[Item], Mapping[str, float | str]] | None = None,
) -> ScoredSubtask:
    """A subtask whose every item is answered with ``text(item)`` and judged with ``scores(item)``."""
    replies = {item.id: Reply(text(item), Stop.STOP) for item in items}
    verdicts: dict[str, dict[str, Verdict]] = {}
    if scores is not None:
        by_id = {item.id: item for item in items}
        for question in judge_questions(subtask, items, replies, "audited"):
            verdict = Verdict(question.rubric.id, "judge", dict(scores(by_id[question.item])))
            verdicts[question.item] = {question.rubric.id: verdict}
    return score_subtask(subtask, items, replies, verdicts, "audited")


def figure(result: SubtaskResult, name: str) -> Estimate:
    """A secondary figure by name."""
    return next(one for one in result.secondary if one.name == name)


def names(result: SubtaskResult) -> list[str]:
    """Names of the secondary figures, in order."""
    return [one.name for one in result.secondary]


#: Replies that must neither break a reader nor be read as an answer of anything.
NOTHING_TO_READ = (
    "",
    " \n\t",
    "\u200b\u200b",
    "{" * 3000,
    "```json\n" * 500,
    "\ud800\x00\u202e",
    '{"choice": {"choice": []}, "label": [], "level": {}}',
    "</script><script>alert(1)</script>",
    "-" * 5000,
    "." * 5000,
)
