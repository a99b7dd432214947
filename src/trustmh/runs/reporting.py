"""A run folder as the report needs it."""

from __future__ import annotations

from pathlib import Path

from trustmh.items import Scoring
from trustmh.judges.deciders import measurements
from trustmh.pillars.scoring import score_subtask
from trustmh.pillars.shortening import as_sent
from trustmh.pillars.subtask import SubtaskResult
from trustmh.pillars.table import SUBTASKS
from trustmh.report.report_run import ReportRun, Transcript
from trustmh.results.grade_table import GradedItem
from trustmh.runs.stored import StoredRun, read_run


def report_run(folder: Path, data: Path | None) -> ReportRun:
    """Record, figures, grades and transcripts of a run folder. Errors as in :func:`trustmh.runs.stored.read_run`."""
    run = read_run(folder, data)
    items = {(one.subtask.id, item.id): item for one in run.planned for item in one.items}
    subtasks = {one.subtask.id: one.subtask for one in run.planned}

    def transcript(graded: GradedItem) -> Transcript | None:
        name, item_id = graded.grade.subtask, graded.grade.item.id
        item = items.get((name, item_id))
        reply = run.collected.replies.get(name, {}).get(item_id)
        if item is None or reply is None:
            return None
        verdicts = run.collected.verdicts.get(name, {}).get(item_id, {})
        return Transcript(
            messages=subtasks[name].messages(as_sent(subtasks[name], item, reply), run.record.scoring),
            reply=reply,
            verdicts=tuple(verdicts.values()),
        )

    return ReportRun(
        name=run.record.model.name if folder.name == "" else folder.name,
        record=run.record,
        subtasks=SUBTASKS,
        results=run.results,
        grades=run.grades,
        transcript=transcript,
        reference=reference_results(run),
        measured=measurements(run.record.judge.name) if run.record.judge else (),
        notes=dropped_notes(run),
    )


def reference_results(run: StoredRun) -> dict[str, SubtaskResult]:
    """Figures of the same replies under the reference scoring, for the paper suite's audited runs."""
    other: Scoring = "reference"
    if run.record.suite != "paper" or run.record.scoring == other:
        return {}
    return {
        one.subtask.id: score_subtask(
            one.subtask,
            one.items,
            run.collected.replies.get(one.subtask.id, {}),
            run.collected.verdicts.get(one.subtask.id, {}),
            other,
        ).result
        for one in run.planned
        if one.subtask.differences
    }


def dropped_notes(run: StoredRun) -> tuple[str, ...]:
    """What providers dropped or changed, with how often."""
    return tuple(
        f"{name}: not sent as asked for {count} calls" for name, count in sorted(run.collected.dropped.items())
    )
