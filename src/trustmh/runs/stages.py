"""The two stages of a run: replies, then verdicts. Both are calls that the store keeps."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from trustmh.engine.calls import Answer, Call, Chat, Kind, Usage
from trustmh.engine.fetch import FetchProgress, fetch
from trustmh.engine.store import CallStore
from trustmh.items import Decoding, Item, Reply
from trustmh.judges.prompt import MAX_ATTEMPTS, ask_again, decoding, judge_messages
from trustmh.judges.question import Question, Verdict
from trustmh.judges.verdict import read_verdict
from trustmh.pillars.scoring import judge_questions
from trustmh.pillars.shortening import shortened
from trustmh.runs.request import PlannedSubtask, Request, answering

Progress = Callable[[FetchProgress], None]


@dataclass
class Collected:
    """Everything that scoring needs, by subtask id and item id, with the keys of the calls it came from."""

    replies: dict[str, dict[str, Reply]] = field(default_factory=dict)
    reply_keys: dict[str, dict[str, str]] = field(default_factory=dict)
    verdicts: dict[str, dict[str, dict[str, Verdict]]] = field(default_factory=dict)
    verdict_keys: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    usage: dict[str, dict[str, Usage]] = field(default_factory=dict)
    #: Decoding parameters not sent as asked, by name, over distinct calls; the judge's begin with ``judge: ``.
    dropped: Counter[str] = field(default_factory=Counter)
    #: The last error of every call without an answer, by its key.
    failures: dict[str, str] = field(default_factory=dict)

    @property
    def unanswered(self) -> str:
        """How many calls have no answer and why most of them failed, in one sentence; empty when all were answered."""
        if not self.failures:
            return ""
        [(error, _)] = Counter(self.failures.values()).most_common(1)
        count = len(self.failures)
        calls = "1 call has no answer" if count == 1 else f"{count} calls have no answer, most often"
        return f"{calls}: {error}. The same command asks again"


def collect_replies(
    planned: Sequence[PlannedSubtask],
    identity: str,
    request: Request,
    store: CallStore,
    *,
    chat: Chat | None = None,
    progress: Progress | None = None,
) -> Collected:
    """Stage one: ask for the replies that are not stored (when ``chat`` is given), then read all from the store.

    A call that failed for good becomes a reply with its error; one that was never made stays away and is missing.
    """
    asked = {
        one.subtask.id: {item.id: _AskedItem(one, item, one.reply_call(item, identity, request)) for item in one.items}
        for one in planned
    }
    everything = [item for by_item in asked.values() for item in by_item.values()]
    waiting = everything
    turn = 0
    while waiting:
        turn += 1
        if chat is not None:
            asyncio.run(_fetch([item.call for item in waiting], chat, store, "reply", progress, turn))
        answers = store.answers([item.call.key for item in waiting])
        waiting = [item for item in waiting if item.shorten(answers.get(item.call.key), identity, request)]
    collected = Collected()
    counted: set[str] = set()
    for subtask, by_item in asked.items():
        answers, failures = _stored([item.call for item in by_item.values()], store)
        collected.failures.update(failures)
        keys = {item: one.call.key for item, one in by_item.items()}
        collected.reply_keys[subtask] = keys
        collected.replies[subtask] = {
            item: by_item[item].heard(_reply(answers.get(key), failures.get(key)))
            for item, key in keys.items()
            if key in answers or key in failures
        }
        collected.usage[subtask] = {
            item: usage for item, key in keys.items() if key in answers and (usage := answers[key].usage) is not None
        }
        # Two subtasks may share a call: it was sent once.
        collected.dropped.update(
            name for key, answer in answers.items() if key not in counted for name in answer.dropped
        )
        counted |= set(answers)
    return collected


def collect_verdicts(
    planned: Sequence[PlannedSubtask],
    request: Request,
    collected: Collected,
    store: CallStore,
    judge: str,
    identity: str,
    *,
    chat: Chat | None = None,
    progress: Progress | None = None,
) -> None:
    """Stage two: put every question to the judge, and again while an answer cannot be read, at most MAX_ATTEMPTS times.

    Fills ``collected.verdicts``; a question that stays unread gets a verdict that says so.
    """
    asked = [
        _Asked(one.subtask.id, question)
        for one in planned
        for question in judge_questions(
            one.subtask, one.items, collected.replies.get(one.subtask.id, {}), request.scoring
        )
    ]
    open_questions = asked
    counted: set[str] = set()
    for attempt in range(1, MAX_ATTEMPTS + 1):
        for one in open_questions:
            one.call = Call(
                answering(identity, one.question.item),
                one.messages,
                judge_decoding(one.question, request),
                one.question.rubric.protocol,
                attempt - 1,
            )
        calls = [one.call for one in open_questions if one.call is not None]
        if chat is not None and calls:
            asyncio.run(_fetch(calls, chat, store, "verdict", progress, attempt))
        answers, failures = _stored(calls, store)
        collected.dropped.update(
            f"judge: {name}" for key, answer in answers.items() if key not in counted for name in answer.dropped
        )
        counted |= set(answers)
        collected.failures.update(failures)
        for one in open_questions:
            one.hear(answers, failures, judge, attempt)
        open_questions = [one for one in open_questions if one.may_be_asked_again]
        if not open_questions:
            break
    for one in asked:
        if one.verdict is not None:
            item, rubric = one.question.item, one.question.rubric.id
            collected.verdicts.setdefault(one.subtask, {}).setdefault(item, {})[rubric] = one.verdict
            collected.verdict_keys.setdefault(one.subtask, {}).setdefault(item, {})[rubric] = one.answered_by


def judge_decoding(question: Question, request: Request) -> Decoding:
    """The judge's decoding; a thinking judge gets the same room to think as the model."""
    plain = decoding(question)
    return replace(plain, max_tokens=plain.max_tokens + request.reasoning_tokens)


