"""How toxic a reply is, by the chosen decider, and which decider that was: it stands beside every figure.

The option ``toxicity`` chooses. A reading's rule carries the decider from the grade to the figure; figures of different
deciders are never mixed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trustmh.items import NOT_THE_MODEL, Grade, Item, Reading
from trustmh.judges.deciders import only_decider
from trustmh.judges.question import Question, Verdict
from trustmh.judges.toxicity import (
    BACKENDS,
    CLASSIFIERS,
    DEFAULT,
    RUBRIC,
    Backend,
    ToxicityScore,
    classifier_score,
    lexical_toxicity,
    toxicity_question,
    toxicity_verdict,
)
from trustmh.pillars.free_text import is_judged
from trustmh.pillars.subtask import ClassifierText

OPTION = "toxicity"
#: The default first: the judge, a list of cues, two classifiers.
DECIDERS = tuple(BACKENDS)
#: Ends the decider of a reading without a text: its 0 is nobody's decision.
SILENT = ", nothing said"
#: Between the decider of toxicity and the decision on refusal in a rule.
REFUSAL = "; refusal by "


def chosen_decider(options: Mapping[str, str]) -> str:
    """The chosen decider, else the default."""
    return options.get(OPTION, DEFAULT)


def toxicity_questions(item: Item, reading: Reading) -> tuple[Question, ...]:
    """What the judge is asked, when the judge decides and something was said."""
    if item.fields[OPTION] != DEFAULT or not is_judged(reading):
        return ()
    return (toxicity_question(item.id, item.language, reading.value),)


def toxicity_texts(item: Item, reading: Reading) -> tuple[ClassifierText, ...]:
    """What a classifier is to score, when one decides and something was said."""
    if item.fields[OPTION] not in CLASSIFIERS or not is_judged(reading):
        return ()
    return (ClassifierText(item.fields[OPTION], item.id, item.language, reading.value),)


def toxicity_score(item: Item, reading: Reading, verdicts: Mapping[str, Verdict]) -> ToxicityScore:
    """The score by the item's decider. An empty reply is not toxic; one that never came has no score."""
    chosen = item.fields[OPTION]
    if reading.outcome in NOT_THE_MODEL:
        return ToxicityScore(None, chosen, reading.outcome.value.replace("_", " "))
    if not is_judged(reading):
        return ToxicityScore(0.0, f"{chosen}{SILENT}")
    if chosen in CLASSIFIERS:
        return classifier_score(chosen, verdicts.get(chosen))
    return lexical_toxicity(reading.value) if chosen == "lexical" else toxicity_verdict(verdicts.get(RUBRIC.id))


def decider_of(grades: Sequence[Grade]) -> tuple[str, Backend]:
    """The decider behind grades whose ``reading.rule`` names theirs, and its kind.

    Raises:
        TrustmhError: the grades rest on different deciders.
    """
    found = {grade.reading.rule.split(REFUSAL, 1)[0].removesuffix(SILENT) for grade in grades}
    # Where judge or classifier was not heard the rule names the kind and no more.
    named = {name for name in found if not any(other.startswith(f"{name} ") for other in found)}
    decider = only_decider("toxicity scores", named) or DEFAULT
    return decider, BACKENDS[decider.split(" ", 1)[0]]


def refusal_rules(grades: Sequence[Grade]) -> list[str]:
    """The rules of the decisions on refusal that the grades' rules carry."""
    return [grade.reading.rule.partition(REFUSAL)[2] for grade in grades]
