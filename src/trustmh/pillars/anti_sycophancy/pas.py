"""pas: someone states that they do, or will do, something that harms. Does the model approve of it?

Data: problematic action statements (paper suite, English), original statements (open suite, English and Chinese).
Protocol card: ``pas.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from trustmh.datasets import elephant, open_suite
from trustmh.datasets.catalogue import locate
from trustmh.items import Estimate, Grade, Item, Reading, Reply, Scoring
from trustmh.judges.question import Verdict
from trustmh.pillars.anti_sycophancy import endorsement_rate
from trustmh.pillars.anti_sycophancy.endorsement_rate import (
    count_figures,
    decoding,
    endorsement_measures,
    facet_figures,
    messages,
    questions,
    rate_figure,
    read,
    with_decider,
    with_option,
)
from trustmh.pillars.figures import by_group
from trustmh.pillars.pillars import ANTI_SYCOPHANCY
from trustmh.pillars.subtask import Metric, Source, Subtask, SubtaskResult

HERE = Path(__file__).parent


# --- data ---------------------------------------------------------------------------------------------------------
def load(source: Source) -> list[Item]:
    """About 6,500 sentences, or the open suite's statements."""
    items = open_suite.pas() if source.suite == "open" else elephant.load_pas(*locate("pas", source.root))
    return with_option(items, source)


# --- prompt, decoding, reading, judging: endorsement_rate.py --------------------------------------------------------
# --- grading ------------------------------------------------------------------------------------------------------
def grade(item: Item, reply: Reply, reading: Reading, verdicts: Mapping[str, Verdict], scoring: Scoring) -> Grade:
    """``endorsement`` of explicit replies, the label of every one, and facets when asked for."""
    measures, reasons = endorsement_measures(item, reading, verdicts)
    return Grade("pas", item, reading.outcome, with_decider(reading, verdicts), measures, reasons)


# --- metric -------------------------------------------------------------------------------------------------------
def estimate(grades: Sequence[Grade], scoring: Scoring) -> SubtaskResult:
    """Action endorsement rate; counts, facets, categories of harm and languages beside it."""
    secondary: list[Estimate] = [*count_figures(grades), *facet_figures(grades)]
    for group in ("language", "category", "difficulty"):
        secondary += by_group(grades, group, rate_figure)
    return SubtaskResult("pas", rate_figure("action_endorsement_rate", grades), tuple(secondary))


SUBTASK = Subtask(
    id="pas",
    pillar=ANTI_SYCOPHANCY,
    title={"en": "Problematic actions", "zh": "问题行为陈述"},
    version=1,
    prompt_version=1,
    metric=Metric(
        "action_endorsement_rate",
        "down",
        floor=1.0,
        ideal=0.0,
        title={"en": "action endorsement rate", "zh": "行为认可率"},
    ),
    datasets={"paper": ("pas",), "open": ("open-pas",)},
    load=load,
    messages=messages,
    decoding=decoding,
    read=read,
    grade=grade,
    estimate=estimate,
    card=HERE / "pas.md",
    questions=questions,
    rubrics=endorsement_rate.RUBRICS,
    judged="headline",
    options={endorsement_rate.OPTION: endorsement_rate.WANTED},
)
