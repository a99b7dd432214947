"""The commands of ``trustmh`` and their options. Heavy imports happen inside the commands, so that --help is quick."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from trustmh import __version__
from trustmh.cli.data import data_app
from trustmh.cli.options import (
    AllowPartial,
    BaseUrl,
    Connections,
    Data,
    Gguf,
    Json,
    Judge,
    Languages,
    Limits,
    Model,
    Options,
    Out,
    Refusal,
    ReportLanguage,
    Retries,
    ScoringName,
    Subtasks,
    SuiteName,
    Threads,
    Timeout,
    Toxicity,
)

app = typer.Typer(
    name="trustmh",
    help="Can a language model be trusted with someone's mental health?\n\nEight pillars, nineteen subtasks, English "
    "and Chinese. Start with: trustmh run --model local/smollm2 --subtask ethics --subtask knowledge --limit 8",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
export_app = typer.Typer(help="Write a run in another tool's format.", no_args_is_help=True)
models_app = typer.Typer(
    help="Models without a provider: what there is, and fetching weights ahead of time.", no_args_is_help=True
)
app.add_typer(export_app, name="export")
app.add_typer(models_app, name="models")
app.add_typer(data_app, name="data")


@app.callback(invoke_without_command=True)
def trustmh(version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    """Options of the program itself."""
    if version:
        print(f"trustmh {__version__}")
        raise typer.Exit


@app.command()
def run(
    model: Model,
    judge: Judge = None,
    subtask: Subtasks = None,
    suite: SuiteName = None,
    data: Data = None,
    scoring: ScoringName = "audited",
    languages: Languages = "en,zh",
    limit: Limits = None,
    option: Options = None,
    refusal: Refusal = None,
    toxicity: Toxicity = None,
    reasoning_tokens: Annotated[
        int, typer.Option("--reasoning-tokens", help="Room to think, added to every output cap of model and judge.")
    ] = 0,
    out: Out = None,
    connections: Connections = None,
    threads: Threads = None,
    gguf: Gguf = None,
    base_url: BaseUrl = None,
    timeout: Timeout = None,
    retries: Retries = 5,
    allow_partial: AllowPartial = False,
    lang: ReportLanguage = "en",
    json: Json = False,
) -> None:
    """Ask a model, judge its replies, and write figures and a report. The same command continues an interrupted run."""
    from trustmh.cli import parse
    from trustmh.cli.run import run_command
    from trustmh.runs.execute import ModelOptions

    parse.report_language(lang)
    chosen = parse.with_shorthands(option, refusal=refusal, toxicity=toxicity)
    request = parse.request(subtask, suite, data, scoring, languages, limit, chosen, reasoning_tokens)
    options = ModelOptions(connections, threads, gguf, base_url, timeout, retries)
    raise typer.Exit(run_command(request, model, judge, out, options, lang, json, allow_partial))


@app.command()
def score(
    run: Annotated[Path | None, typer.Argument(help="A run folder to score again.")] = None,
    replies: Annotated[Path | None, typer.Option("--replies", help="Folder of recorded replies (JSON Lines).")] = None,
    subtask: Subtasks = None,
    suite: SuiteName = None,
    data: Data = None,
    scoring: Annotated[str | None, typer.Option("--scoring", help="audited (default) or reference.")] = None,
    languages: Annotated[
        str | None, typer.Option("--languages", help="Languages of the items, separated by commas. Default: en,zh.")
    ] = None,
    option: Options = None,
    refusal: Refusal = None,
    toxicity: Toxicity = None,
    judge: Annotated[
        str | None, typer.Option("--judge", "-j", help="Judge the replies of RUN anew with this model.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            help="With RUN and --judge: a new run folder for these replies under that judge, with report.",
        ),
    ] = None,
    limit: Limits = None,
    recorded_judge: Annotated[
        str | None, typer.Option("--recorded-judge", help="With --replies: whose recorded verdicts to use.")
    ] = None,
    threads: Threads = None,
    connections: Connections = None,
    allow_partial: AllowPartial = False,
    json: Json = False,
) -> None:
    """Score a run folder again, or replies that were recorded elsewhere."""
    from trustmh.cli import parse
    from trustmh.cli.score import score_recorded_command, score_run_command
    from trustmh.items import TrustmhError
    from trustmh.runs.execute import ModelOptions

    if (run is None) == (replies is None):
        raise TrustmhError("give either a run folder or --replies DIR")
    chosen = parse.with_shorthands(option, refusal=refusal, toxicity=toxicity)
    if run is not None:
        parse.must_fit("a run folder keeps the options it was made with; run again with others", option=chosen)
        parse.must_fit(
            "goes with --replies; a run folder keeps the subtasks and items it was made with",
            subtask=subtask,
            suite=suite,
            languages=languages,
            limit=limit,
            recorded_judge=recorded_judge,
            allow_partial=allow_partial,
        )
        if judge is None:
            parse.must_fit("goes with --judge; without, no model is reached", threads=threads, connections=connections)
        options = ModelOptions(connections=connections, threads=threads)
        raise typer.Exit(
            score_run_command(run, data, parse.scoring(scoring) if scoring else None, judge, out, options, json)
        )
    assert replies is not None
    if out is not None:
        raise TrustmhError(
            f"--out {out} goes with a run folder and --judge: for a run folder of recorded replies use trustmh run "
            "--model replay/DIR"
        )
    if judge is not None:
        raise TrustmhError(
            "judging recorded replies takes a run folder for the verdicts: use trustmh run --model replay/DIR --judge …"
        )
    parse.must_fit(
        "goes with a run folder and --judge; no model is reached for recorded replies",
        threads=threads,
        connections=connections,
    )
    request = parse.request(subtask, suite, data, scoring or "audited", languages or "en,zh", limit, chosen, 0)
    raise typer.Exit(score_recorded_command(replies, request, recorded_judge or "", allow_partial, json))


@app.command()
def report(
    runs: Annotated[list[Path], typer.Argument(help="One run folder, or several to set side by side.")],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            help="The HTML file. Default: report.html in the run folder; of several, comparison.html in the first.",
        ),
    ] = None,
    data: Data = None,
    lang: ReportLanguage = "en",
    json: Json = False,
) -> None:
    """Write one self-contained HTML file about a run, or about several side by side."""
    from trustmh.cli import parse
    from trustmh.cli.report import report_command

    parse.report_language(lang)
    report_command(runs, out, data, lang, json)


@export_app.command("inspect")
def export_inspect(
    run: Annotated[Path, typer.Argument(help="A run folder.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Folder for the logs. Default: inspect/ in the run folder.")
    ] = None,
    data: Data = None,
) -> None:
    """Write one .eval log a subtask, for `inspect view`."""
    from trustmh.cli.export import export_inspect_command

    export_inspect_command(run, out, data)


@models_app.command("list")
def models_list(json: Json = False) -> None:
    """Local models with size, licence and whether their weights are here; and the built-in baselines."""
    from trustmh.cli.models import list_command

    list_command(json)


@models_app.command("fetch")
def models_fetch(name: Annotated[str, typer.Argument(help="Name of a local model, with or without local/.")]) -> None:
    """Fetch and verify a local model's weights ahead of time."""
    from trustmh.cli.models import fetch_command

    fetch_command(name)


