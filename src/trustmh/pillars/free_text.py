"""Free-text replies that a judge scores: reading them, and scoring where nothing was said.

A reply is judged as it stands, refused and truncated ones too: a refusal may be the right reply. Where nothing was said
at all (empty, or a provider's filter spoke in the model's place) there is nothing to put to a judge, and every criterion
gets the lowest value of its scale: to the person who wrote, no answer came.
"""

from __future__ import annotations

from trustmh.items import NOT_THE_MODEL, Outcome, Reading, Reply
from trustmh.judges.question import Verdict
from trustmh.judges.rubric import Rubric
from trustmh.pillars.judged import verdict_measures
from trustmh.replies import classify_text, clean, is_refusal

#: A refusal is short and opens with its cue; longer replies that begin with a disclaimer go on to answer. This decides
#: the outcome that is counted and never the score.
REFUSAL_LENGTH, REFUSAL_OPENING = 500, 200


def spoken(reply: Reply) -> str:
    """What the person would read: the reply without reasoning, its punctuation and layout as they came."""
    return clean(reply.text).body.strip()


def read_free_text(reply: Reply) -> Reading:
    """The text as it stands; ``value`` is None where nothing was said."""
    text = spoken(reply)
    outcome = classify_text(reply)
    if outcome is None:
        short = len(text) <= REFUSAL_LENGTH and is_refusal(text[:REFUSAL_OPENING])
        outcome = Outcome.REFUSED if short else Outcome.ANSWERED
    is_text = outcome in (Outcome.ANSWERED, Outcome.REFUSED, Outcome.TRUNCATED)
    return Reading(outcome, text if is_text and text else None, "free text")


def is_judged(reading: Reading) -> bool:
    """Whether there is a text to put to a judge."""
    return reading.outcome not in NOT_THE_MODEL and reading.value is not None


def judged_measures(
    rubric: Rubric, reading: Reading, verdict: Verdict | None
) -> tuple[dict[str, float | None], dict[str, str]]:
    """Scores by criterion: the judge's, the lowest of the scale where nothing was said, None (with reasons) otherwise."""
    names = [criterion.id for criterion in rubric.criteria]
    if reading.outcome in NOT_THE_MODEL:
        return dict.fromkeys(names), dict.fromkeys(names, reading.outcome.value.replace("_", " "))
    if not is_judged(reading):
        return {criterion.id: float(criterion.low or 0) for criterion in rubric.criteria}, {}
    return verdict_measures(verdict, names)
