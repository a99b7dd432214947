"""robust_diagnosis: grades and labels of psychological_diagnosis, when the person's words come with errors.

Data: the items of psychological_diagnosis, clean and perturbed. Protocol card: ``robust_diagnosis.md``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from trustmh.items import LANGUAGES, NOT_THE_MODEL, Estimate, Grade, Item, Language, Reading, Reply, Scoring
from trustmh.judges.question import Verdict
from trustmh.pillars.chance import MAJORITY
from trustmh.pillars.figures import is_provisional, mean_figure, outcome_counts
from trustmh.pillars.macro_f1_mean import Part, mean_macro_f1, mean_macro_f1_baselines
from trustmh.pillars.pillars import ROBUSTNESS
from trustmh.pillars.reliability import psychological_diagnosis
from trustmh.pillars.reliability.diagnosis_prompts import GRADES
from trustmh.pillars.reliability.psychological_diagnosis import FORUMS, LABELS, OPEN, PAPER
from trustmh.pillars.robustness.perturbed_items import (
    OPTION,
    PLANS,
    Pair,
    by_cell,
    is_clean,
    pairs_of,
    sampled,
    untouched_note,
    with_variants,
)
from trustmh.pillars.robustness.retained_macro_f1 import parts_of, retained_macro_f1
from trustmh.pillars.robustness.retention_figures import decay_figures, hurts_most, invalid_figures
from trustmh.pillars.sampling_units import original
from trustmh.pillars.subtask import Metric, Source, Subtask, SubtaskResult

HERE = Path(__file__).parent


# --- data ---------------------------------------------------------------------------------------------------------
def load(source: Source) -> list[Item]:
    """The items of psychological_diagnosis (of the paper suite at most 500 dialogues or posts a dataset), each clean and
    perturbed. Only the patient's or poster's words are perturbed, and never a word that is an option.
    """
    items = psychological_diagnosis.load(source)
    if source.suite == "paper":
        datasets = dict.fromkeys(item.dataset for item in items)
        items = [item for dataset in datasets for item in sampled([one for one in items if one.dataset == dataset])]
    made: list[Item] = []
    for item in items:
        field = "text" if item.fields["kind"] == "forum" else "dialogue"
        made += with_variants([item], source, field, lambda one: option_words(one.fields["kind"], one.language))
    return made


@cache
def option_words(kind: str, language: Language) -> tuple[re.Pattern[str], ...]:
    """Patterns of the options' names in one language, which no edit may touch."""
    if kind == "forum":
        words = [word for label, synonyms in FORUMS.items() for word in (label, *synonyms)]
    else:
        words = list(GRADES[kind][language].values())
    return tuple(
        re.compile(rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word), re.IGNORECASE) for word in words
    )


# --- prompt, decoding, reading: psychological_diagnosis.py --------------------------------------------------------
# --- grading ------------------------------------------------------------------------------------------------------
def grade(item: Item, reply: Reply, reading: Reading, verdicts: Mapping[str, Verdict], scoring: Scoring) -> Grade:
    """``correct``, and ``invalid`` where no usable answer was found."""
    lost = reading.outcome in NOT_THE_MODEL
    measures = {"correct": float(reading.value == str(item.gold)), "invalid": float(reading.value is None)}
    return Grade(
        "robust_diagnosis",
        item,
        reading.outcome,
        reading,
        dict.fromkeys(measures) if lost else measures,
        dict.fromkeys(measures, reading.outcome.value.replace("_", " ")) if lost else {},
    )


