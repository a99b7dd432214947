"""Several runs side by side, and audited scoring beside the reference's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from trustmh.items import Estimate
from trustmh.pillars.subtask import Subtask
from trustmh.report.figure_names import figure_name
from trustmh.report.figure_rows import BASELINE
from trustmh.report.numbers import MISSING, written
from trustmh.report.report_run import ReportRun
from trustmh.results.run_record import differences


@dataclass(frozen=True, slots=True)
class ScoringRow:
    """One figure under both scorings; ``reasons`` are the declared differences that can move it."""

    name: Markup
    reference: str
    reference_n: str
    audited: str
    audited_n: str
    reasons: tuple[str, ...]


def settings_that_differ(runs: Sequence[ReportRun]) -> list[str]:
    """Settings, other than the model, in which the runs differ: then their figures are not of one kind."""
    found: dict[str, None] = {}
    for run in runs[1:]:
        for name in differences(runs[0].record, run.record):
            if not name.startswith("model."):
                found[name] = None
    return list(found)


def scoring_rows(run: ReportRun, subtask: Subtask) -> list[ScoringRow]:
    """The figures that differ, as written, between the run's own figures and those of the reference scoring."""
    audited, reference = run.results.get(subtask.id), run.reference.get(subtask.id)
    if audited is None or reference is None:
        return []
    left, right = ({one.name: one for one in (result.headline, *result.secondary)} for result in (reference, audited))
    names = [name for name in dict.fromkeys([*left, *right]) if not name.startswith(BASELINE)]
    rows = [_row(subtask, name, left.get(name), right.get(name)) for name in names]
    return [row for row in rows if (row.reference, row.reference_n) != (row.audited, row.audited_n)]


def _row(subtask: Subtask, name: str, reference: Estimate | None, audited: Estimate | None) -> ScoringRow:
    counts = (None if reference is None else reference.n, None if audited is None else audited.n)
    moved = counts[0] != counts[1]
    return ScoringRow(
        name=figure_name(name),
        reference=written(None if reference is None else reference.value),
        reference_n=MISSING if counts[0] is None else str(counts[0]),
        audited=written(None if audited is None else audited.value),
        audited_n=MISSING if counts[1] is None else str(counts[1]),
        reasons=tuple(one.reason for one in subtask.differences if one.explains(name, n_moved=moved)),
    )
