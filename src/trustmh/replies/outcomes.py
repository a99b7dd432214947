"""What became of a reply, from stop reason and text together."""

from __future__ import annotations

import re

from trustmh.items import Language, Outcome, Reading, Reply, Stop
from trustmh.replies.cleaning import Cleaned, clean
from trustmh.replies.mentions import window
from trustmh.replies.patterns import ERROR_NOTICE, FILTER_NOTICE, REFUSAL

_SOMETHING = re.compile(r"[^\W_]|\[\s*\]|\{\s*\}|[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff]")
_NOTICE_LENGTH = 600
_REFUSAL_LENGTH = 1_500


def classify_text(reply: Reply) -> Outcome | None:
    """The outcome of a reply that is not to be read, or None when it is.

    A reply cut by the cap is ``truncated`` here. The readers look into it all the same, because a declared answer may
    stand before the cut; free text is judged as it stands.
    """
    return classify(reply, clean(reply.text))


def classify(reply: Reply, cleaned: Cleaned) -> Outcome | None:
    """As :func:`classify_text`, for a text that is already clean."""
    if reply.missing:
        return Outcome.MISSING
    if reply.error is not None:
        return Outcome.PROVIDER_ERROR
    if reply.stop is Stop.CONTENT_FILTER:
        return Outcome.FILTERED
    text = cleaned.text
    if reply.stop is Stop.MAX_TOKENS or cleaned.reasoning_open:
        return Outcome.TRUNCATED
    if _SOMETHING.search(window(text)) is None:
        return Outcome.EMPTY
    if len(text) <= _NOTICE_LENGTH:
        if ERROR_NOTICE.match(text):
            return Outcome.PROVIDER_ERROR
        if FILTER_NOTICE.search(text):
            return Outcome.FILTERED
    return None


def is_refusal(text: str, language: Language = "en") -> bool:
    """Whether a text without an answer declines to give one. Cue-based, on the first 1,500 characters.

    Only for the outcome of a reply in which no answer was found: a reply that refuses and answers has answered.
    """
    return REFUSAL.search(clean(text[: 4 * _REFUSAL_LENGTH]).text[:_REFUSAL_LENGTH].lower()) is not None


def unread(reply: Reply, cleaned: Cleaned, language: Language, rule: str) -> Reading:
    """The reading of a reply in which no usable answer was found."""
    outcome = classify(reply, cleaned)
    if outcome is not None:
        return Reading(outcome, None, outcome.value)
    if REFUSAL.search(cleaned.text[:_REFUSAL_LENGTH].lower()):
        return Reading(Outcome.REFUSED, None, "refusal cue")
    return Reading(Outcome.UNPARSED, None, rule)


def readable(outcome: Outcome | None) -> bool:
    """Whether a reader should look into the text: nothing decided yet, or cut with something before the cut."""
    return outcome is None or outcome is Outcome.TRUNCATED
