"""Scoring a run folder again: other scoring, or another judge over the same replies. No reply is asked for."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from trustmh.engine.store import CallStore
from trustmh.items import Scoring, TrustmhError
from trustmh.results.run_record import RunRecord
from trustmh.runs.classifier_stage import collect_scores
from trustmh.runs.execute import ModelOptions, Watch, check_judge, model_of, new_record, open_chat
from trustmh.runs.folder import CALLS_FILE, data_of, existing_run, open_folder, remember_data
from trustmh.runs.local_weights import have_weights
from trustmh.runs.request import PlannedSubtask, Request, data_hashes, plan
from trustmh.runs.scored_run import ScoredRun, score_run, write_scores
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


def scored_by_other_rules(record: RunRecord, planned: tuple[PlannedSubtask, ...]) -> tuple[str, ...]:
    """What must be said when subtasks are now read or graded by another version of their protocol; nothing when none is."""
    moved = [
        f"{one.subtask.id} ({made} then, {one.subtask.version} now)"
        for one in planned
        if (made := record.subtasks[one.subtask.id].version) != one.subtask.version
    ]
    if not moved:
        return ()
    return (
        f"protocol versions have changed since this run (trustmh {record.trustmh}), and figures with them: {', '.join(moved)}",
    )


def rescore(
    folder: Path,
    *,
    data: Path | None,
    scoring: Scoring | None,
    judge: str | None,
    options: ModelOptions,
    watch: Watch,
    out: Path | None = None,
) -> ScoredRun:
    """Figures of a run folder from its store. No reply is asked for, and no classifier: their stored scores are used.

    With ``judge``, its verdicts are asked for and stored beside the earlier judge's; nothing else in the folder changes.
    With ``out``, too, they go into a run folder of their own, which holds the same replies and is a run of the same model
    under this judge; then nothing in ``folder`` changes. The same call continues either.

    Raises:
        TrustmhError: no run there, other data or prompts than it was made with, a bad judge, ``out`` holds other things.
    """
    record = existing_run(folder)
    if out is not None:
        _must_be_another_run(folder, record, scoring, judge, out)
    if data is not None and record.suite == "open":
        raise TrustmhError(
            f"--data {data}: {folder} is a run of the open suite, which ships inside trustmh; leave it out"
        )
    data = data_of(folder, data)
    request = request_of(record, data, scoring)
    planned = plan(request)
    must_be_unchanged(folder, record, planned, request)
    for line in scored_by_other_rules(record, planned):
        watch.note(line)
    asked_as = replace(request, scoring=record.scoring)
    with ExitStack() as stack:
        have_weights(judge, watch.note, watch.fetching)
        chat = stack.enter_context(open_chat(judge, options)) if judge else None
        judge_record = model_of(chat) if chat else record.judge
        notes: list[str] = []
        check_judge(record.model, judge_record, notes.append)
        for line in notes:
            watch.note(line)
        if out is None or judge_record is None:
            record = record.model_copy(update={"judge": judge_record, "scoring": request.scoring})
            store = stack.enter_context(CallStore(folder / CALLS_FILE, read_only=chat is None))
        else:
            notes = [*_notes_without_judge(record), *notes]
            record = new_record(request, planned, record.model, judge_record, record.classifiers, notes)
            record = open_folder(out, record)
            remember_data(out, data)
            store = stack.enter_context(CallStore(out / CALLS_FILE))
            with CallStore(folder / CALLS_FILE, read_only=True) as earlier:
                kept = (record.model, judge_record, *record.classifiers.values())
                store.take(earlier, {one.identity for one in kept})
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
        scored = score_run(out or folder, record, planned, request, collected)
    if out is not None:
        write_scores(scored)
    return scored


def _must_be_another_run(
    folder: Path, record: RunRecord, scoring: Scoring | None, judge: str | None, out: Path
) -> None:
    """Raise :class:`TrustmhError` unless what goes into ``out`` is a run that could be made and continued there."""
    if judge is None:
        raise TrustmhError(f"--out {out}: the figures of another judge go there; name the judge with --judge")
    if scoring is not None and scoring != record.scoring:
        raise TrustmhError(
            f"--out {out}: the replies were asked for under {record.scoring} scoring, and so is the run in the new folder; "
            "leave --scoring out"
        )
    if out.resolve() == folder.resolve():
        raise TrustmhError(f"--out {out} is the folder of the run itself; name another")


def _notes_without_judge(record: RunRecord) -> list[str]:
    """What stands in the record but was said of its judge."""
    of_judge: list[str] = []
    check_judge(record.model, record.judge, of_judge.append)
    return [line for line in record.notes if line not in of_judge]
