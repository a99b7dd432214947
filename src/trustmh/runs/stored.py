"""A finished run, read back from its folder: record, items, replies, verdicts, figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from trustmh.engine.store import CallStore
from trustmh.items import TrustmhError
from trustmh.pillars.subtask import SubtaskResult
from trustmh.results.atomic_file import write_anew
from trustmh.results.figures import RESULTS_FILE, read_results
from trustmh.results.grade_table import GradedItem, read_grades
from trustmh.results.run_record import RunRecord
from trustmh.runs.classifier_stage import collect_scores
from trustmh.runs.folder import CALLS_FILE, GRADES_FILE, data_of, existing_run
from trustmh.runs.request import PlannedSubtask, Request, plan
from trustmh.runs.rescore import must_be_unchanged, request_of
from trustmh.runs.stages import Collected, collect_replies, collect_verdicts


@dataclass(frozen=True, slots=True)
class StoredRun:
    """Everything a run folder holds. ``grades`` and ``results`` are as they were written; the rest comes from the store."""

    folder: Path
    record: RunRecord
    request: Request
    planned: tuple[PlannedSubtask, ...]
    collected: Collected
    grades: tuple[GradedItem, ...]
    results: Mapping[str, SubtaskResult]


def read_run(folder: Path, data: Path | None) -> StoredRun:
    """Read a run folder.

    Raises:
        TrustmhError: no run there, not scored yet, damaged, the paper suite's files are not at hand, or data or prompts
            have changed since.
    """
    record = existing_run(folder)
    request = request_of(record, data_of(folder, data))
    results = read_results(folder / RESULTS_FILE)
    if set(results) != set(record.subtasks):
        path = folder / RESULTS_FILE
        raise TrustmhError(f"{path} has not the figures of the subtasks that {folder} was made for; {write_anew(path)}")
    grades = tuple(read_grades(folder / GRADES_FILE))
    planned = plan(request)
    must_be_unchanged(folder, record, planned, request)
    with CallStore(folder / CALLS_FILE, read_only=True) as store:
        collected = collect_replies(planned, record.model.identity, request, store)
        collect_scores(planned, request, collected, store, record.classifiers)
        if record.judge is not None:
            collect_verdicts(planned, request, collected, store, record.judge.name, record.judge.identity)
    return StoredRun(folder, record, request, planned, collected, grades, results)
