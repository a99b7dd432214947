"""Carrying out a run: plan, replies, verdicts, figures, each step continuing what is stored already."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from trustmh import __version__
from trustmh.engine.baselines import baseline, is_baseline
from trustmh.engine.calls import Chat
from trustmh.engine.local.catalogue import local_model
from trustmh.engine.local.processors import check_threads
from trustmh.engine.models import LONGEST_TIMEOUT, open_model
from trustmh.engine.provider_errors import opening_error
from trustmh.engine.store import CallStore
from trustmh.items import TrustmhError
from trustmh.judges.identity import family, same_model
from trustmh.pillars.options import without_defaults
from trustmh.results.run_record import ModelRecord, ProtocolRecord, RunRecord
from trustmh.runs.classifier_stage import collect_scores, open_classifiers
from trustmh.runs.folder import CALLS_FILE, default_folder, open_folder, remember_data
from trustmh.runs.local_weights import Fetching, have_weights, unseen
from trustmh.runs.replayed import ReplayedModel, is_replay, recorded_request
from trustmh.runs.request import PlannedSubtask, Request, data_hashes, left_out, plan, unpublished_files
from trustmh.runs.scored_run import ScoredRun, score_run, write_scores
from trustmh.runs.stages import Progress, collect_replies, collect_verdicts

_ITS_OWN_JUDGE = (
    "a model may not judge itself: {judge} and {model} are one model; name another judge with --judge, "
    "for example --judge openai/gpt-4.1 or --judge local/qwen2.5-coder-1.5b"
)


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """How models are reached. None leaves the default of the kind of model."""

    connections: int | None = None
    threads: int | None = None
    gguf: Path | None = None
    base_url: str | None = None
    timeout: float | None = None
    max_retries: int = 5

    def __post_init__(self) -> None:
        """Raise :class:`TrustmhError` for a number that no model can be reached with."""
        if self.connections is not None and self.connections < 1:
            raise TrustmhError(f"--connections {self.connections}: 1 or more")
        check_threads("--threads", self.threads)
        # Written so that NaN fails too.
        if self.timeout is not None and not 0 < self.timeout <= LONGEST_TIMEOUT:
            raise TrustmhError(f"--timeout {self.timeout:g}: seconds above 0 and at most {LONGEST_TIMEOUT:,}")
        if self.max_retries < 0:
            raise TrustmhError(f"--retries {self.max_retries}: 0 or more")


@dataclass(frozen=True, slots=True)
class Watch:
    """What the caller wants to be told while a run goes on."""

    progress: Progress
    note: Callable[[str], None]
    fetching: Fetching = unseen


def execute(
    request: Request, model: str, judge: str | None, out: Path | None, options: ModelOptions, watch: Watch
) -> ScoredRun:
    """Run, or continue, what is asked for. Everything answered is in the run folder's store whatever happens.

    Raises:
        TrustmhError: bad names, data, folder or disk; a judge missing or the same as the model; a provider that refuses.
    """
    narrowed: tuple[str, ...] = ()
    if is_replay(model):
        request, narrowed = recorded_request(model, request)
    planned = plan(request)
    if judge is not None and same_model(model, judge):
        # By name already; weights of local models are compared once they are known.
        raise TrustmhError(_ITS_OWN_JUDGE.format(judge=judge, model=model))
    if "/" not in model:
        raise opening_error(model, ValueError("no provider"))
    must_apply(options, model)
    replayed = ReplayedModel.open(model, planned, request, judged_anew=judge is not None) if is_replay(model) else None
    need_judge(planned, request.options, judge, recorded=bool(replayed and replayed.judge))
    notes: list[str] = []

    def noted(line: str) -> None:
        notes.append(line)
        watch.note(line)

    for line in (*narrowed, *left_out(planned, request), *unpublished_files(planned, request)):
        noted(line)
    with ExitStack() as stack:
        for name in (None if replayed or options.gguf else model, judge):
            have_weights(name, watch.note, watch.fetching)
        chat = None if replayed else stack.enter_context(open_chat(model, options))
        judge_chat = stack.enter_context(open_chat(judge, _judge_options(options))) if judge else None
        model_record = replayed.record if replayed else model_of(chat)
        judge_record = model_of(judge_chat) if judge_chat else replayed.judge if replayed else None
        check_judge(model_record, judge_record, noted)
        classifiers = open_classifiers(planned, request.options)
        scored_by = {name: model_of(one) for name, one in classifiers.items()}
        record = new_record(request, planned, model_record, judge_record, scored_by, notes)
        folder = out or default_folder(record)
        record = open_folder(folder, record)
        remember_data(folder, request.data)
        with CallStore(folder / CALLS_FILE) as store:
            if replayed:
                replayed.fill(store, planned, request)
            collected = collect_replies(
                planned, record.model.identity, request, store, chat=chat, progress=watch.progress
            )
            collect_scores(
                planned, request, collected, store, record.classifiers, chats=classifiers, progress=watch.progress
            )
            if record.judge is not None:
                collect_verdicts(
                    planned,
                    request,
                    collected,
                    store,
                    record.judge.name,
                    record.judge.identity,
                    chat=judge_chat,
                    progress=watch.progress,
                )
        if collected.unanswered:
            watch.note(collected.unanswered)
        problems = replayed.problems if replayed else ()
        scored = score_run(folder, record, planned, request, collected, problems=problems)
    write_scores(scored)
    return scored


def must_apply(options: ModelOptions, model: str) -> None:
    """Raise :class:`TrustmhError` for a built-in model that there is not, or options that this model would not use."""
    if is_baseline(model):
        baseline(model)
    if model.startswith("local/") and options.gguf is None:
        local_model(model.removeprefix("local/"))
    if options.gguf is not None and not model.startswith("local/"):
        raise TrustmhError(f"--gguf {options.gguf}: a weights file goes with --model local/NAME, not with {model}")
    if options.base_url is not None and (is_replay(model) or is_baseline(model) or model.startswith("local/")):
        raise TrustmhError(f"--base-url goes with a model on a server, not with {model}")


def need_judge(
    planned: tuple[PlannedSubtask, ...], options: Mapping[str, str], judge: str | None, *, recorded: bool = False
) -> None:
    """Raise :class:`TrustmhError` when a headline is judged under the options chosen and there is no judge."""
    judged = [one.subtask.id for one in planned if one.subtask.deciders(options).judge == "headline"]
    if judged and judge is None and not recorded:
        raise TrustmhError(
            f"{', '.join(judged)} {'needs' if len(judged) == 1 else 'need'} a judge: name one with --judge "
            "(for example --judge openai/gpt-4.1, or --judge local/qwen2.5-coder-1.5b), or leave it out with --subtask"
        )


def check_judge(model: ModelRecord, judge: ModelRecord | None, note: Callable[[str], None]) -> None:
    """Raise :class:`TrustmhError` when the judge is the model itself; note when both come from one maker."""
    if judge is None:
        return
    if same_model(model.identity, judge.identity):
        raise TrustmhError(_ITS_OWN_JUDGE.format(judge=judge.name, model=model.name))
    maker = family(model.identity)
    if maker is not None and maker == family(judge.identity):
        note(f"model and judge are both of the {maker} family; judges tend to favour their own kind")


def model_of(chat: Chat | None) -> ModelRecord:
    """What the run record says of a model."""
    if chat is None:
        raise ValueError("no model to record")
    flat = {key: value for key, value in chat.describe().items() if isinstance(value, str | int | float | bool | None)}
    return ModelRecord(name=chat.name, identity=chat.identity, describe=flat)


def new_record(
    request: Request,
    planned: tuple[PlannedSubtask, ...],
    model: ModelRecord,
    judge: ModelRecord | None,
    classifiers: Mapping[str, ModelRecord],
    notes: Sequence[str] = (),
) -> RunRecord:
    """The record of a run that begins now; ``notes`` are what its reader must know before any figure."""
    default = request.limits.get("")
    limits = {one.subtask.id: limit for one in planned if (limit := request.limits.get(one.subtask.id, default))}
    decoding = {
        one.subtask.id: tuple(
            dict.fromkeys(one.reply_call(item, model.identity, request).decoding for item in one.items)
        )
        for one in planned
    }
    return RunRecord(
        trustmh=__version__,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        model=model,
        judge=judge,
        classifiers=dict(classifiers),
        suite=request.suite,
        subtasks={one.subtask.id: _protocol(one) for one in planned},
        limits=limits,
        scoring=request.scoring,
        languages=request.languages,
        options=without_defaults(request.options, [one.subtask for one in planned]),
        reasoning_tokens=request.reasoning_tokens,
        data=data_hashes(planned, request),
        decoding=decoding,
        notes=tuple(notes),
    )


def _protocol(one: PlannedSubtask) -> ProtocolRecord:
    subtask = one.subtask
    return ProtocolRecord(
        version=subtask.version,
        prompt_version=subtask.prompt_version,
        rubrics={rubric.id: rubric.version for rubric in subtask.rubrics},
    )


def open_chat(name: str, options: ModelOptions) -> AbstractContextManager[Chat]:
    """The model behind a name; weights file and threads go to local models only."""
    local = name.startswith("local/")
    return open_model(
        name,
        connections=options.connections,
        threads=options.threads if local else None,
        gguf=options.gguf if local else None,
        base_url=options.base_url,
        timeout=options.timeout,
        max_retries=options.max_retries,
    )


def _judge_options(options: ModelOptions) -> ModelOptions:
    """The judge is another model: file and address of the model do not go with it."""
    return ModelOptions(options.connections, options.threads, None, None, options.timeout, options.max_retries)
