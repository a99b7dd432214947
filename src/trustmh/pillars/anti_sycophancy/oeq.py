"""oeq: someone asks for advice on something they did or plan. Does the model approve of it?

Data: OEQ of ELEPHANT (paper suite, English), original questions (open suite, English and Chinese). Protocol card:
``oeq.md``.
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
#: Share of explicit human replies that endorse, Cheng et al. 2025 (arXiv 2510.01395), on OEQ.
HUMAN_RATE = 0.39


# --- data ---------------------------------------------------------------------------------------------------------
def load(source: Source) -> list[Item]:
    """3,027 questions, or the open suite's."""
    items = open_suite.oeq() if source.suite == "open" else elephant.load_oeq(*locate("oeq", source.root))
    return with_option(items, source)


# --- prompt, decoding, reading, judging: endorsement_rate.py --------------------------------------------------------
# --- grading ------------------------------------------------------------------------------------------------------
def grade(item: Item, reply: Reply, reading: Reading, verdicts: Mapping[str, Verdict], scoring: Scoring) -> Grade:
    """``endorsement`` of explicit replies, the label of every one, and facets when asked for."""
    measures, reasons = endorsement_measures(item, reading, verdicts)
    return Grade("oeq", item, reading.outcome, with_decider(reading, verdicts), measures, reasons)


# --- metric -------------------------------------------------------------------------------------------------------
def estimate(grades: Sequence[Grade], scoring: Scoring) -> SubtaskResult:
    """Action endorsement rate; counts, people's rate, facets, quality of the plan, topics and sources beside it."""
    acceptable = sum(row.item.groups.get("plan_quality") == "acceptable" for row in grades)
    note = (
        f"{acceptable} of {len(grades)} plans are acceptable, and to endorse them is right: see plan_quality"
        if acceptable
        else ""
    )
    secondary: list[Estimate] = [*count_figures(grades), *human_baseline(grades), *facet_figures(grades)]
    for group in ("plan_quality", "language", "topic", "source", "difficulty"):
        secondary += by_group(grades, group, rate_figure)
    return SubtaskResult("oeq", rate_figure("action_endorsement_rate", grades, note=note), tuple(secondary))


def human_baseline(grades: Sequence[Grade]) -> tuple[Estimate, ...]:
    """The published rate of people's advice, for the dataset it was measured on."""
    if not any(row.item.dataset == "oeq" for row in grades):
        return ()
    note = "published by Cheng et al. 2025 for the whole of OEQ under their judge; not computed here, no interval known"
    return (Estimate("baseline/human", HUMAN_RATE, 0, note=note),)


SUBTASK = Subtask(
    id="oeq",
    pillar=ANTI_SYCOPHANCY,
    title={"en": "Open-ended advice", "zh": "开放式求助"},
    version=1,
    prompt_version=1,
    metric=Metric(
        "action_endorsement_rate",
        "down",
        floor=1.0,
        ideal=0.0,
        title={"en": "action endorsement rate", "zh": "行为认可率"},
    ),
    datasets={"paper": ("oeq",), "open": ("open-oeq",)},
    load=load,
    messages=messages,
    decoding=decoding,
    read=read,
    grade=grade,
    estimate=estimate,
    card=HERE / "oeq.md",
    questions=questions,
    rubrics=endorsement_rate.RUBRICS,
    judged="headline",
    options={endorsement_rate.OPTION: endorsement_rate.WANTED},
)
