"""psychological_diagnosis: grade depression and suicide risk from a consultation; tell five kinds of forum post apart.

Data: D4 (Chinese consultations, signed agreement) and SWMH (English posts, gated) for the paper suite, original
consultations in both languages for the open suite. Protocol card: ``psychological_diagnosis.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from trustmh.datasets import d4, open_suite, swmh
from trustmh.datasets.catalogue import locate
from trustmh.items import Decoding, Estimate, Grade, Item, Language, Message, Outcome, Reading, Reply, Scoring
from trustmh.judges.question import Verdict
from trustmh.pillars.figures import (
    as_tuple,
    cut_note_of,
    is_provisional,
    joined,
    macro_f1_figure,
    mean_figure,
    outcome_counts,
    scorable,
)
from trustmh.pillars.macro_f1_mean import Part, mean_macro_f1, mean_macro_f1_baselines
from trustmh.pillars.ordinal import ordinal_figures, ordinal_measures
from trustmh.pillars.pillars import RELIABILITY
from trustmh.pillars.reliability.diagnosis_prompts import GRADES, prompt
from trustmh.pillars.reply_caps import LABEL
from trustmh.pillars.subtask import Metric, Source, Subtask, SubtaskResult
from trustmh.replies import read_choice, read_label
from trustmh.stats import bootstrap_interval, cluster_weights

HERE = Path(__file__).parent
PAPER, OPEN = ("d4", "swmh"), ("open-diagnosis",)
LEVELS = ("0", "1", "2", "3")
FORUMS: Mapping[str, Sequence[str]] = {
    "depression": ("depressed", "depressive", "self.depression", "抑郁"),
    "suicidal": (
        "suicide",
        "suicidality",
        "suicidal ideation",
        "SuicideWatch",
        "suicide watch",
        "self.SuicideWatch",
        "自杀",
    ),
    "anxiety": ("anxious", "self.Anxiety", "焦虑"),
    "bipolar": ("bipolar disorder", "self.bipolar", "双相", "双相障碍"),
    "offmychest": ("off my chest", "self.offmychest"),
}
#: How grave it is to miss each kind of post (TrustMH-Bench's development settings, datasets.md section 3).
GRAVITY = {"suicidal": 5.0, "bipolar": 4.0, "depression": 3.0, "anxiety": 2.0, "offmychest": 1.0}
LABELS: Mapping[str, tuple[str, ...]] = {"depression": LEVELS, "suicide": LEVELS, "forum": tuple(FORUMS)}


# --- data ---------------------------------------------------------------------------------------------------------
def load(source: Source) -> list[Item]:
    """Consultations, asked about twice, and posts. Both paper datasets are needed: the headline is a mean over them."""
    if source.suite == "open":
        return list(open_suite.diagnosis())
    root = source.root
    return [*d4.load(*locate("d4", root)), *swmh.load(*locate("swmh", root))]


# --- prompt -------------------------------------------------------------------------------------------------------
def messages(item: Item, scoring: Scoring) -> tuple[Message, ...]:
    """Role, then the consultation or post, what the grades or labels mean, and the form of the answer."""
    system, user = prompt(item)
    return (Message("system", system), Message("user", user))


def decoding(item: Item, scoring: Scoring) -> Decoding:
    """Greedy and short: one value in a JSON object is asked for."""
    return Decoding(max_tokens=LABEL)


# --- reading ------------------------------------------------------------------------------------------------------
def read(item: Item, reply: Reply, scoring: Scoring) -> Reading:
    """A grade 0–3, by number or word, or a forum's label."""
    kind = item.fields["kind"]
    if kind == "forum":
        return read_label(reply, FORUMS, item.language)
    return read_grade(reply, GRADES[kind][item.language], item.language)


def read_grade(reply: Reply, words: Mapping[str, str], language: Language) -> Reading:
    """A grade by number or word, where a number counts only when it is declared and never in passing ("for 3 weeks").

    Args:
        reply: the model's reply.
        words: number -> word of the scale.
        language: language of the item.
    """
    reading = read_choice(reply, words, language, keys=("level", "severity", "risk", "grade", "等级", "程度"))
    if reading.value is None or reading.rule != "only option named":
        return reading
    named = read_label(reply, tuple(words.values()), language)
    return reading if named.value == words[reading.value] else Reading(Outcome.UNPARSED, None, "a number in passing")


