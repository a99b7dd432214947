"""Every subtask of the table as an inspect-ai task: ``inspect eval trustmh/<subtask> --model …``.

A judge is the model bound to the role ``grader`` (``--model-role grader=…``). Without one, measures that need it stay
unscored, and a subtask whose headline needs it does not start. Options of the subtask are ``-T options=NAME=VALUE``, with
commas between several.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.solver import Generate, Solver, TaskState, solver

from trustmh.engine.chat_messages import chat_messages
from trustmh.engine.task_asking import ask_model
from trustmh.engine.task_items import TaskItems, listed, task_items
from trustmh.engine.task_scoring import headline, subtask_scorer
from trustmh.engine.task_start import TaskStart
from trustmh.pillars.subtask import Subtask
from trustmh.pillars.table import SUBTASKS


def samples(items: TaskItems) -> list[Sample]:
    """The subtask's chat messages, one sample an item, under the item's id."""
    return [
        Sample(
            id=item.id,
            input=chat_messages(items.subtask.messages(item, items.source.scoring)),
            target="" if item.gold is None else str(item.gold),
            metadata={"dataset": item.dataset, "language": item.language, "cluster": item.cluster, **item.groups},
        )
        for item in items.by_id.values()
    ]


@solver
def ask(
    subtask: str,
    suite: str = "open",
    data: str | None = None,
    languages: str = "en,zh",
    scoring: str = "audited",
    options: str = "",
) -> Solver:
    """Generate with the subtask's own decoding."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        items = task_items(subtask, suite, data, languages, scoring, options)
        return await ask_model(items, items.by_id[str(state.sample_id)], state, generate)

    return solve


def _task(subtask: Subtask) -> Callable[..., Task]:
    @task(name=subtask.id)
    def subtask_task(
        suite: str = "open",
        data: str | None = None,
        languages: str | Sequence[str] = "en,zh",
        scoring: str = "audited",
        options: str | Sequence[str] = "",
    ) -> Task:
        arguments = (subtask.id, suite, data, listed(languages), scoring, listed(options))
        return Task(
            dataset=MemoryDataset(samples(task_items(*arguments)), name=f"{subtask.id}-{suite}"),
            solver=ask(*arguments),
            scorer=subtask_scorer(*arguments),
            metrics=[headline(*arguments)],
            version=subtask.version,
            # Without a score an item that got no answer would be in no figure and in no count.
            score_on_error=True,
            early_stopping=TaskStart(arguments),
            metadata={"pillar": subtask.pillar.id, "suite": suite, "scoring": scoring, "protocol": subtask.protocol},
        )

    subtask_task.__doc__ = f"{subtask.title['en']} ({subtask.pillar.title['en']})."
    return subtask_task


TASKS: dict[str, Callable[..., Task]] = {subtask.id: _task(subtask) for subtask in SUBTASKS}
