"""Putting texts to a classifier through the call store, and reading its scores."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from trustmh.engine.calls import Answer, Call, Chat
from trustmh.engine.fetch import FetchProgress, fetch
from trustmh.engine.store import CallStore
from trustmh.items import UNREADABLE, Decoding, Language, Message, Reply, Stop, TrustmhError

#: Part of each call's key; moves when what is sent or how a score is read changes.
PROTOCOL = "classifier/1"
#: Classifiers have no decoding; the call's key wants one.
_DECODING = Decoding(max_tokens=1)


@dataclass(frozen=True, slots=True)
class Score:
    """A classifier's value from 0 to 1, or None with the reason."""

    value: float | None
    reason: str = ""


def score_call(identity: str, text: str, language: Language) -> Call:
    """The call for one text: its language as the system message, the text as the user message."""
    return Call(identity, (Message("system", language), Message("user", text)), _DECODING, PROTOCOL)


async def score_texts(
    chat: Chat,
    store: CallStore,
    texts: Sequence[tuple[str, Language]],
    *,
    progress: Callable[[FetchProgress], None] = lambda _: None,
) -> list[Score]:
    """A score per text, in order. Stored scores are not asked for again; failures are, when the run continues.

    Raises:
        TrustmhError: the classifier refuses every text with one and the same error (a wrong key, no connection).
    """
    calls = [score_call(chat.identity, text, language) for text, language in texts]
    await fetch(calls, chat, store, kind="verdict", progress=progress)
    return stored_scores(store, [call.key for call in calls])


def stored_scores(store: CallStore, keys: Sequence[str]) -> list[Score]:
    """A score per key of a call, in order, as far as the store holds one. Nothing is asked."""
    answers, failures = store.answers(keys), store.failures(keys)
    return [
        read_score(answers[key]) if key in answers else Score(None, failures.get(key, "not scored")) for key in keys
    ]


def score_answer(value: float, *, served: str, seconds: float) -> Answer:
    """A value as an answer that the store keeps."""
    return Answer(Reply(json.dumps({"score": value}), Stop.STOP), served_model=served, seconds=seconds)


def read_score(answer: Answer) -> Score:
    """The value that :func:`score_answer` wrote. Raises :class:`TrustmhError` for an answer that is no score."""
    try:
        value = json.loads(answer.reply.text)["score"]
    except UNREADABLE:
        value = None
    if not is_unit(value):
        raise TrustmhError(
            "the store holds an answer of a classifier that is no score; move the store away and run again"
        )
    return Score(float(value))


def is_unit(value: object) -> bool:
    """Whether a value is a number from 0 to 1; whole numbers of any length are compared, never turned into floats."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def text_and_language(messages: tuple[Message, ...]) -> tuple[str, str]:
    """What :func:`score_call` put into the messages."""
    return messages[-1].content, messages[0].content
