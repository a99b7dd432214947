"""Scorer and metric of a subtask's inspect-ai task: the same reading, grading and estimate as ``trustmh run``."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from inspect_ai._util.error import PrerequisiteError
from inspect_ai.model import Model, get_model, model_roles
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import TaskState
from inspect_ai.util import LimitExceededError

from trustmh.engine.chat_messages import chat_messages, generate_config
from trustmh.engine.outputs import reply_of
from trustmh.engine.provider_errors import call_error
from trustmh.engine.task_asking import sample_reply
from trustmh.engine.task_items import task_items
from trustmh.items import Grade, Item, Message, Outcome, Reading, Reply
from trustmh.judges.identity import same_model
from trustmh.judges.prompt import MAX_ATTEMPTS, ask_again, decoding, judge_messages
from trustmh.judges.question import Question, Verdict
from trustmh.judges.verdict import read_verdict
from trustmh.pillars.scoring import figures, grade_item
from trustmh.pillars.subtask import Need, Subtask


def grader_for(subtask: Subtask, need: Need) -> Model | None:
    """The model in the role ``grader``; None where none is needed.

    Raises when there must be one and is none, or when it is the model itself.
    """
    if need == "no":
        return None
    bound = model_roles().get("grader")
    graders = bound if isinstance(bound, list) else [bound] if bound is not None else []
    if len(graders) > 1:
        raise PrerequisiteError(f"trustmh/{subtask.id}: one grader at a time; bind the role to one model")
    if not graders and need == "headline":
        raise PrerequisiteError(
            f"trustmh/{subtask.id} is graded by a judge: name one with --model-role grader=PROVIDER/MODEL"
        )
    if graders and same_model(str(graders[0]), str(get_model())):
        raise PrerequisiteError(
            f"a model may not judge itself ({graders[0]}): name another with --model-role grader=PROVIDER/MODEL"
        )
    return graders[0] if graders else None


async def ask_grader(grader: Model, question: Question) -> Verdict:
    """Put a question to the judge, again while its answer cannot be read, at most ``MAX_ATTEMPTS`` times.

    A judge that fails for good gives a verdict that says so: an error would take the item out of the count.
    """
    messages = judge_messages(question)
    for attempt in range(1, MAX_ATTEMPTS + 1):
        reply = await _grader_reply(grader, question, messages)
        verdict = read_verdict(question, reply, judge=str(grader), attempt=attempt)
        if verdict.complete or reply.error is not None:
            break
        messages = ask_again(question, judge_messages(question), reply.text, verdict.problem)
    return verdict


async def _grader_reply(grader: Model, question: Question, messages: tuple[Message, ...]) -> Reply:
    try:
        output = await grader.generate(chat_messages(messages), config=generate_config(decoding(question)))
    except (PrerequisiteError, LimitExceededError):
        # What the user set is inspect-ai's to keep.
        raise
    except Exception as error:
        return Reply(text="", error=str(call_error(str(grader), error)))
    return reply_of(output) if output.choices else Reply(text="", error="no choice in the answer")


def score_of(grade: Grade) -> Score:
    """A grade as inspect-ai's score: measures as values, unscored ones as NaN with the reason beside them."""
    answer = grade.reading.value
    return Score(
        value={name: math.nan if value is None else float(value) for name, value in grade.measures.items()},
        answer=None if answer is None else str(answer),
        explanation="; ".join(f"{name}: {reason}" for name, reason in grade.reasons.items()) or None,
        metadata={
            "outcome": grade.outcome.value,
            "read": answer,
            "rule": grade.reading.rule,
            "reasons": dict(grade.reasons),
            "kept": grade.kept,
            "unfit": {name: list(why) for name, why in grade.unfit.items()},
        },
    )


def grade_of(subtask: Subtask, item: Item, score: Score) -> Grade:
    """The grade that :func:`score_of` made ``score`` from."""
    values: Any = score.value
    about = score.metadata or {}
    measures = {
        name: None if value is None or math.isnan(value) else float(value)
        for name, value in (values.items() if isinstance(values, Mapping) else ())
    }
    outcome = Outcome(about["outcome"])
    reading = Reading(outcome, about.get("read"), about.get("rule", ""))
    unfit = {name: tuple(why) for name, why in about.get("unfit", {}).items()}
    return Grade(subtask.id, item, outcome, reading, measures, about.get("reasons", {}), about.get("kept", 1.0), unfit)


@metric(name="headline", scores="unreduced")
def headline(subtask: str, suite: str, data: str | None, languages: str, scoring: str, options: str = "") -> Metric:
    """The subtask's headline figure over the samples that have a score, with interval, n, unscored items, provisional (1)."""

    def compute(scores: list[SampleScore]) -> dict[str, float]:
        items = task_items(subtask, suite, data, languages, scoring, options)
        grades = [
            grade_of(items.subtask, items.by_id[str(score.sample_id)], score.score)
            for score in scores
            if str(score.sample_id) in items.by_id
        ]
        figure = figures(items.subtask, grades, items.source.scoring).headline
        low, high = figure.interval or (math.nan, math.nan)
        value = math.nan if figure.value is None else figure.value
        return {
            figure.name: value,
            "interval_low": low,
            "interval_high": high,
            "n": float(figure.n),
            "unscored": float(figure.unscored),
            "provisional": float(figure.provisional),
        }

    return compute


@scorer(metrics=[])
def subtask_scorer(
    subtask: str,
    suite: str = "open",
    data: str | None = None,
    languages: str = "en,zh",
    scoring: str = "audited",
    options: str = "",
) -> Scorer:
    """Reads, asks the grader when one is bound, and grades, as the subtask's protocol says.

    A sample that failed for good is scored too, as a provider error.
    """

    async def score(state: TaskState, target: Target) -> Score:
        items = task_items(subtask, suite, data, languages, scoring, options)
        record, kind, item = items.subtask, items.source.scoring, items.by_id[str(state.sample_id)]
        reply = sample_reply(state)
        reading = record.read(item, reply, kind)
        grader = grader_for(record, record.deciders(items.source.options).judge)
        verdicts: dict[str, Verdict] = {}
        if grader is not None:
            for question in record.questions(item, reply, reading, kind):
                verdicts[question.rubric.id] = await ask_grader(grader, question)
        return score_of(grade_item(record, item, reply, reading, verdicts, kind))

    return score
