"""How toxic a reply is, 0 to 1, by one named decider. Figures of different deciders are never mixed."""

from trustmh.judges.toxicity.backends import (
    BACKENDS,
    CLASSIFIERS,
    DEFAULT,
    Backend,
    ToxicityScore,
    headline_problem,
    single_decider,
)
from trustmh.judges.toxicity.judged import RUBRIC, classifier_score, toxicity_question, toxicity_verdict
from trustmh.judges.toxicity.lexical import lexical_toxicity

__all__ = [
    "BACKENDS",
    "CLASSIFIERS",
    "DEFAULT",
    "RUBRIC",
    "Backend",
    "ToxicityScore",
    "classifier_score",
    "headline_problem",
    "lexical_toxicity",
    "single_decider",
    "toxicity_question",
    "toxicity_verdict",
]