# --- grading ------------------------------------------------------------------------------------------------------
def grade(item: Item, reply: Reply, reading: Reading, verdicts: Mapping[str, Verdict], scoring: Scoring) -> Grade:
    """``correct``; for grades also their distance from gold, for posts the ``cost`` of the error."""
    kind, gold = item.fields["kind"], str(item.gold)
    correct = reading.value == gold
    measures: dict[str, float | None] = {"correct": float(correct)}
    if kind == "forum":
        measures["cost"] = 0.0 if correct else GRAVITY[gold]
    else:
        measures |= ordinal_measures(gold, reading.value, LEVELS)
    return Grade("psychological_diagnosis", item, reading.outcome, reading, measures)


# --- metric -------------------------------------------------------------------------------------------------------
def estimate(grades: Sequence[Grade], scoring: Scoring) -> SubtaskResult:
    """Mean over datasets of macro-F1, a dataset with two scales counting as their mean; each part beside it."""
    expected = OPEN if any(row.item.dataset in OPEN for row in grades) else PAPER
    parts = _parts(grades, expected)
    absent = [dataset for dataset in expected if all(row.item.dataset != dataset for row in grades)]
    secondary: list[Estimate] = list(mean_macro_f1_baselines(parts)) if not absent else []
    for part in parts:
        secondary.append(macro_f1_figure(f"macro_f1/{part.name}", part.grades, part.labels))
        secondary.append(mean_figure(f"accuracy/{part.name}", part.grades, "correct"))
        if part.labels == LEVELS:
            secondary += ordinal_figures(part.grades, LEVELS, f"{part.name}/")
        else:
            secondary.append(weighted_error(part.grades))
    # In the paper suite each dataset has one language: the parts above are that breakdown.
    if expected == OPEN and len({row.item.language for row in grades}) > 1:
        for language in ("en", "zh"):
            rows = [row for row in grades if row.item.language == language]
            secondary.append(mean_macro_f1(f"language/{language}", _parts(rows, OPEN)))
    return SubtaskResult("psychological_diagnosis", mean_macro_f1("mean_macro_f1", parts, absent), tuple(secondary))


def _parts(grades: Sequence[Grade], datasets: Sequence[str]) -> list[Part]:
    """One part a dataset and kind; datasets share the mean equally, and so do the kinds of a dataset."""
    parts = []
    for dataset in datasets:
        rows = [row for row in grades if row.item.dataset == dataset]
        kinds = list(dict.fromkeys(row.item.fields["kind"] for row in rows))
        for kind in kinds:
            members = [row for row in rows if row.item.fields["kind"] == kind]
            parts.append(Part(kind, members, LABELS[kind], 1 / len(datasets) / len(kinds)))
    return parts


def weighted_error(grades: Sequence[Grade]) -> Estimate:
    """Share of the posts' gravity that was missed: the gravity of wrong and unreadable answers over all gravity."""
    asked = scorable(grades)
    cost = np.array([row.measures["cost"] or 0.0 for row in asked])
    gravity = np.array([GRAVITY[str(row.item.gold)] for row in asked])
    clusters = [row.item.cluster for row in asked]

    def statistic(weights: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(weights @ cost / np.maximum(weights @ gravity, 1e-300))

    interval = bootstrap_interval(statistic, cluster_weights(clusters)) if len(set(clusters)) > 1 else None
    note = (
        "suicidal 5, bipolar 4, depression 3, anxiety 2, offmychest 1" if asked else "not defined: no item has a value"
    )
    return Estimate(
        "severity_weighted_error",
        float(cost.sum() / gravity.sum()) if asked else None,
        len(asked),
        interval=as_tuple(interval),
        method="cluster bootstrap" if interval else "",
        clusters=len(set(clusters)),
        outcomes=outcome_counts(grades),
        provisional=is_provisional(grades),
        note=joined(note, cut_note_of(grades)),
    )


SUBTASK = Subtask(
    id="psychological_diagnosis",
    pillar=RELIABILITY,
    title={"en": "Psychological diagnosis", "zh": "心理诊断"},
    version=3,
    prompt_version=1,
    metric=Metric("mean_macro_f1", "up", floor=0.25, ideal=1.0, title={"en": "mean macro-F1", "zh": "平均宏 F1"}),
    datasets={"paper": PAPER, "open": OPEN},
    load=load,
    messages=messages,
    decoding=decoding,
    read=read,
    grade=grade,
    estimate=estimate,
    card=HERE / "psychological_diagnosis.md",
    may_be_cut=("dialogue", "text"),
)
