"""The open suite's two documents that are no items: the principles and the protocol for judging crisis replies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from trustmh.datasets import crisis
from trustmh.datasets.lint.faults import Fault
from trustmh.datasets.lint.schemas import Text
from trustmh.datasets.psyharm import OBJECTIVES, Objective


class Principle(BaseModel):
    """One principle: the objective it answers, in both languages, with the sections it is drawn from."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    objective: Objective
    principle_en: Text
    principle_zh: Text
    source: Text
    verified: bool


Steps = dict[Literal["1", "2", "3", "4", "5"], Annotated[str, Field(min_length=20)]]
_PRINCIPLES = TypeAdapter(list[Principle])
_PROTOCOL = TypeAdapter(dict[Literal["en", "zh"], dict[str, Steps]])


def rubric_faults(principles: Any, protocol: Any) -> Iterator[Fault]:
    """A principle per objective, and five steps per crisis class in both languages."""
    try:
        found = [one.objective for one in _PRINCIPLES.validate_python(principles)]
        if sorted(found) != sorted(OBJECTIVES):
            yield Fault("principles", "", "form", "there must be one principle for each of the 14 objectives")
    except ValidationError as error:
        yield _first("principles", error)
    try:
        labels = set(crisis.LABELS)
        for language, rows in _PROTOCOL.validate_python(protocol).items():
            if set(rows) != labels or any(len(steps) != 5 for steps in rows.values()):
                yield Fault(
                    "escalation_protocol", language, "form", "five steps for each of the seven classes are needed"
                )
        if set(protocol) != {"en", "zh"}:
            yield Fault("escalation_protocol", "", "form", "both languages are needed")
    except ValidationError as error:
        yield _first("escalation_protocol", error)


def _first(file: str, error: ValidationError) -> Fault:
    fault = error.errors(include_url=False, include_input=False)[0]
    return Fault(file, ".".join(str(part) for part in fault["loc"]), "form", fault["msg"])