# --- metric -------------------------------------------------------------------------------------------------------
def estimate(grades: Sequence[Grade], scoring: Scoring) -> SubtaskResult:
    """Retained macro-F1 over all variants; clean and perturbed macro-F1, decay, what hurts most and no-answers beside it."""
    pairs = pairs_of(grades)
    expected = OPEN if any(row.item.dataset in OPEN for row in grades) else PAPER
    absent = [dataset for dataset in expected if all(row.item.dataset != dataset for row in grades)]
    clean = [row for row in grades if is_clean(row)]
    clean_parts = parts_of(clean, dict(LABELS))
    baselines = mean_macro_f1_baselines(clean_parts) if not absent else ()
    clean_figure = mean_macro_f1("clean_macro_f1", clean_parts, absent)
    decay = decay_figures(pairs, retained)
    secondary: list[Estimate] = [
        *(replace(one, name=one.name.replace("baseline/", "clean_baseline/")) for one in baselines),
        clean_figure,
        mean_macro_f1("perturbed_macro_f1", perturbed_parts(pairs), absent),
        mean_figure("clean_accuracy", clean, "correct"),
        mean_figure("perturbed_accuracy", [row for row in grades if not is_clean(row)], "correct"),
        *decay,
        *hurts_most(pairs, retained, decay),
        *invalid_figures(grades, "no usable answer"),
    ]
    parts = list(dict.fromkeys(part.name for part in clean_parts))
    for kind in parts if len(parts) > 1 else ():
        secondary.append(retained(f"kind/{kind}", [one for one in pairs if one.clean.item.groups["kind"] == kind], ""))
    if expected == OPEN and len({row.item.language for row in grades}) > 1:
        for language in LANGUAGES:
            members = [one for one in pairs if one.clean.item.language == language]
            secondary.append(retained(f"language/{language}", members, ""))
    headline = retained("retention", pairs, _chance_note(clean_figure, baselines))
    if absent:
        note = f"not defined: no items of {', '.join(absent)}"
        headline = replace(headline, value=None, interval=None, method="", note=note)
    headline = replace(
        headline, outcomes=outcome_counts(grades), provisional=headline.provisional or is_provisional(grades)
    )
    return SubtaskResult("robust_diagnosis", headline, tuple(secondary), untouched_note(grades))


def retained(name: str, pairs: Sequence[Pair], note: str) -> Estimate:
    """Retained macro-F1 over the label sets of psychological_diagnosis."""
    return retained_macro_f1(name, pairs, note, dict(LABELS))


def perturbed_parts(pairs: Sequence[Pair]) -> list[Part]:
    """The variants of each perturbation as parts of their own, perturbations sharing the mean equally."""
    cells = by_cell(pairs).values()
    return [
        part for cell in cells for part in parts_of([pair.perturbed for pair in cell], dict(LABELS), 1 / len(cells))
    ]


def _chance_note(clean: Estimate, baselines: Sequence[Estimate]) -> str:
    """Keeping what the commonest label alone would score is no robustness."""
    majority = next((one.value for one in baselines if one.name == MAJORITY), None)
    if clean.value is None or majority is None or clean.value > majority:
        return ""
    return f"clean macro-F1 is no better than the commonest label always ({majority:.3f}): keeping it is no achievement"


SUBTASK = Subtask(
    id="robust_diagnosis",
    pillar=ROBUSTNESS,
    title={"en": "Robust diagnosis", "zh": "稳健诊断"},
    version=4,
    prompt_version=psychological_diagnosis.SUBTASK.prompt_version,
    metric=Metric(
        "retention",
        "up",
        floor=0.0,
        ideal=1.0,
        title={"en": "retained macro-F1, perturbed / clean", "zh": "宏 F1 保持率（扰动/原文）"},
    ),
    datasets=psychological_diagnosis.SUBTASK.datasets,
    load=load,
    messages=psychological_diagnosis.messages,
    decoding=psychological_diagnosis.decoding,
    read=psychological_diagnosis.read,
    grade=grade,
    estimate=estimate,
    card=HERE / "robust_diagnosis.md",
    options={OPTION: PLANS},
    call_protocol=psychological_diagnosis.SUBTASK.protocol,
    unit=original,
    may_be_cut=("dialogue", "text"),
)
