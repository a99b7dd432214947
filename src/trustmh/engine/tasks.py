"""Every subtask of the table as an inspect-ai task: ``inspect eval trustmh/<subtask> --model …``.

A judge is the model bound to the role ``grader`` (``--model-role grader=…``). Without one, measures that need it stay
unscored, and a subtask whose headline needs it does not start.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import Model, get_model, model_roles
from inspect_ai.solver import Generate, Solver, TaskState, solver

from trustmh.engine.chat_messages import chat_messages, generate_config
from trustmh.engine.identity import same_model
from trustmh.engine.task_scoring import TaskItems, subtask_scorer
from trustmh.items import LANGUAGES, SCORINGS, SUITES, Item, TrustmhError
from trustmh.pillars.subtask import Source, Subtask
from trustmh.pillars.table import SUBTASKS


def source_of(suite: str, data: str | None, languages: str | Sequence[str], scoring: str) -> Source:
    """Task arguments as a :class:`Source`. Raises :class:`TrustmhError` that names the wrong one."""
    wanted = languages.split(",") if isinstance(languages, str) else list(languages)
    named_languages = tuple(language for language in LANGUAGES if language in [part.strip() for part in wanted])
    if not named_languages or len(named_languages) != len(wanted):
        raise TrustmhError(f"languages={','.join(wanted)}: choose from {', '.join(LANGUAGES)}")
    named_suite = next((known for known in SUITES if known == suite), None)
    named_scoring = next((known for known in SCORINGS if known == scoring), None)
    if named_suite is None or named_scoring is None:
        raise TrustmhError(f"suite is one of {', '.join(SUITES)}; scoring is one of {', '.join(SCORINGS)}")
    root = None if data is None else Path(data).expanduser()
    return Source(suite=named_suite, root=root, scoring=named_scoring, languages=named_languages)


def samples(subtask: Subtask, items: Sequence[Item], source: Source) -> list[Sample]:
    """The subtask's chat messages, one sample an item, under the item's id."""
    return [
        Sample(
            id=item.id,
            input=chat_messages(subtask.messages(item, source.scoring)),
            target="" if item.gold is None else str(item.gold),
            metadata={"dataset": item.dataset, "language": item.language, "cluster": item.cluster, **item.groups},
        )
        for item in items
    ]


def grader_for(subtask: Subtask) -> Model | None:
    """The model in the role ``grader``. Raises when there must be one and is none, or when it is the model itself."""
    bound = model_roles().get("grader")
    graders = bound if isinstance(bound, list) else [bound] if bound is not None else []
    if len(graders) > 1:
        raise PrerequisiteError(f"trustmh/{subtask.id}: one grader at a time; bind the role to one model")
    if not graders and subtask.judged == "headline":
        raise PrerequisiteError(
            f"trustmh/{subtask.id} is graded by a judge: name one with --model-role grader=PROVIDER/MODEL"
        )
    if graders and same_model(str(graders[0]), str(get_model())):
        raise PrerequisiteError(
            f"a model may not judge itself ({graders[0]}): name another with --model-role grader=PROVIDER/MODEL"
        )
    return graders[0] if graders else None


@solver
def ask(subtask: Subtask, items: TaskItems) -> Solver:
    """Generate with the subtask's own decoding. Looks for the judge first, so that nothing is spent in vain."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        if subtask.judged != "no":
            grader_for(subtask)
        config = generate_config(subtask.decoding(items.by_id[str(state.sample_id)], items.source.scoring))
        return await generate(
            state, max_tokens=config.max_tokens, temperature=config.temperature, top_p=config.top_p
        )

    return solve


def _task(subtask: Subtask) -> Callable[..., Task]:
    @task(name=subtask.id)
    def subtask_task(
        suite: str = "open",
        data: str | None = None,
        languages: str = "en,zh",
        scoring: str = "audited",
    ) -> Task:
        try:
            items = TaskItems.load(subtask, source_of(suite, data, languages, scoring))
        except TrustmhError as error:
            raise PrerequisiteError(f"trustmh/{subtask.id}: {error}") from error
        return Task(
            dataset=MemoryDataset(samples(subtask, list(items.by_id.values()), items.source), name=f"{subtask.id}-{suite}"),
            solver=ask(subtask, items),
            scorer=subtask_scorer(
                subtask.id, suite=suite, data=data, languages=",".join(items.source.languages), scoring=scoring
            ),
            version=subtask.version,
            metadata={"pillar": subtask.pillar.id, "suite": suite, "scoring": scoring, "protocol": subtask.protocol},
        )

    subtask_task.__doc__ = f"{subtask.title['en']} ({subtask.pillar.title['en']})."
    return subtask_task


TASKS: dict[str, Callable[..., Task]] = {subtask.id: _task(subtask) for subtask in SUBTASKS}
