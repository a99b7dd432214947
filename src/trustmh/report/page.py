"""The page itself: everything is put together, made safe and written as one file."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from trustmh.items import LANGUAGES, Language, TrustmhError
from trustmh.pillars.subtask import Pillar, Subtask
from trustmh.report import comparison, figure_rows, published_view, texts
from trustmh.report.comparability import setting_name
from trustmh.report.crisis_view import crisis_views
from trustmh.report.decay_plot import decay_views
from trustmh.report.figure_names import figure_name, part_name
from trustmh.report.group_forest import forest_views
from trustmh.report.interval_plot import interval_plot
from trustmh.report.notes import note_html
from trustmh.report.numbers import written, written_interval
from trustmh.report.radar import radar_view
from trustmh.report.ranks import rank_columns
from trustmh.report.report_run import ReportRun
from trustmh.report.summary import pillars_of, summary
from trustmh.report.transcripts import TRANSCRIPTS_PER_SUBTASK, ShownItems, shown_items
from trustmh.report.untrusted import visible
from trustmh.results.atomic_file import write_atomically
from trustmh.results.board import Board, PillarScore, Score, build_board
from trustmh.results.published import published_models
from trustmh.results.run_record import RunRecord

#: Parts that belong to one subtask of one run are open at first when there are no more of them than this.
_OPEN_AT_MOST = 3


def write_report(runs: Sequence[ReportRun], path: Path, language: Language = "en") -> None:
    """Write the report of one run, or of several side by side, as one HTML file that opens offline.

    The same runs give the same bytes.

    Args:
        runs: at least one; their names must differ.
        path: the file to write.
        language: the language shown first; the page can switch.

    Raises:
        TrustmhError: without runs, for two runs of one name, or when the disk refuses.
    """
    write_atomically(path, render(runs, language).encode("utf-8"))


def render(runs: Sequence[ReportRun], language: Language = "en") -> str:
    """The report as HTML text; see :func:`write_report`."""
    if not runs:
        raise TrustmhError("no run to report on; name at least one run folder")
    names = [run.name for run in runs]
    if len(set(names)) != len(names):
        raise TrustmhError(
            f"two runs are both called {sorted(n for n in names if names.count(n) > 1)[0]!r}; rename one"
        )
    if language not in LANGUAGES:
        raise TrustmhError(f"no report in {language!r}; choose one of {', '.join(LANGUAGES)}")
    subtasks = _subtasks(runs)
    pillars = pillars_of(runs)
    board = build_board(subtasks, {run.name: run.results for run in runs})
    items = [shown for place, run in enumerate(runs) for shown in shown_items(place, run)]
    asked = [subtask for subtask in subtasks if any(subtask.id in run.results for run in runs)]
    called = _Names({one.id: texts.both(one.title) for one in subtasks})
    script = _asset("page.js")
    html: str = (
        _environment()
        .get_template("page.html.j2")
        .render(
            language=texts.TAGS[language],
            runs=runs,
            several=len(runs) > 1,
            pillars=pillars,
            subtasks=asked,
            by_pillar=_by_pillar(pillars, asked),
            crises=crisis_views(runs, items),
            decays=decay_views(runs),
            forests=forest_views(runs),
            open_at_most=_OPEN_AT_MOST,
            board=board,
            ranks=rank_columns(runs, board, asked, pillars),
            asked_pillars=_asked_pillars(runs),
            asked_of=frozenset().union(*_asked_pillars(runs)),
            called=called,
            titles=lambda wanted: texts.listed([called[one.id] for one in subtasks if one.id in wanted]),
            limits=lambda record: _limits(record, called),
            summaries=[summary(run, _scores(board, place), pillars) for place, run in enumerate(runs)],
            measured=frozenset(
                name for run in runs for name, result in run.results.items() if result.headline.value is not None
            ),
            scored_pillars=frozenset(
                pillar for pillar, scores in board.scores.items() if any(one.score.value is not None for one in scores)
            ),
            radar=radar_view(pillars, board),
            differing=texts.listed([setting_name(name) for name in comparison.settings_that_differ(runs)]),
            suites=sorted({run.record.suite for run in runs}),
            models=published_models(),
            items=items,
            cap=TRANSCRIPTS_PER_SUBTASK,
            outcomes=_outcomes(items),
            policy=_policy(script),
            style=Markup(_asset("style.css")),
            script=Markup(script),
        )
    )
    return html


class _Names(dict[str, Markup]):
    """Titles of subtasks by id; what is no subtask of the table is shown as it stands."""

    def __missing__(self, name: str) -> Markup:
        return visible(name)


def _subtasks(runs: Sequence[ReportRun]) -> list[Subtask]:
    found: dict[str, Subtask] = {}
    for run in runs:
        for subtask in run.subtasks:
            found.setdefault(subtask.id, subtask)
    return list(found.values())


def _by_pillar(pillars: Sequence[Pillar], subtasks: Sequence[Subtask]) -> list[tuple[Pillar, list[Subtask]]]:
    members = [(pillar, [one for one in subtasks if one.pillar.id == pillar.id]) for pillar in pillars]
    return [(pillar, found) for pillar, found in members if found]


def _scores(board: Board, place: int) -> Mapping[str, PillarScore]:
    return {pillar: scores[place] for pillar, scores in board.scores.items()}


def _asked_pillars(runs: Sequence[ReportRun]) -> list[frozenset[str]]:
    """For each run, the pillars that it asked anything of, whatever came back."""
    return [frozenset(one.pillar.id for one in run.subtasks if one.id in run.results) for run in runs]


def _outcomes(items: Sequence[ShownItems]) -> list[str]:
    return sorted({item.outcome for shown in items for item in shown.items})


def _score_plot(score: Score) -> Markup:
    return interval_plot(score.value, score.interval, (0.0, 100.0), decimals=1)


def _limits(record: RunRecord, names: Mapping[str, Markup]) -> Markup:
    return texts.listed([Markup("{} {}").format(names[name], limit) for name, limit in record.limits.items()])


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("trustmh.report", "templates"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(
        say=texts.say,
        both=texts.both,
        plain={texts.TAGS[language]: texts.words(language) for language in LANGUAGES},
        headline_row=figure_rows.headline_row,
        judged_part=figure_rows.judged_part,
        secondary_rows=figure_rows.secondary_rows,
        figure_name=figure_name,
        scoring_rows=comparison.scoring_rows,
        rank_rows=published_view.rank_rows,
        number_rows=published_view.number_rows,
        score_plot=_score_plot,
        part_names=lambda names: texts.listed([part_name(name) for name in names]),
    )
    environment.filters.update(visible=visible, in_both=note_html, written=written, interval=written_interval)
    return environment


def _policy(script: str) -> str:
    """Only this script may run and nothing may be fetched: a script smuggled in with a reply would be dead."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


@cache
def _asset(name: str) -> str:
    return resources.files("trustmh.report").joinpath("templates", name).read_text(encoding="utf-8")