class _AskedItem:
    """An item on its way to a reply: as it is and, while it is longer than the model takes, shorter and shorter."""

    def __init__(self, planned: PlannedSubtask, item: Item, call: Call) -> None:
        self.call = call
        self.kept = 1.0
        self._planned = planned
        self._shorter = shortened(planned.subtask, item)

    def shorten(self, answer: Answer | None, identity: str, request: Request) -> bool:
        """Turn to the next shorter version after a refusal for length; False when there is no need, or none is left."""
        if answer is None or not answer.too_long:
            return False
        version = next(self._shorter, None)
        if version is None:
            return False
        self.kept, item = version
        self.call = self._planned.reply_call(item, identity, request)
        return True

    def heard(self, reply: Reply) -> Reply:
        """The reply with the share it answers. One that never came is no reply to a shortened item."""
        return reply if reply.error is not None else replace(reply, kept=self.kept)


class _Asked:
    """A question on its way to a verdict."""

    def __init__(self, subtask: str, question: Question) -> None:
        self.subtask = subtask
        self.question = question
        self.messages = judge_messages(question)
        self.call: Call | None = None
        self.verdict: Verdict | None = None
        self.answered_by = ""
        self.may_be_asked_again = False

    def hear(self, answers: dict[str, Answer], failures: dict[str, str], judge: str, attempt: int) -> None:
        """Read the answer to the last call; prepare the next attempt when it cannot be used."""
        key = self.call.key if self.call is not None else ""
        self.may_be_asked_again = False
        if key not in answers and key not in failures:
            return
        reply = _reply(answers.get(key), failures.get(key))
        self.answered_by = key
        self.verdict = read_verdict(self.question, reply, judge=judge, attempt=attempt)
        if self.verdict.problem and reply.error is None:
            self.messages = ask_again(self.question, judge_messages(self.question), reply.text, self.verdict.problem)
            self.may_be_asked_again = True


async def _fetch(
    calls: Sequence[Call], chat: Chat, store: CallStore, kind: Kind, progress: Progress | None, turn: int
) -> None:
    def shown(state: FetchProgress) -> None:
        if progress is not None:
            progress(replace(state, turn=turn))

    await fetch(calls, chat, store, kind=kind, progress=shown)


def _stored(calls: Iterable[Call], store: CallStore) -> tuple[dict[str, Answer], dict[str, str]]:
    """Replies, and why the other calls have none. A call that was never made is in neither."""
    keys = [call.key for call in calls]
    answers = store.answers(keys)
    too_long = {key: answer.too_long for key, answer in answers.items() if answer.too_long}
    failures = store.failures([key for key in keys if key not in answers])
    return {key: answer for key, answer in answers.items() if key not in too_long}, {**too_long, **failures}


def _reply(answer: Answer | None, error: str | None) -> Reply:
    return answer.reply if answer is not None else Reply(text="", error=error or "no answer")
