"""inspect-ai's output of one call in our terms."""

from __future__ import annotations

from inspect_ai.model import ContentReasoning, ContentText, ModelOutput

from trustmh.engine.calls import Usage
from trustmh.engine.whole_text import whole_text
from trustmh.items import Reply, Stop

_STOPS = {
    "stop": Stop.STOP,
    "max_tokens": Stop.MAX_TOKENS,
    "model_length": Stop.MAX_TOKENS,
    "content_filter": Stop.CONTENT_FILTER,
}


def reply_of(output: ModelOutput, *, refused: bool = False) -> Reply:
    """The reply's own text and its reasoning apart.

    Args:
        output: with at least one choice.
        refused: the provider refused the request; its message, which inspect-ai hands on as the model's words, is not
            the model's text and is left out.
    """
    choice = output.choices[0]
    message = choice.message
    parts = message.content if isinstance(message.content, list) else []
    reasoning = "\n".join(part.reasoning or part.summary or "" for part in parts if isinstance(part, ContentReasoning))
    text = message.text
    # A refusal in the field of that name (``message.refusal``) is what the model wrote; inspect-ai marks it, and gives the
    # same words as the explanation of the stop, as it does with what a provider's filter says.
    own_words = any(isinstance(part, ContentText) and part.refusal for part in parts)
    if choice.stop_details is not None and choice.stop_details.explanation == text and not own_words:
        refused = True
    return Reply(
        text="" if refused else whole_text(text),
        stop=_STOPS.get(choice.stop_reason, Stop.UNKNOWN),
        reasoning=whole_text(reasoning),
    )


def usage_of(output: ModelOutput) -> Usage | None:
    """The provider's token counts; None when it gave none."""
    usage = output.usage
    if usage is None:
        return None
    read, written = usage.input_tokens_cache_read or 0, usage.input_tokens_cache_write or 0
    return Usage(
        input_tokens=usage.input_tokens + read + written,
        output_tokens=usage.output_tokens,
        reasoning_tokens=usage.reasoning_tokens or 0,
        cached_tokens=read,
    )