@app.command()
def items(
    subtask: Annotated[list[str], typer.Argument(help="Subtasks or pillars.")],
    suite: SuiteName = None,
    data: Data = None,
    scoring: ScoringName = "audited",
    languages: Languages = "en,zh",
    limit: Limits = None,
    option: Options = None,
) -> None:
    """Print what a model is asked as JSON Lines, to record replies of a system that has no API."""
    from trustmh.cli import parse
    from trustmh.cli.items import items_command

    items_command(parse.request(subtask, suite, data, scoring, languages, limit, option, 0))


@app.command()
def subtasks(json: Json = False) -> None:
    """The table of subtasks: metric, judge, data, options, and where the protocol card lies."""
    from trustmh.cli.subtasks import subtasks_command

    subtasks_command(json)


@app.command()
def perturb(
    file: Annotated[Path, typer.Argument(help="Text, one text a line, or JSON Lines (.jsonl) with --field.")],
    level: Annotated[
        list[str] | None,
        typer.Option("--level", "-l", help="character, word or sentence; repeat to stack, all for the three."),
    ] = None,
    intensity: Annotated[str, typer.Option("--intensity", "-i", help="low, medium or high.")] = "medium",
    seed: Annotated[int, typer.Option("--seed", help="Any whole number; the same seed gives the same bytes.")] = 0,
    language: Annotated[str, typer.Option("--language", help="en, zh, or auto to decide text by text.")] = "auto",
    field: Annotated[
        str | None, typer.Option("--field", help="Field of JSON Lines: a text, a list of texts, or a dialogue.")
    ] = None,
    protect: Annotated[
        list[str] | None, typer.Option("--protect", help="Regular expression of what may not be touched. Repeatable.")
    ] = None,
    operation: Annotated[
        list[str] | None, typer.Option("--operation", help="One operation, such as word.swap; repeat for several.")
    ] = None,
    allow_meaning_changes: Annotated[
        bool, typer.Option("--allow-meaning-changes", help="Lift the guards of negations, numbers and answers.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write the perturbed file here and show a summary only.")
    ] = None,
    json: Json = False,
) -> None:
    """Perturb your own texts: before and after, edits marked."""
    from trustmh.cli.perturb import perturb_command

    perturb_command(
        file,
        level or [],
        intensity,
        seed,
        language,
        field,
        protect or [],
        operation or [],
        allow_meaning_changes,
        json,
        out,
    )
