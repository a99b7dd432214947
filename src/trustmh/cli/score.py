"""``trustmh score``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from trustmh.cli.show import console, note, number, print_figures, print_json, print_problems
from trustmh.items import Scoring
from trustmh.pillars.table import find
from trustmh.results.figures import result_to_json
from trustmh.runs.classifier_stage import need_no_classifier
from trustmh.runs.execute import ModelOptions, Watch
from trustmh.runs.recorded import RecordedScores, RecordedSubtask, score_recorded
from trustmh.runs.request import Request


def score_recorded_command(replies: Path, request: Request, judge: str, allow_partial: bool, as_json: bool) -> int:
    """Score recorded replies; status 1 when a figure is missing or the replies were out of order."""
    need_no_classifier(find(request.subtasks), request.options)
    scores = score_recorded(replies, request, judge=judge)
    if as_json:
        print_json({one.scored.subtask.id: _json(one) for one in scores.subtasks})
    else:
        print_figures([one.scored for one in scores.subtasks])
        _print_differences(scores)
    for line in scores.notes:
        note(line)
    named = [*scores.problems, *(problem for one in scores.subtasks for problem in one.problems)]
    # What concerns two subtasks is said once.
    print_problems(list(dict.fromkeys(named)), "--json lists all")
    figures = all(one.scored.result.headline.value is not None for one in scores.subtasks)
    return 0 if figures and (scores.complete or allow_partial) else 1


def score_run_command(
    folder: Path,
    data: Path | None,
    scoring: Scoring | None,
    judge: str | None,
    out: Path | None,
    options: ModelOptions,
    as_json: bool,
) -> int:
    """Score a run folder again; with ``out``, into a run folder of its own with its report."""
    from trustmh.cli.models import weights_progress
    from trustmh.cli.progress import call_progress
    from trustmh.cli.report import write_run_report
    from trustmh.runs.rescore import rescore

    with call_progress() as progress:
        run = rescore(
            folder,
            data=data,
            scoring=scoring,
            judge=judge,
            options=options,
            watch=Watch(progress, note, weights_progress),
            out=out,
        )
    report = None if out is None else write_run_report([out], None, data, "en")
    if as_json:
        print_json({one.subtask.id: result_to_json(one.result) for one in run.scored})
    else:
        print_figures(run.scored)
        if report is not None:
            print(f"run folder: {out}")
            print(f"report:     {report}")
    if judge is not None and out is None:
        note(
            f"the verdicts of {judge} are stored in {folder}, whose report and figures stay those of its own judge; "
            f"trustmh score {folder} --judge {judge} --out NEW makes a run folder of them and asks nothing again"
        )
    return 0 if run.complete else 1


def _json(one: RecordedSubtask) -> dict[str, Any]:
    fields = result_to_json(one.scored.result)
    fields["judge"] = one.judge or None
    fields["problems"] = [
        {
            "kind": problem.kind,
            "file": problem.file,
            "line": problem.line,
            "item": problem.item,
            "detail": problem.detail,
        }
        for problem in one.problems
    ]
    fields["differences"] = {
        "figures": [
            {
                "figure": figure.figure,
                "reference": figure.reference,
                "audited": figure.audited,
                "reference_n": figure.reference_n,
                "audited_n": figure.audited_n,
                "reasons": [declared.reason for declared in figure.reasons],
            }
            for figure in one.figures
        ],
        "readings": [
            {"item": reading.item, "reference": reading.reference, "audited": reading.audited, "rule": reading.rule}
            for reading in one.readings
        ],
        "declared": [
            {
                "figures": list(declared.figures),
                "reference": declared.reference,
                "audited": declared.audited,
                "reason": declared.reason,
            }
            for declared in one.scored.subtask.differences
        ],
    }
    return {name: fields[name] for name in sorted(fields)}


def _print_differences(scores: RecordedScores) -> None:
    screen = console()
    rows = [figure for one in scores.subtasks for figure in one.figures]
    if not rows:
        return
    table = Table(
        title="Audited and reference scoring of the same replies: what differs",
        title_justify="left",
        title_style="bold",
    )
    for name in ("subtask", "figure"):
        table.add_column(name)
    for name in ("reference", "n", "audited", "n"):
        table.add_column(name, justify="right")
    table.add_column("reason", overflow="fold")
    reasons: dict[str, int] = {}
    for row in rows:
        marks = [str(reasons.setdefault(declared.reason, len(reasons) + 1)) for declared in row.reasons]
        cells = (number(row.reference), str(row.reference_n), number(row.audited), str(row.audited_n))
        table.add_row(row.subtask, row.figure, *cells, ", ".join(marks))
    screen.print(table)
    for reason, mark in reasons.items():
        screen.print(Text(f"  {mark}. {reason}"))
    for one in scores.subtasks:
        for reading in one.readings:
            screen.print(
                Text(
                    f"  {reading.item}: reference reads {reading.reference}, audited {reading.audited} ({reading.rule})"
                )
            )
