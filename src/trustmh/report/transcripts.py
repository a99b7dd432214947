"""Which items are shown in full: the missed crises, and a capped number a subtask, spread over outcomes and file."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from trustmh.items import Outcome
from trustmh.pillars.subtask import Subtask
from trustmh.report.figure_names import measure_name
from trustmh.report.missed_crises import kept_items
from trustmh.report.notes import note_html
from trustmh.report.numbers import written
from trustmh.report.report_run import ReportRun, Transcript
from trustmh.report.untrusted import ShownText, shown, visible
from trustmh.results.grade_table import GradedItem

TRANSCRIPTS_PER_SUBTASK = 40
SENSITIVE_PILLARS = frozenset({"crisis", "safety"})


@dataclass(frozen=True, slots=True)
class ShownVerdict:
    """A judge's answer: who, by which rubric, the scores read, what went wrong, and its words."""

    judge: Markup
    rubric: Markup
    scores: Markup
    problem: Markup
    attempts: int
    text: ShownText


@dataclass(frozen=True, slots=True)
class ShownItem:
    """One item in full, every text made safe. ``measures`` are name, value and reason; ``anchor`` is its place."""

    run: int
    anchor: str
    subtask: str
    item: Markup
    language: str
    outcome: str
    value: Markup
    gold: Markup
    rule: Markup
    measures: tuple[tuple[Markup, str, Markup], ...]
    sensitive: bool
    messages: tuple[tuple[str, ShownText], ...]
    reply: ShownText
    reasoning: ShownText | None
    error: Markup
    reconstructed: bool
    shortened: bool
    verdicts: tuple[ShownVerdict, ...]


@dataclass(frozen=True, slots=True)
class ShownItems:
    """The items shown of one subtask in one run, and how many there are; ``anchors`` leads from item ids to places."""

    run: int
    run_name: str
    subtask: Subtask
    items: tuple[ShownItem, ...]
    total: int
    anchors: Mapping[str, str]


def choose(graded: Sequence[GradedItem], cap: int = TRANSCRIPTS_PER_SUBTASK, kept: Collection[str] = ()) -> list[int]:
    """Places of the items ``kept`` and of at most ``cap`` others, in order.

    Of the others the rarer outcomes come first, each evenly spread over the file: failures are rare and what a reader
    looks for, so every outcome gets an equal share before the common one fills up.
    """
    always = [place for place, one in enumerate(graded) if one.grade.item.id in kept]
    others = [place for place, one in enumerate(graded) if one.grade.item.id not in kept]
    if len(others) <= cap:
        return list(range(len(graded)))
    groups: dict[Outcome, list[int]] = {}
    for place in others:
        groups.setdefault(graded[place].grade.outcome, []).append(place)
    chosen: list[int] = []
    waiting = sorted(groups.items(), key=lambda group: (len(group[1]), group[0].value))
    for left, (_, places) in zip(range(len(waiting), 0, -1), waiting, strict=True):
        share = min(len(places), (cap - len(chosen)) // left)
        chosen += [places[step * len(places) // share] for step in range(share)]
    return sorted([*always, *chosen])


def shown_items(place: int, run: ReportRun) -> Iterator[ShownItems]:
    """The items to show of every subtask of a run, in the table's order; subtasks without grades are left out."""
    by_subtask: dict[str, list[GradedItem]] = {}
    for one in run.grades:
        by_subtask.setdefault(one.grade.subtask, []).append(one)
    for subtask in run.subtasks:
        graded = by_subtask.get(subtask.id, [])
        if graded:
            kept = kept_items(subtask.id, [one.grade for one in graded])
            shown_ones = {
                graded[number].grade.item.id: _shown_item(place, subtask, graded[number], transcript, number + 1)
                for number in choose(graded, kept=kept)
                if (transcript := run.transcript(graded[number])) is not None
            }
            anchors = {item: one.anchor for item, one in shown_ones.items()}
            yield ShownItems(place, run.name, subtask, tuple(shown_ones.values()), len(graded), anchors)


def _shown_item(place: int, subtask: Subtask, one: GradedItem, transcript: Transcript, number: int) -> ShownItem:
    grade, reply = one.grade, transcript.reply
    return ShownItem(
        run=place,
        anchor=f"item-{place}-{subtask.id}-{number}",
        subtask=subtask.id,
        item=short(grade.item.id, 300),
        language=grade.item.language,
        outcome=grade.outcome.value,
        value=short(grade.reading.value),
        gold=short(grade.item.gold),
        rule=visible(grade.reading.rule),
        measures=tuple(
            (measure_name(name), written(score), note_html(_cut(grade.reasons.get(name, ""), 300)))
            for name, score in grade.measures.items()
        ),
        sensitive=transcript.sensitive or subtask.pillar.id in SENSITIVE_PILLARS,
        messages=tuple((message.role, shown(message.content)) for message in transcript.messages),
        reply=shown(reply.text),
        reasoning=shown(reply.reasoning) if reply.reasoning else None,
        error=short(reply.error or "", 300),
        reconstructed=reply.reconstructed,
        shortened=reply.kept < 1.0,
        verdicts=tuple(
            ShownVerdict(
                judge=visible(verdict.judge),
                rubric=visible(verdict.rubric),
                scores=short(dict(verdict.scores)),
                problem=note_html(_cut(verdict.problem, 300)),
                attempts=verdict.attempts,
                text=shown(verdict.text),
            )
            for verdict in transcript.verdicts
        ),
    )


def short(value: object, limit: int = 120) -> Markup:
    """A value in one line, made visible and cut at ``limit`` characters; a dash for None."""
    if value is None:
        return Markup("–")
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return visible(_cut(text, limit))


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
