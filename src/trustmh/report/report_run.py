"""What a report is made from. The caller fills it; the report reads no store and asks no model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from trustmh.items import Message, Reply
from trustmh.judges.deciders import Measurement
from trustmh.judges.question import Verdict
from trustmh.pillars.subtask import Subtask, SubtaskResult
from trustmh.results.grade_table import GradedItem
from trustmh.results.run_record import RunRecord


@dataclass(frozen=True, slots=True)
class Transcript:
    """What was said about one item; every text in it is untrusted.

    Attributes:
        messages: what the model was sent.
        reply: what it answered.
        verdicts: what the judge answered about it.
        sensitive: may distress a reader (self-harm, suicide, abuse); always taken as true in crisis and safety.
    """

    messages: Sequence[Message]
    reply: Reply
    verdicts: Sequence[Verdict] = ()
    sensitive: bool = False


def no_transcript(_: GradedItem) -> Transcript | None:
    """For runs whose replies are not at hand."""
    return None


@dataclass(frozen=True, slots=True)
class ReportRun:
    """One run, as the report needs it.

    Attributes:
        name: how the run is called in the report; unique among the runs shown.
        record: the run record.
        subtasks: the benchmark's table of subtasks, asked for or not: a pillar's score needs all of its subtasks.
        results: subtask id -> figures, for the subtasks asked for.
        grades: the grade table.
        transcript: gives the transcript of a graded item, or None; asked only for the items that are shown.
        reference: subtask id -> figures of the same replies under the reference scoring, where they were computed.
        measured: what was measured of the judge; empty when nothing was, which the report says.
        notes: what else a reader must know about the run (replies missing, settings a provider dropped, …).
    """

    name: str
    record: RunRecord
    subtasks: Sequence[Subtask]
    results: Mapping[str, SubtaskResult]
    grades: Sequence[GradedItem] = ()
    transcript: Callable[[GradedItem], Transcript | None] = no_transcript
    reference: Mapping[str, SubtaskResult] = field(default_factory=dict)
    measured: tuple[Measurement, ...] = ()
    notes: tuple[str, ...] = ()
