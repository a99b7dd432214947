"""A run folder as inspect-ai logs."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from trustmh.engine.export import SubtaskExport, export_inspect
from trustmh.pillars.scoring import score_subtask
from trustmh.runs.stored import read_run


def export_run(folder: Path, out: Path, data: Path | None) -> list[Path]:
    """Write one log a subtask. Errors as in :func:`trustmh.runs.stored.read_run`, or the folder cannot be written."""
    run = read_run(folder, data)
    exports = []
    for one in run.planned:
        replies = run.collected.replies.get(one.subtask.id, {})
        verdicts = run.collected.verdicts.get(one.subtask.id, {})
        scored = score_subtask(one.subtask, one.items, replies, verdicts, run.record.scoring)
        exports.append(
            SubtaskExport(
                subtask=one.subtask,
                suite=run.record.suite,
                scoring=run.record.scoring,
                items=one.items,
                replies=replies,
                grades=scored.grades,
                result=scored.result,
                model=run.record.model.name,
                created=datetime.fromisoformat(run.record.created),
                usage=run.collected.usage.get(one.subtask.id, {}),
                verdicts=verdicts,
                judge=run.record.judge.name if run.record.judge else None,
            )
        )
    return export_inspect(exports, out)
