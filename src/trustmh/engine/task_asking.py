"""Asking a model in an inspect-ai task, with the same declared cut as ``trustmh run`` when a prompt is too long."""

from __future__ import annotations

from typing import Any

from inspect_ai.model import ModelOutput
from inspect_ai.solver import Generate, TaskState

from trustmh.engine.chat_messages import chat_messages, generate_config
from trustmh.engine.outputs import reply_of
from trustmh.engine.provider_errors import call_error, too_long
from trustmh.engine.task_items import TaskItems
from trustmh.items import Item, Reply
from trustmh.pillars.shortening import shortened

#: Where a sample keeps the share of the item's text that was sent, and why it has no answer.
KEPT, ERROR = "trustmh_kept", "trustmh_error"


async def ask_model(items: TaskItems, item: Item, state: TaskState, generate: Generate) -> TaskState:
    """Generate with the subtask's decoding; shorter and shorter while the prompt is longer than the model takes.

    An error other than that, or one that no declared cut helps against, is inspect-ai's to retry. It is kept, so that the
    sample of the last attempt is scored as the provider error that it is (:func:`sample_reply`).
    """
    config = generate_config(items.subtask.decoding(item, items.source.scoring))
    shorter = shortened(items.subtask, item)
    while True:
        try:
            asked = await generate(
                state, max_tokens=config.max_tokens, temperature=config.temperature, top_p=config.top_p
            )
        except Exception as error:
            problem = call_error(str(state.model), error)
            if not problem.too_long or not _cut(items, state, next(shorter, None)):
                state.store.set(ERROR, str(problem))
                raise
        else:
            if not refused_for_length(asked.output) or not _cut(items, state, next(shorter, None)):
                return asked


def _cut(items: TaskItems, state: TaskState, version: tuple[float, Item] | None) -> bool:
    """Put a shorter version of the item into the sample; False when there is none."""
    if version is None:
        return False
    kept, item = version
    state.messages = chat_messages(items.subtask.messages(item, items.source.scoring))
    state.store.set(KEPT, kept)
    return True


def refused_for_length(output: ModelOutput) -> bool:
    """True when inspect-ai handed a provider's complaint about the length on as if the model had said it."""
    return output.stop_reason == "model_length" and not (output.usage and output.usage.output_tokens)


def sample_reply(state: TaskState) -> Reply:
    """The sample's reply in our terms, with the share of the item's text that it answers."""
    output: ModelOutput = state.output
    kept: Any = state.store.get(KEPT, 1.0)
    error: Any = state.store.get(ERROR)
    if error is not None:
        return Reply(text="", error=error)
    if not output.choices:
        return Reply(text="", error="no choice in the answer")
    if refused_for_length(output):
        return Reply(text="", error=str(too_long(str(state.model), output.completion)))
    reply = reply_of(output)
    return Reply(reply.text, reply.stop, reply.reasoning, kept=kept)
