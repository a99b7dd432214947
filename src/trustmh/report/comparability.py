"""Whether the figures of several runs were made alike: the same deciders, items, protocol and options, subtask by subtask."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import PurePosixPath

from markupsafe import Markup

from trustmh.datasets.open_rows import FILES
from trustmh.pillars.subtask import Subtask
from trustmh.report.notes import note_html
from trustmh.report.report_run import ReportRun
from trustmh.report.texts import listed, say
from trustmh.report.untrusted import visible
from trustmh.results.run_record import RunRecord, differences

#: Settings of a whole run in which figures differ that are not of one kind. Room for reasoning is the model's own.
_WHOLE_RUN = frozenset({"suite", "scoring", "languages", "seed"})


def unequal(runs: Sequence[ReportRun], subtask: Subtask) -> list[Markup]:
    """In which ways the headlines of a subtask were not made alike: deciders and settings; empty when they were."""
    having = [
        run for run in runs if (result := run.results.get(subtask.id)) is not None and result.headline.value is not None
    ]
    found = []
    deciders = [decider(run.record, subtask) for run in having]
    if len(set(deciders)) > 1:
        named = [
            say("rank.of", name=name, why=Markup("<bdi>{}</bdi>").format(visible(run.name)))
            for name, run in zip(map(_decider, deciders), having, strict=True)
        ]
        found.append(say("rank.deciders", names=listed(named)))
    settings: dict[str, None] = {}
    for run in having[1:]:
        settings |= dict.fromkeys(filter(partial(_bears_on, subtask), differences(having[0].record, run.record)))
        settings |= dict.fromkeys(_options_that_differ(subtask, having[0].record, run.record))
    if settings:
        found.append(say("rank.settings", names=listed([setting_name(name) for name in settings])))
    return found


def decider(record: RunRecord, subtask: Subtask) -> tuple[str, ...]:
    """Who decides a subtask's headline in a run: rules, classifiers and judge by identity, a recorded judge by name."""
    chosen = subtask.deciders(record.options)
    classifiers = [
        record.classifiers[name].decides_as if name in record.classifiers else name
        for name, need in chosen.classifiers.items()
        if need == "headline"
    ]
    judge = [record.judge.decides_as] if chosen.judge == "headline" and record.judge is not None else []
    return tuple(filter(None, [chosen.rules, *classifiers, *judge]))


def _decider(names: Sequence[str]) -> Markup:
    return Markup(" + ").join(map(note_html, names)) if names else say("record.none")


def _bears_on(subtask: Subtask, name: str) -> bool:
    head, _, rest = name.partition(".")
    if head == "data":
        files = {FILES[dataset] for datasets in subtask.datasets.values() for dataset in datasets if dataset in FILES}
        path = PurePosixPath(rest)
        return path.stem in files or path.parts[0] in subtask.datasets.get("paper", ())
    return head in _WHOLE_RUN or (head in ("subtasks", "limits") and rest.split(".")[0] == subtask.id)


def _options_that_differ(subtask: Subtask, first: RunRecord, second: RunRecord) -> list[str]:
    return [
        f"options.{name}"
        for name, (default, *_) in subtask.options.items()
        if first.options.get(name, default) != second.options.get(name, default)
    ]


def setting_name(name: str) -> Markup:
    """A setting's name (``limits.pas``) in both languages, its further parts as they stand."""
    head, _, rest = name.partition(".")
    return Markup("{}{}").format(
        say(f"setting.{head}"), Markup(" <code>{}</code>").format(visible(rest)) if rest else ""
    )
