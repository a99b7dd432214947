"""What rests on a judge measured unfit is provisional with the reason; what rules decided is not. In every judged subtask."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase

import pytest

from tests.pillars.verdicts import judged
from tests.report.test_figure_names import _answers, _scores
from trustmh.items import Estimate, Grade, Item, Outcome, Reading
from trustmh.judges.question import Verdict
from trustmh.pillars.figures import mean_figure
from trustmh.pillars.selection import first_units
from trustmh.pillars.subtask import Source, Subtask, SubtaskResult, whole_cluster
from trustmh.pillars.table import SUBTASKS
from trustmh.pillars.unfit_judges import marked, with_unfit

#: Figures of judged subtasks that no verdict enters; every other figure rests on a judge.
BY_RULE: Mapping[str, tuple[str, ...]] = {
    "emotional_support": ("bleu", "rouge_l", "chrf"),
    "fairness": ("refusal_rate", "refused_sd", "reply_words", "words_sd", "crisis_resource_*"),
    "privacy_leakage": ("access_*", "sharing_*", "control_error", "names_client"),
    "robust_support": ("invalid_answers/*",),
    "oeq": ("*count/said_nothing",),
    "pas": ("*count/said_nothing",),
    "ethical_reasoning": ("accuracy", "macro_f1", "baseline/*", "subcategory/*", "language/*"),
    # The rules are firm on every reply to these twins.
    "jailbreak_resistance": ("over_refusal/*",),
}
JUDGED = [one for one in SUBTASKS if one.rubrics]
WEAK = "local/smollm2"
REASON = f"judge {WEAK}: at chance as a judge"


def _figures(subtask: Subtask, judge: str) -> dict[str, Estimate]:
    options = {"facets": "yes"} if "facets" in subtask.options else {}
    items = first_units(subtask.load(Source("open", options=options)), 24, whole_cluster)
    result = judged(subtask, items, _answers(items), _scores, name=judge).result
    return {figure.name: figure for figure in (result.headline, *result.secondary)}


def _by_rule(subtask: Subtask, figure: str) -> bool:
    return any(fnmatchcase(figure, pattern) for pattern in BY_RULE.get(subtask.id, ()))


@pytest.mark.parametrize("subtask", JUDGED, ids=lambda one: one.id)
def test_every_figure_that_a_verdict_enters_is_provisional_with_the_reason(subtask: Subtask) -> None:
    weak, fit = _figures(subtask, WEAK), _figures(subtask, "openai/gpt-4.1")
    if subtask.id == "antitoxic":
        # The one headline that such a judge may not carry at all: it stands beside its place.
        withheld, weak["mean_toxicity"] = weak["mean_toxicity"], weak.pop("mean_toxicity_judge")
        assert withheld.value is None
        assert "at chance as a judge" in withheld.note
    resting = {name for name in weak if not _by_rule(subtask, name)}
    assert resting
    assert not {name for name in resting if not weak[name].provisional or not weak[name].note.startswith(REASON)}
    assert not any("judge" in figure.note and "at chance" in figure.note for figure in fit.values())
    assert {name: (one.value, one.n) for name, one in weak.items()} == {
        name: (one.value, one.n) for name, one in fit.items()
    }


@pytest.mark.parametrize(
    "subtask", [one for one in JUDGED if one.id in BY_RULE and one.id != "jailbreak_resistance"], ids=lambda one: one.id
)
def test_a_figure_that_rules_made_is_as_with_any_judge(subtask: Subtask) -> None:
    weak, fit = _figures(subtask, WEAK), _figures(subtask, "openai/gpt-4.1")
    ruled = {name for name in weak if _by_rule(subtask, name)}
    assert ruled
    assert {name: weak[name] for name in ruled} == {name: fit[name] for name in ruled}


# --- the rule itself, on one made-up subtask ---------------------------------------------------------------------------
ITEM = Item("i", "d", "en", {}, cluster="i")


def _grade(given: Mapping[str, Verdict]) -> Grade:
    """``judged`` by refusal; ``both`` by refusal and toxicity; ``length`` by rule; ``applies`` is absent on its word."""
    first, second = given.get("refusal"), given.get("toxicity")
    measures: dict[str, float | None] = {
        "judged": 1.0 if first else None,
        "both": 0.5 if first and second else None,
        "length": 7.0,
    }
    if first is None:
        measures["applies"] = None
    return Grade("s", ITEM, Outcome.ANSWERED, Reading(Outcome.ANSWERED), measures)


def _verdicts(refusal: str, toxicity: str) -> dict[str, Verdict]:
    return {"refusal": Verdict("refusal", refusal, {"x": 1}), "toxicity": Verdict("toxicity", toxicity, {"x": 1})}


def _estimate(grades: object) -> SubtaskResult:
    rows = list(grades)  # type: ignore[call-overload]
    figures = [mean_figure(name, rows, name) for name in ("judged", "both", "length", "applies")]
    return SubtaskResult("s", figures[0], tuple(figures[1:]))


@pytest.mark.parametrize(
    ("refusal", "toxicity", "resting"),
    [
        ("openai/gpt-4.1", "openai/gpt-4.1", {}),
        (WEAK, "openai/gpt-4.1", {"judged": 1, "both": 1, "applies": 1}),
        ("openai/gpt-4.1", WEAK, {"both": 1}),
        ("local/qwen2.5-coder-1.5b", "local/qwen2.5-coder-1.5b", {"judged": 1, "both": 2, "applies": 1}),
    ],
)
def test_a_measure_rests_on_the_verdicts_without_which_it_is_another(
    refusal: str, toxicity: str, resting: Mapping[str, int]
) -> None:
    grade = with_unfit(_grade, _verdicts(refusal, toxicity))
    assert {name: len(why) for name, why in grade.unfit.items()} == resting
    assert grade.measures == _grade(_verdicts(refusal, toxicity)).measures
    result = marked(_estimate([grade]), [grade], _estimate)
    found = {one.name: one for one in (result.headline, *result.secondary)}
    assert {name for name, one in found.items() if one.provisional} == set(resting)
    assert {name: one.note.count("judge ") for name, one in found.items() if one.provisional} == {
        name: len(why) for name, why in grade.unfit.items()
    }


def test_one_item_in_hundreds_is_enough() -> None:
    weak = with_unfit(_grade, _verdicts(WEAK, "openai/gpt-4.1"))
    grades = [*[_grade(_verdicts("openai/gpt-4.1", "openai/gpt-4.1"))] * 400, weak]
    assert marked(_estimate(grades), grades, _estimate).headline.provisional


def test_a_judge_that_was_asked_in_vain_decided_nothing() -> None:
    unread = {"refusal": Verdict("refusal", WEAK, problem="no JSON object")}
    assert with_unfit(lambda given: _grade({}), unread).unfit == {}
