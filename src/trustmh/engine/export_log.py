"""Builds inspect-ai's log records from a subtask's items, replies, grades and figures."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, cast

from inspect_ai.log import (
    EvalConfig,
    EvalDataset,
    EvalError,
    EvalLog,
    EvalMetric,
    EvalResults,
    EvalSample,
    EvalScore,
    EvalSpec,
    EvalStats,
)
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessageAssistant,
    ContentReasoning,
    ContentText,
    ModelOutput,
    ModelUsage,
    StopReason,
)
from inspect_ai.scorer import Score

from trustmh.engine.calls import Usage
from trustmh.engine.chat_messages import chat_messages
from trustmh.engine.export import STOPS, SubtaskExport, figures, packages
from trustmh.engine.task_scoring import score_of
from trustmh.items import Estimate, Grade, Item, Reply
from trustmh.judges.question import Verdict
from trustmh.pillars.shortening import as_sent

SCORER = "trustmh"


def eval_log(export: SubtaskExport) -> EvalLog:
    """The whole log of one subtask."""
    grades = {grade.item.id: grade for grade in export.grades}
    samples = [_sample(export, item, grades.get(item.id)) for item in export.items]
    return EvalLog(
        status="success",
        eval=_spec(export),
        results=_results(export, samples),
        stats=EvalStats(
            started_at=export.created.isoformat(),
            completed_at=export.created.isoformat(),
            model_usage={export.model: _sum([sample.output.usage for sample in samples])},
        ),
        samples=samples,
    )


def _spec(export: SubtaskExport) -> EvalSpec:
    subtask = export.subtask
    return EvalSpec(
        eval_id=export.log_id,
        run_id=export.log_id,
        task_id=export.log_id,
        created=export.created.isoformat(),
        task=f"trustmh/{subtask.id}",
        task_version=subtask.version,
        task_display_name=subtask.title["en"],
        task_args={"suite": export.suite, "scoring": export.scoring},
        dataset=EvalDataset(
            name=f"{subtask.id}-{export.suite}",
            samples=len(export.items),
            sample_ids=[item.id for item in export.items],
            shuffled=False,
        ),
        model=export.model,
        config=EvalConfig(),
        packages=packages(),
        metadata={"pillar": subtask.pillar.id, "protocol": subtask.protocol, "judge": export.judge},
    )


def _results(export: SubtaskExport, samples: list[EvalSample]) -> EvalResults:
    headline = export.result.headline
    return EvalResults(
        total_samples=len(samples),
        completed_samples=sum(sample.error is None for sample in samples),
        scores=[
            EvalScore(
                name=SCORER,
                scorer=SCORER,
                scored_samples=headline.n,
                unscored_samples=headline.unscored,
                metrics={figure.name: _metric(figure) for figure in figures(export.result)},
            )
        ],
        metadata={"notes": list(export.result.notes), "provisional": headline.provisional},
    )


def _metric(figure: Estimate) -> EvalMetric:
    about: dict[str, Any] = {"n": figure.n, "method": figure.method, "note": figure.note}
    if figure.interval is not None:
        about["interval"] = list(figure.interval)
    about["outcomes"] = dict(figure.outcomes)
    return EvalMetric(name=figure.name, value=math.nan if figure.value is None else figure.value, metadata=about)


def _sample(export: SubtaskExport, item: Item, grade: Grade | None) -> EvalSample:
    reply = export.replies.get(item.id)
    sent = item if reply is None else as_sent(export.subtask, item, reply)
    messages = chat_messages(export.subtask.messages(sent, export.scoring))
    for place, message in enumerate(messages):
        message.id = f"{item.id}:{place}"
    sample = EvalSample(
        id=item.id,
        epoch=1,
        input=messages,
        target="" if item.gold is None else str(item.gold),
        messages=list(messages),
        metadata={"dataset": item.dataset, "language": item.language, "cluster": item.cluster, **item.groups},
        scores=None if grade is None else {SCORER: _score(grade, export.verdicts.get(item.id, {}))},
        uuid=f"{export.log_id}:{item.id}",
    )
    problem = "no reply was recorded" if reply is None or reply.missing else reply.error
    if reply is None or problem:
        sample.error = EvalError(message=problem or "", traceback="", traceback_ansi="")
        return sample
    sample.output = _output(export.model, item, reply, export.usage.get(item.id))
    sample.messages.append(sample.output.choices[0].message)
    return sample


def _output(model: str, item: Item, reply: Reply, usage: Usage | None) -> ModelOutput:
    content: str | list[Any] = reply.text
    if reply.reasoning:
        content = [ContentReasoning(reasoning=reply.reasoning), ContentText(text=reply.text)]
    message = ChatMessageAssistant(id=f"{item.id}:reply", content=content, model=model, source="generate")
    stop = cast(StopReason, STOPS[reply.stop])
    output = ModelOutput(model=model, choices=[ChatCompletionChoice(message=message, stop_reason=stop)])
    if usage is not None:
        output.usage = ModelUsage(
            input_tokens=usage.input_tokens - usage.cached_tokens,
            output_tokens=usage.output_tokens,
            total_tokens=usage.input_tokens + usage.output_tokens,
            input_tokens_cache_read=usage.cached_tokens,
            reasoning_tokens=usage.reasoning_tokens,
        )
    return output


def _score(grade: Grade, verdicts: Mapping[str, Verdict]) -> Score:
    score = score_of(grade)
    if verdicts:
        told = {
            rubric: {"judge": verdict.judge, "text": verdict.text, "problem": verdict.problem}
            for rubric, verdict in verdicts.items()
        }
        score.metadata = {**(score.metadata or {}), "verdicts": told}
    return score


def _sum(usages: list[ModelUsage | None]) -> ModelUsage:
    total = ModelUsage()
    for usage in usages:
        if usage is not None:
            total = total + usage
    return total
