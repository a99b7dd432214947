"""``trustmh data``: the catalogue, and bringing, checking and describing datasets. Heavy imports happen inside."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

data_app = typer.Typer(help="Datasets: what there is, fetching, importing, checking.", no_args_is_help=True)

Json = Annotated[bool, typer.Option("--json", help="Print JSON to standard output instead of tables.")]
Data = Annotated[Path | None, typer.Option("--data", help="Folder of the datasets' files. Default: the cache.")]
Name = Annotated[str, typer.Argument(metavar="ID", help="Id of a dataset, as in trustmh data list.")]


@data_app.command("list")
def list_(data: Data = None, json: Json = False) -> None:
    """Every dataset: whether it is here, its access, languages, size and licence."""
    from trustmh.cli.data_tables import list_command

    list_command(data, json)


@data_app.command()
def show(dataset: Name, json: Json = False) -> None:
    """A dataset's card: source, licence, files and hashes, known faults, what is unverified."""
    from trustmh.cli.data_tables import show_command

    show_command(dataset, json)


@data_app.command()
def fetch(
    dataset: Annotated[str, typer.Argument(metavar="ID|all", help="Id of a dataset, or all open ones.")],
    *,
    accept_licence: Annotated[
        bool, typer.Option("--accept-licence", help="Accept the terms that trustmh data show prints.")
    ] = False,
    older_edition: Annotated[
        bool,
        typer.Option("--older-edition", help="Take the older edition where the current one has no verified address."),
    ] = False,
    companions: Annotated[
        bool, typer.Option("--companions", help="Also licences and other files that no loader needs.")
    ] = False,
    mirror: Annotated[
        str | None,
        typer.Option(
            "--mirror", envvar="TRUSTMH_MIRROR", help="Address that serves the same paths as raw.githubusercontent.com."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Fetch open datasets at their pinned revision into the cache. Nothing is kept unless its hash is right.

    Status: 0 everything asked for is here · 1 with "all": something was left out · 2 it could not be had.
    """
    from trustmh.cli.data_fetch import FetchOptions, fetch_command

    options = FetchOptions(accept_licence, older_edition, companions, mirror)
    raise typer.Exit(fetch_command(dataset, options, json))


@data_app.command("import")
def import_(
    dataset: Name,
    path: Annotated[
        Path | None, typer.Argument(help="A file, a folder, a zip archive or a gzip file. Without it: where to apply.")
    ] = None,
    allow_unpinned: Annotated[
        bool, typer.Option("--allow-unpinned", help="Take a file although the card pins another hash.")
    ] = False,
    json: Json = False,
) -> None:
    """Check a dataset that you bring (hash, form, counts) and copy it into the cache."""
    from trustmh.cli.data_fetch import import_command

    import_command(dataset, path, allow_unpinned, json)


@data_app.command()
def verify(
    root: Annotated[Path | None, typer.Option("--root", help="A data folder. Default: the cache.")] = None,
    allow_unpinned: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-unpinned",
            metavar="ID",
            help="Accept this dataset's masked, altered or unpinned files. Repeatable.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Recognise every file of a data folder by hash and name.

    Status: 0 every file is what the catalogue knows · 1 one is unknown, altered, masked or has no known hash, or a dataset
    is only half here.
    """
    from trustmh.cli.data_check import verify_command

    raise typer.Exit(verify_command(root, allow_unpinned or [], json))


@data_app.command()
def report(dataset: Name, data: Data = None, json: Json = False) -> None:
    """Counts, languages, label balance, majority baseline, duplicates within and across datasets. No text is shown."""
    from trustmh.cli.data_check import report_command

    report_command(dataset, data, json)


@data_app.command()
def lint(
    folder: Annotated[
        Path | None, typer.Argument(help="A folder of the open suite's files. Default: those of this package.")
    ] = None,
    json: Json = False,
) -> None:
    """Check the open suite: form, counts, balance, cues, duplicates, languages, leftovers.

    Status: 0 no fault · 1 faults, one a line.
    """
    from trustmh.cli.data_check import lint_command

    raise typer.Exit(lint_command(folder, json))


@data_app.command()
def build(
    name: Annotated[str, typer.Argument(metavar="NAME|list", help="An internal dataset, or list to see them.")],
    *,
    source: Annotated[
        Path | None, typer.Option("--source", help="What it is built from. Default: the open suite's own.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Folder to write to.")] = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of what is drawn.")] = 0,
) -> None:
    """Build an internal dataset again: PsyAlign, PsyHarm, JailbreakMH, PsyLeak, ESConv_fair. Same input, same bytes."""
    from trustmh.cli.data_build import build_command

    build_command(name, source, out, seed)


@data_app.command()
def form(name: Annotated[str, typer.Argument(help="A file of the open suite, such as ethics.")]) -> None:
    """The fields of a file in the open suite's form, for data of your own, with an example row."""
    from trustmh.cli.data_form import form_command

    form_command(name)
