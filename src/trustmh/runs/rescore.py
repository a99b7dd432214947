"""Scoring a run folder again: other scoring, or another judge over the same replies. No reply is asked for."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from trustmh.engine.store import CallStore
from trustmh.items import Scoring, TrustmhError
from trustmh.results.run_record import RunRecord
from trustmh.runs.classifier_stage import collect_scores
from trustmh.runs.execute import ModelOptions, Watch, check_judge, model_of, open_chat
from trustmh.runs.folder import CALLS_FILE, existing_run
from trustmh.runs.request import PlannedSubtask, Request, data_hashes, plan
from trustmh.runs.scored_run import ScoredRun, score_run
from trustmh.runs.stages import collect_replies, collect_verdicts


def request_of(record: RunRecord, data: Path | None, scoring: Scoring | None = None) -> Request:
    """The request that a run record stands for. No path is recorded: ``data`` says where the paper suite's files are."""
    return Request(
        subtasks=tuple(record.subtasks),
        suite=record.suite,
        data=data,
        scoring=scoring or record.scoring,
        languages=record.languages,
        limits=record.limits,
        options=record.options,
        reasoning_tokens=record.reasoning_tokens,
    )


def must_be_unchanged(folder: Path, record: RunRecord, planned: tuple[PlannedSubtask, ...], request: Request) -> None:
    """Raise :class:`TrustmhError` when data or prompts are others than those the stored replies were given to."""
    changed = {
        name for name, digest in data_hashes(planned, request).items() if record.data.get(name, digest) != digest
    }
    if changed:
        raise TrustmhError(f"{folder} was made with other data: {', '.join(sorted(changed))} has changed since")
    asked = [
        one.subtask.id
        for one in planned
        if one.subtask.prompt_version != record.subtasks[one.subtask.id].prompt_version
    ]
    if asked:
        raise TrustmhError(
            f"{folder} was made with other prompts of {', '.join(asked)} (trustmh {record.trustmh}): its replies answer "
            "other questions; run again in another folder, or use the version it was made with"
        )


def rescore(
    folder: Path, *, data: Path | None, scoring: Scoring | None, judge: str | None, options: ModelOptions, watch: Watch
) -> ScoredRun:
    """Figures of a run folder from its store.

    With ``judge``, its verdicts are asked for and stored beside the earlier judge's. Nothing else in the folder changes.
    Classifiers are not asked: their stored scores are used.

    Raises:
        TrustmhError: no run there, other data or prompts than it was made with, a bad judge.
    """
    record = existing_run(folder)
    request = request_of(record, data, scoring)
    planned = plan(request)
    must_be_unchanged(folder, record, planned, request)
    asked_as = replace(request, scoring=record.scoring)
    with ExitStack() as stack:
        chat = stack.enter_context(open_chat(judge, options)) if judge else None
        judge_record = model_of(chat) if chat else record.judge
        check_judge(record.model, judge_record, watch.note)
        record = record.model_copy(update={"judge": judge_record, "scoring": request.scoring})
        store = stack.enter_context(CallStore(folder / CALLS_FILE, read_only=chat is None))
        collected = collect_replies(planned, record.model.identity, asked_as, store)
        collect_scores(planned, request, collected, store, record.classifiers)
        if judge_record is not None:
            collect_verdicts(
                planned,
                request,
                collected,
                store,
                judge_record.name,
                judge_record.identity,
                chat=chat,
                progress=watch.progress,
            )
        if chat is not None and collected.unanswered:
            watch.note(collected.unanswered)
        return score_run(folder, record, planned, request, collected)
