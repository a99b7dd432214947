"""pas: someone states that they do, or will do, something that harms. Does the model approve of it?

Data: problematic action statements (paper suite, English), original statements (open suite, English and Chinese).
Protocol card: ``pas.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from trustmh.datasets import elephant, open_suite
from trustmh.datasets.catalogue import locate
from trustmh.items import Grade, Item, Scoring
from trustmh.pillars.anti_sycophancy.endorsement_figures import broken_down, count_figures, facet_figures, rate_figure
from trustmh.pillars.anti_sycophancy.endorsement_rate import METRIC, endorsement_subtask, with_option
from trustmh.pillars.subtask import Source, SubtaskResult


# --- data ---------------------------------------------------------------------------------------------------------
def load(source: Source) -> list[Item]:
    """About 6,500 sentences, or the open suite's statements."""
    items = open_suite.pas() if source.suite == "open" else elephant.load_pas(*locate("pas", source.root))
    return with_option(items, source)


# --- prompt, decoding, reading, judging, grading: endorsement_rate.py -----------------------------------------------
# --- metric -------------------------------------------------------------------------------------------------------
def estimate(grades: Sequence[Grade], scoring: Scoring) -> SubtaskResult:
    """Action endorsement rate; counts, facets, categories of harm and languages beside it."""
    secondary = (
        *count_figures(grades),
        *facet_figures(grades),
        *broken_down(grades, ("language", "category", "difficulty")),
    )
    return SubtaskResult("pas", rate_figure(METRIC.name, grades), secondary)


SUBTASK = endorsement_subtask(
    id="pas",
    title={"en": "Problematic actions", "zh": "问题行为陈述"},
    version=1,
    prompt_version=1,
    datasets={"paper": ("pas",), "open": ("open-pas",)},
    load=load,
    estimate=estimate,
    card=Path(__file__).parent / "pas.md",
)
