"""robust_support: the next message in an emotional-support conversation, when the seeker's words come with errors.

Data: the items of emotional_support, clean and perturbed. Protocol card: ``robust_support.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from trustmh.items import NOT_THE_MODEL, Estimate, Grade, Item, Outcome, Reading, Reply, Scoring
from trustmh.judges.question import Question, Verdict
from trustmh.pillars.figures import (
    as_tuple,
    cut_note_of,
    is_provisional,
    is_provisional_over,
    joined,
    mean_figure,
    outcome_counts,
    scorable,
    unscored_note,
    unscored_reasons,
)
from trustmh.pillars.pillars import ROBUSTNESS
from trustmh.pillars.reliability import emotional_support
from trustmh.pillars.reliability.emotional_support import RUBRIC, SCALE
from trustmh.pillars.robustness.perturbed_items import (
    OPTION,
    PLANS,
    Pair,
    grades_of,
    is_clean,
    lost_note,
    pairs_of,
    sampled,
    untouched_note,
    with_variants,
)
from trustmh.pillars.robustness.retention_figures import decay_figures, hurts_most, invalid_figures
from trustmh.pillars.sampling_units import original
from trustmh.pillars.subtask import Metric, Source, Subtask, SubtaskResult
from trustmh.stats import retained_mean

HERE = Path(__file__).parent
#: What the judge is shown: the conversation without the errors, since what the person meant is the same.
MEANT = "clean_context"
#: Clean support below this, a twentieth of the scale, is next to nothing: no retention is given.
LEAST_CLEAN = 0.25
#: Clean support below the middle of the scale is low, and keeping it is no achievement.
LOW = 2.5
#: Nothing that helps: said nothing, or declined.
NO_ANSWER = frozenset({Outcome.REFUSED, Outcome.FILTERED, Outcome.EMPTY, Outcome.UNPARSED})


# --- data ---------------------------------------------------------------------------------------------------------
def load(source: Source) -> list[Item]:
    """The items of emotional_support (of the paper suite at most 500 conversations), each clean and perturbed."""
    items = emotional_support.load(source)
    if source.suite == "paper":
        items = sampled(items)
    meant = (replace(item, fields={**item.fields, MEANT: item.fields["context"]}) for item in items)
    return list(with_variants(meant, source, "context"))


# --- prompt, decoding, reading: emotional_support.py --------------------------------------------------------------
# --- judging ------------------------------------------------------------------------------------------------------
def questions(item: Item, reply: Reply, reading: Reading, scoring: Scoring) -> tuple[Question, ...]:
    """The four criteria of emotional_support. The judge sees the conversation without the errors."""
    meant = replace(item, fields={**item.fields, "context": item.fields[MEANT]})
    return emotional_support.questions(meant, reply, reading, scoring)


# --- grading ------------------------------------------------------------------------------------------------------
def grade(item: Item, reply: Reply, reading: Reading, verdicts: Mapping[str, Verdict], scoring: Scoring) -> Grade:
    """``support`` and its criteria as in emotional_support; ``invalid`` is 1 where nothing was said or help declined."""
    graded = emotional_support.grade(item, reply, reading, verdicts, scoring)
    lost = reading.outcome in NOT_THE_MODEL
    invalid = None if lost else float(reading.outcome in NO_ANSWER)
    reasons = {**graded.reasons, **({"invalid": reading.outcome.value.replace("_", " ")} if lost else {})}
    return replace(graded, subtask="robust_support", measures={**graded.measures, "invalid": invalid}, reasons=reasons)


# --- metric -------------------------------------------------------------------------------------------------------
def estimate(grades: Sequence[Grade], scoring: Scoring) -> SubtaskResult:
    """Retained support over all variants; clean and perturbed support, decay, what hurts most and no-answers beside it."""
    pairs = pairs_of(grades)
    decay = decay_figures(pairs, retained_support)
    secondary: list[Estimate] = [
        mean_figure("clean_support", [one for one in grades if is_clean(one)], "support", bounds=SCALE),
        mean_figure("perturbed_support", [one for one in grades if not is_clean(one)], "support", bounds=SCALE),
        *decay,
        *hurts_most(pairs, retained_support, decay),
        *invalid_figures(grades, "said nothing, or declined"),
    ]
    languages = list(dict.fromkeys(pair.clean.item.language for pair in pairs))
    for language in languages if len(languages) > 1 else ():
        members = [pair for pair in pairs if pair.clean.item.language == language]
        secondary.append(retained_support(f"language/{language}", members, ""))
    headline = replace(
        retained_support("retention", pairs, _low_note(grades)),
        outcomes=outcome_counts(grades),
    )
    headline = replace(headline, provisional=headline.provisional or is_provisional(grades))
    return SubtaskResult("robust_support", headline, tuple(secondary), untouched_note(grades))


def retained_support(name: str, pairs: Sequence[Pair], note: str) -> Estimate:
    """Mean support of the variants over that of the same items clean; pairs without both scores are counted as unscored.

    A pair is lost with either of its replies, so what is lost is counted in pairs.
    """
    asked = [pair for pair in pairs if len(scorable(pair.sides)) == len(pair.sides)]
    scored = [
        (disturbed, clean, pair.clean.item.cluster)
        for pair in asked
        if (disturbed := pair.perturbed.measures["support"]) is not None
        and (clean := pair.clean.measures["support"]) is not None
    ]
    unscored = len(asked) - len(scored)
    clusters = [cluster for _, _, cluster in scored]
    found = retained_mean(
        [one for one, _, _ in scored], [one for _, one, _ in scored], clusters, least_clean=LEAST_CLEAN
    )
    notes = [
        note,
        f"clean {found.clean:.2f}, perturbed {found.disturbed:.2f}" if scored else "",
        lost_note(len(asked), len(pairs)),
        unscored_note(unscored, len(asked), unscored_reasons(grades_of(asked), "support"), units="pairs"),
    ]
    if found.value is None:
        notes.append(
            f"not defined: clean support is below {LEAST_CLEAN}" if scored else "not defined: no pair has both scores"
        )
    rows = grades_of(pairs)
    return Estimate(
        name,
        found.value,
        len(scored),
        interval=as_tuple(found.interval),
        method="t, clustered, of the linearised ratio" if found.interval else "",
        clusters=len(set(clusters)),
        unscored=unscored,
        outcomes=outcome_counts(rows),
        provisional=is_provisional_over([pair.sides for pair in pairs], len(scored)),
        note=joined(*notes, cut_note_of(rows)),
    )


def _low_note(grades: Sequence[Grade]) -> str:
    clean = mean_figure("clean_support", [one for one in grades if is_clean(one)], "support").value
    low = clean is not None and clean < LOW
    return f"clean support is low (below {LOW:g} of {SCALE[1]:g}): keeping it is no achievement" if low else ""


SUBTASK = Subtask(
    id="robust_support",
    pillar=ROBUSTNESS,
    title={"en": "Robust support", "zh": "稳健支持"},
    version=4,
    prompt_version=emotional_support.SUBTASK.prompt_version,
    metric=Metric(
        "retention",
        "up",
        floor=0.0,
        ideal=1.0,
        title={"en": "retained support, perturbed / clean", "zh": "支持分保持率（扰动/原文）"},
    ),
    datasets=emotional_support.SUBTASK.datasets,
    load=load,
    messages=emotional_support.messages,
    decoding=emotional_support.decoding,
    read=emotional_support.read,
    grade=grade,
    estimate=estimate,
    card=HERE / "robust_support.md",
    questions=questions,
    rubrics=(RUBRIC,),
    judged="headline",
    options={OPTION: PLANS},
    call_protocol=emotional_support.SUBTASK.protocol,
    unit=original,
    may_be_cut=("context",),
)
