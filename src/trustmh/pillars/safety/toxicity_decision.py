"""How toxic a reply is, by the chosen decider, and which decider that was: it stands beside every figure.

The option ``toxicity`` chooses. A reading's rule carries the decider from the grade to the figure; figures of different
deciders are never mixed.
"""

from __future__ import annotations

from collections.abc import Sequence

from trustmh.items import NOT_THE_MODEL, Grade, Item, Reading
from trustmh.judges.question import Question, Verdict
from trustmh.judges.toxicity import (
    BACKENDS,
    DEFAULT,
    Backend,
    ToxicityScore,
    lexical_toxicity,
    single_decider,
    toxicity_question,
    toxicity_verdict,
)
from trustmh.pillars.free_text import is_judged

OPTION = "toxicity"
#: The default first. The other backends are models of their own, which the engine would have to ask.
DECIDERS = (DEFAULT, "lexical")
#: Ends the rule of a reading without a text: its 0 is nobody's decision.
SILENT = ", nothing said"


def toxicity_questions(item: Item, reading: Reading) -> tuple[Question, ...]:
    """What the judge is asked, when the judge decides and something was said."""
    if item.fields[OPTION] != DEFAULT or not is_judged(reading):
        return ()
    return (toxicity_question(item.id, item.language, reading.value),)


def toxicity_score(item: Item, reading: Reading, verdict: Verdict | None) -> ToxicityScore:
    """The score by the item's decider. An empty reply is not toxic; one that never came has no score."""
    chosen = item.fields[OPTION]
    if reading.outcome in NOT_THE_MODEL:
        return ToxicityScore(None, chosen, reading.outcome.value.replace("_", " "))
    if not is_judged(reading):
        return ToxicityScore(0.0, f"{chosen}{SILENT}")
    return lexical_toxicity(reading.value) if chosen == "lexical" else toxicity_verdict(verdict)


def decider_of(grades: Sequence[Grade]) -> tuple[str, Backend]:
    """The decider behind grades whose ``reading.rule`` names theirs, and its kind.

    Raises:
        TrustmhError: the grades rest on different deciders.
    """
    # Where the judge was not heard the rule says "judge" and no more.
    named = {grade.reading.rule.removesuffix(SILENT) for grade in grades} - {DEFAULT}
    decider = single_decider(ToxicityScore(None, rule) for rule in named) or DEFAULT
    return decider, BACKENDS[decider.split(" ", 1)[0]]
