"""What an inspect-ai task needs before its first sample, looked for then, so that nothing is spent in vain."""

from __future__ import annotations

from inspect_ai._util.error import PrerequisiteError
from inspect_ai.dataset import Sample
from inspect_ai.log import EvalSpec
from inspect_ai.scorer import SampleScore
from inspect_ai.util import EarlyStop
from pydantic import JsonValue

from trustmh.engine.task_items import task_items
from trustmh.engine.task_scoring import grader_for


class TaskStart:
    """inspect-ai's hook before the samples of a task (its ``EarlyStopping``), which here stops the whole task or nothing.

    An error inside a sample would be that sample's: scored and counted, and the next one asked.

    Args:
        arguments: of :func:`trustmh.engine.task_items.task_items`.
    """

    def __init__(self, arguments: tuple[str, str, str | None, str, str, str]) -> None:
        self._arguments = arguments

    async def start_task(self, task: EvalSpec, samples: list[Sample], epochs: int) -> str:
        """Raise for a judge that is needed and is none, or is the model itself, and for more than one epoch."""
        items = task_items(*self._arguments)
        if epochs > 1:
            # A repeated reply would count as another item.
            raise PrerequisiteError(
                f"trustmh/{items.subtask.id}: its protocol asks every item once; leave --epochs out, or give 1"
            )
        grader_for(items.subtask, items.subtask.deciders(items.source.options).judge)
        return "trustmh"

    async def schedule_sample(self, id: str | int, epoch: int) -> EarlyStop | None:
        """No sample is left out."""
        return None

    async def complete_sample(self, id: str | int, epoch: int, scores: dict[str, SampleScore]) -> None:
        """Nothing depends on the scores."""

    async def complete_task(self) -> dict[str, JsonValue]:
        """Nothing to say."""
        return {}
