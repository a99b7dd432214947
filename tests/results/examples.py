"""Small results and subtasks that the tests of results and report share."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from trustmh.items import Decoding, Estimate, Grade, Item, Language, Message, Outcome, Reading, Reply
from trustmh.pillars.subtask import Difference, Metric, Pillar, Subtask, SubtaskResult
from trustmh.results.grade_table import GradedItem
from trustmh.results.run_record import ModelRecord, ProtocolRecord, RunRecord

PRIVACY = Pillar("privacy", {"en": "Privacy", "zh": "隐私"})
ETHICS = Pillar("ethics", {"en": "Ethics", "zh": "伦理"})
CRISIS = Pillar("crisis", {"en": "Crisis", "zh": "危机"})


def subtask(
    name: str,
    pillar: Pillar = ETHICS,
    *,
    better: Literal["up", "down"] = "up",
    floor: float = 0.0,
    ideal: float = 1.0,
    judged: Literal["no", "secondary", "headline"] = "no",
    differences: tuple[Difference, ...] = (),
    dataset: str = "",
) -> Subtask:
    """A subtask that only carries what boards and reports read."""

    def unused(*_: object) -> object:
        raise AssertionError("a report asks no model")

    title: Mapping[Language, str] = {"en": name.replace("_", " ").capitalize(), "zh": f"{name} 子任务"}
    return Subtask(
        id=name,
        pillar=pillar,
        title=title,
        version=2,
        prompt_version=3,
        metric=Metric("accuracy", better, floor, ideal, {"en": "Accuracy", "zh": "准确率"}),
        datasets={"open": (dataset or f"open-{name}",)},
        load=unused,  # type: ignore[arg-type]
        messages=unused,  # type: ignore[arg-type]
        decoding=unused,  # type: ignore[arg-type]
        read=unused,  # type: ignore[arg-type]
        grade=unused,  # type: ignore[arg-type]
        estimate=unused,  # type: ignore[arg-type]
        card=Path("card.md"),
        judged=judged,
        differences=differences,
    )


def estimate(
    value: float | None, interval: tuple[float, float] | None = None, name: str = "accuracy", **fields: object
) -> Estimate:
    """An estimate over 40 items unless ``fields`` say otherwise."""
    filled: dict[str, object] = {"n": 40, "clusters": 40, "method": "wilson", "outcomes": {"answered": 40}, **fields}
    return Estimate(name=name, value=value, interval=interval, **filled)  # type: ignore[arg-type]


def result(
    name: str, value: float | None, interval: tuple[float, float] | None = None, **fields: object
) -> SubtaskResult:
    """A result with nothing but a headline."""
    return SubtaskResult(name, estimate(value, interval, "accuracy", **fields))


def graded(
    name: str,
    item: str,
    outcome: Outcome = Outcome.ANSWERED,
    measures: Mapping[str, float | None] | None = None,
    pillar: str = "ethics",
    **item_fields: object,
) -> GradedItem:
    """One graded item."""
    fields: dict[str, object] = {"dataset": "open", "language": "en", "fields": {}, "gold": "A", **item_fields}
    reading = Reading(
        outcome, "A" if outcome is Outcome.ANSWERED else None, "json" if outcome is Outcome.ANSWERED else ""
    )
    scores = {"accuracy": 1.0} if measures is None else measures
    reasons = {measure: "verdict unread" for measure, score in scores.items() if score is None}
    return GradedItem(
        pillar=pillar,
        grade=Grade(name, Item(id=item, **fields), outcome, reading, scores, reasons),  # type: ignore[arg-type]
        reply_key="r" * 64,
    )


def record(**changes: object) -> RunRecord:
    """A record of a run on the open suite."""
    fields: dict[str, object] = {
        "trustmh": "0.1.0",
        "created": "2026-03-01T10:00:00+00:00",
        "model": ModelRecord(name="local/one", identity="one@sha256:aa", describe={"threads": 2}),
        "judge": ModelRecord(name="local/two", identity="two@sha256:bb"),
        "suite": "open",
        "subtasks": {"ethical_reasoning": ProtocolRecord(version=2, prompt_version=3, rubrics={"apa": 1})},
        "limits": {},
        "scoring": "audited",
        "seed": 0,
        "languages": ("en", "zh"),
        "data": {"open/ethics.jsonl": "0" * 64},
        "decoding": {"ethical_reasoning": (Decoding(max_tokens=600),)},
        **changes,
    }
    return RunRecord.model_validate(fields)


def message(content: str) -> Message:
    """A user's message."""
    return Message("user", content)


def reply(text: str) -> Reply:
    """A reply."""
    return Reply(text)
