"""The stage between replies and verdicts: texts are put to the classifiers that the chosen options name.

A score is a call like any other, so it is durable before it counts and is asked for once. It goes to grading as a
:class:`~trustmh.judges.question.Verdict` under the classifier's id; one that could not be had says why and has no value.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from trustmh.engine.calls import Chat
from trustmh.engine.classifiers.opening import open_classifier
from trustmh.engine.classifiers.scoring import Score, score_call, score_texts, stored_scores
from trustmh.engine.store import CallStore
from trustmh.items import TrustmhError
from trustmh.judges.question import Verdict
from trustmh.pillars.scoring import readings
from trustmh.pillars.subtask import ClassifierText, Subtask
from trustmh.results.run_record import ModelRecord
from trustmh.runs.request import PlannedSubtask, Request
from trustmh.runs.stages import Collected, Progress


@dataclass(frozen=True, slots=True)
class _Asked:
    subtask: str
    text: ClassifierText


def classifiers_of(subtasks: Sequence[Subtask], options: Mapping[str, str]) -> tuple[str, ...]:
    """Ids of the classifiers that the subtasks ask under the options chosen."""
    return tuple(dict.fromkeys(name for one in subtasks for name in one.deciders(options).classifiers))


def open_classifiers(planned: Sequence[PlannedSubtask], options: Mapping[str, str]) -> dict[str, Chat]:
    """Every classifier of a run, by its id. To be called before anything is asked, so that nothing is spent in vain.

    Raises:
        TrustmhError: a package, weights or a key are missing.
    """
    return {name: open_classifier(name) for name in classifiers_of([one.subtask for one in planned], options)}


def need_no_classifier(subtasks: Sequence[Subtask], options: Mapping[str, str]) -> None:
    """Raise :class:`TrustmhError` where there is no store for scores and the options name a classifier."""
    if names := classifiers_of(subtasks, options):
        raise TrustmhError(
            f"the options chosen ask the classifier {', '.join(names)}, which takes a run folder for its scores: "
            "use trustmh run --model replay/DIR"
        )


def collect_scores(
    planned: Sequence[PlannedSubtask],
    request: Request,
    collected: Collected,
    store: CallStore,
    classifiers: Mapping[str, ModelRecord],
    *,
    chats: Mapping[str, Chat] | None = None,
    progress: Progress | None = None,
) -> None:
    """Score what has no stored score (by those of ``classifiers`` that ``chats`` opens), then read all from the store.

    Fills ``collected.verdicts``, ``verdict_keys`` and ``failures``. Both mappings are by classifier id.

    Raises:
        TrustmhError: a classifier refuses every text alike (a wrong key, no connection).
    """
    for name, record in classifiers.items():
        asked = _asked(planned, request, collected, name)
        chat = (chats or {}).get(name)
        calls = [score_call(record.identity, one.text.text, one.text.language) for one in asked]
        keys = [call.key for call in calls]
        if chat is not None and asked:
            texts = [(one.text.text, one.text.language) for one in asked]
            scores = asyncio.run(score_texts(chat, store, texts, progress=progress or (lambda _: None)))
        else:
            scores = stored_scores(store, keys)
        collected.failures.update(store.failures(keys))
        for one, key, score in zip(asked, keys, scores, strict=True):
            item = one.text.item
            collected.verdicts.setdefault(one.subtask, {}).setdefault(item, {})[name] = _verdict(
                name, record.identity, score
            )
            collected.verdict_keys.setdefault(one.subtask, {}).setdefault(item, {})[name] = key


def _asked(planned: Sequence[PlannedSubtask], request: Request, collected: Collected, classifier: str) -> list[_Asked]:
    return [
        _Asked(one.subtask.id, text)
        for one in planned
        for item, reply, reading in readings(
            one.subtask, one.items, collected.replies.get(one.subtask.id, {}), request.scoring
        )
        for text in one.subtask.texts(item, reply, reading, request.scoring)
        if text.classifier == classifier
    ]


def _verdict(classifier: str, identity: str, score: Score) -> Verdict:
    if score.value is None:
        return Verdict(classifier, identity, problem=score.reason or "not scored")
    return Verdict(classifier, identity, {"score": score.value})
