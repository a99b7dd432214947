"""Options that several commands share: one name, one meaning, one line of help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Model = Annotated[
    str,
    typer.Option(
        "--model",
        "-m",
        help="Any inspect-ai model (openai/…, anthropic/…, google/…, ollama/…, vllm/…, hf/…, openai-api/SERVICE/MODEL with SERVICE_API_KEY set), local/NAME, baseline/NAME (see trustmh models list), or replay/DIR.",
    ),
]
Judge = Annotated[str | None, typer.Option("--judge", "-j", help="The model that judges; never the model itself.")]
Subtasks = Annotated[
    list[str] | None, typer.Option("--subtask", "-s", help="Subtask or pillar; repeat for several. Default: all.")
]
SuiteName = Annotated[
    str | None,
    typer.Option(
        "--suite",
        help="open (ships with trustmh), paper (original datasets) or own (files of yours in the open suite's form). Default: paper with --data, else open.",
    ),
]
Data = Annotated[
    Path | None,
    typer.Option(
        "--data",
        help="Folder of the paper suite's files, or of your own. Default for paper: what trustmh data fetch brought.",
    ),
]
ScoringName = Annotated[
    str, typer.Option("--scoring", help="audited, or reference to reproduce the reference repository's numbers.")
]
Languages = Annotated[str, typer.Option("--languages", help="Languages of the items, separated by commas.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", help="NAME=VALUE, an option of a subtask (see trustmh subtasks). Repeatable."),
]
#: Shorthands of --option, so that the two deciders most often chosen are in --help. The values are the table's.
Refusal = Annotated[
    str | None,
    typer.Option(
        "--refusal",
        help="Who decides refusal: judge (rules first, the default), rules, classifier (rules first), judge-alone.",
    ),
]
Toxicity = Annotated[
    str | None,
    typer.Option("--toxicity", help="Who decides toxicity: judge (the default), lexical, detoxify, perspective."),
]
Limits = Annotated[
    list[str] | None,
    typer.Option(
        "--limit", help="At most N stories, questions or dialogues of each subtask; SUBTASK=N for one. Repeatable."
    ),
]
Out = Annotated[
    Path | None, typer.Option("--out", "-o", help="Run folder. Default: runs/NAME, the same for the same command.")
]
Connections = Annotated[
    int | None,
    typer.Option(
        "--connections",
        help="Calls in flight at once. Default: 10; a local model is loaded once for each, by default one a processor, at most 4.",
    ),
]
Threads = Annotated[int | None, typer.Option("--threads", help="Processor threads of each copy of a local model.")]
Gguf = Annotated[Path | None, typer.Option("--gguf", help="A weights file of your own for --model local/NAME.")]
BaseUrl = Annotated[
    str | None, typer.Option("--base-url", help="Address of the model's interface, for servers of your own.")
]
Timeout = Annotated[float | None, typer.Option("--timeout", help="Seconds per attempt.")]
Retries = Annotated[int, typer.Option("--retries", help="Further attempts for errors that may pass.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON to standard output instead of tables.")]
AllowPartial = Annotated[
    bool,
    typer.Option(
        "--allow-partial",
        help="Status 0 even when published data is not here, or replies are missing, repeated, unknown or broken.",
    ),
]
ReportLanguage = Annotated[
    str, typer.Option("--lang", help="Language the report opens in: en or zh. The page can switch.")
]
