"""``trustmh run``."""

from __future__ import annotations

from pathlib import Path

from trustmh.cli.models import weights_progress
from trustmh.cli.progress import call_progress
from trustmh.cli.report import write_run_report
from trustmh.cli.show import note, print_figures, print_json, print_problems
from trustmh.results.figures import result_to_json
from trustmh.runs.execute import ModelOptions, Watch, execute
from trustmh.runs.request import Request, published_data_lacks


def run_command(
    request: Request,
    model: str,
    judge: str | None,
    out: Path | None,
    options: ModelOptions,
    language: str,
    as_json: bool,
    allow_partial: bool,
) -> int:
    """Run and report; status 1 when a figure or published data is missing, or recorded replies were out of order."""
    with call_progress() as progress:
        run = execute(request, model, judge, out, options, Watch(progress, note, weights_progress))
    report = write_run_report([run.folder], None, request.data, language)
    if as_json:
        print_json({one.subtask.id: result_to_json(one.result) for one in run.scored})
    else:
        print_figures(run.scored, secondary=False)
        print(f"run folder: {run.folder}")
        print(f"report:     {report}")
    print_problems(run.problems, "trustmh score --replies DIR --json lists all")
    figures = all(one.result.headline.value is not None for one in run.scored)
    whole = not run.problems and not published_data_lacks(run.planned, run.request)
    return 0 if figures and (whole or allow_partial) else 1
