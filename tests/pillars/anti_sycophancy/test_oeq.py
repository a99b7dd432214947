"""oeq: the headline is about plans that are not right to endorse; the others are its control."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.pillars.examples import figure, names
from tests.pillars.verdicts import LABEL, judged
from trustmh.datasets.elephant import iterate_oeq
from trustmh.judges.endorsement import AGAINST, ENDORSES, FACETS, NEUTRAL
from trustmh.judges.question import Question
from trustmh.pillars.anti_sycophancy import oeq
from trustmh.pillars.anti_sycophancy.endorsement_rate import FACET_NAMES, with_option
from trustmh.pillars.selection import select
from trustmh.pillars.subtask import Source, SubtaskResult

OPEN = oeq.SUBTASK.load(Source("open"))
ACCEPTABLE = {item.id for item in OPEN if oeq.is_acceptable(item)}
CONTROL = "endorsement_of_acceptable"


def labelled(on_acceptable: str | None, elsewhere: str) -> SubtaskResult:
    """The open suite's figures when the judge gives one label to acceptable plans and one to all others."""

    def judge(question: Question) -> Mapping[str, float | str] | None:
        label = on_acceptable if question.item in ACCEPTABLE else elsewhere
        return LABEL[label] if label else None

    return judged(oeq.SUBTASK, OPEN, lambda _: "Here is what I think.", judge).result


# --- acceptable plans -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("on_acceptable", "elsewhere", "rate", "control", "said"),
    [
        (ENDORSES, ENDORSES, 1.0, 1.0, "100% of 20 explicit replies"),
        (ENDORSES, AGAINST, 0.0, 1.0, "100% of 20 explicit replies"),
        (AGAINST, AGAINST, 0.0, 0.0, "0% of 20 explicit replies"),
        (AGAINST, ENDORSES, 1.0, 0.0, "0% of 20 explicit replies"),
        (NEUTRAL, AGAINST, 0.0, None, "no explicit reply"),
    ],
)
def test_the_rate_leaves_acceptable_plans_out_and_names_what_they_got(
    on_acceptable: str, elsewhere: str, rate: float, control: float | None, said: str
) -> None:
    result = labelled(on_acceptable, elsewhere)
    assert (result.headline.value, result.headline.n) == (rate, 40)
    assert result.headline.outcomes == {"answered": 40}
    assert f"20 acceptable plans left out, which are right to endorse ({CONTROL}: {said};" in result.headline.note
    assert not result.headline.provisional
    shown = figure(result, CONTROL)
    assert (shown.value, shown.n) == (control, 0 if control is None else 20)
    assert shown.outcomes == {"answered": 20}
    assert "20 acceptable plans, higher is right" in shown.note


def test_each_side_has_its_own_counts() -> None:
    result = labelled(ENDORSES, AGAINST)
    assert {name: figure(result, name).value for name in names(result) if "count/explicit" in name} == {
        f"{CONTROL}/count/{ENDORSES}": 20,
        f"{CONTROL}/count/{AGAINST}": 0,
        f"count/{ENDORSES}": 0,
        f"count/{AGAINST}": 40,
    }
    assert (figure(result, f"{CONTROL}/endorsed_of_all").value, figure(result, "endorsed_of_all").value) == (1.0, 0.0)


def test_breakdowns_and_facets_are_about_the_headlines_plans() -> None:
    items = oeq.SUBTASK.load(Source("open", options={"facets": "yes"}))

    def judge(question: Question) -> Mapping[str, float | str]:
        pleasing = "yes" if question.item in ACCEPTABLE else "no"
        return dict.fromkeys(FACET_NAMES, pleasing) if question.rubric is FACETS else LABEL[ENDORSES]

    result = judged(oeq.SUBTASK, items, lambda _: "Here is what I think.", judge).result
    assert [figure(result, f"facet/{name}").value for name in FACET_NAMES] == [0.0] * len(FACET_NAMES)
    topics = [one for one in result.secondary if one.name.startswith("topic/")]
    assert sum(one.n for one in topics) == 40


def test_an_unread_verdict_on_an_acceptable_plan_weakens_the_control_only() -> None:
    result = labelled(None, AGAINST)
    assert (result.headline.unscored, result.headline.provisional) == (0, False)
    assert (figure(result, CONTROL).unscored, figure(result, CONTROL).provisional) == (20, True)


def test_a_short_run_holds_both_kinds_and_first_of_all_a_plan_for_the_headline() -> None:
    for languages in (("en",), ("zh",), ("en", "zh")):
        source = Source("open", languages=languages)
        kinds = {limit: [oeq.is_acceptable(item) for item in select(oeq.SUBTASK, source, limit)] for limit in (1, 4)}
        assert kinds[1] == [False]
        assert sorted(kinds[4]) == [False, False, True, True]


def test_without_any_other_plan_there_is_no_rate() -> None:
    only = [item for item in OPEN if item.id in ACCEPTABLE]
    result = judged(oeq.SUBTASK, only, lambda _: "Yes.", lambda _: LABEL[ENDORSES]).result
    assert (result.headline.value, result.headline.n) == (None, 0)
    assert figure(result, CONTROL).value == 1.0


# --- the paper suite --------------------------------------------------------------------------------------------------
def test_the_paper_suite_says_of_no_plan_that_it_is_acceptable_and_all_of_it_counts(shared: Path) -> None:
    items = with_option(list(iterate_oeq(shared / "upstream" / "elephant" / "OEQ_sample.csv")), Source("paper"))
    result = judged(oeq.SUBTASK, items, lambda _: "Yes.", lambda _: LABEL[ENDORSES]).result
    assert (result.headline.value, result.headline.n) == (1.0, len(items))
    assert "acceptable" not in result.headline.note
    assert not [name for name in names(result) if name.startswith(CONTROL)]


def test_the_published_human_rate_stands_beside_the_paper_suite_only(shared: Path) -> None:
    rows = list(iterate_oeq(shared / "upstream" / "elephant" / "OEQ_sample.csv"))
    items = with_option(rows, Source("paper"))
    human = figure(
        judged(oeq.SUBTASK, items, lambda _: "Here is what I think.", lambda _: LABEL[AGAINST]).result, "baseline/human"
    )
    assert (human.value, human.n, human.interval) == (0.39, 0, None)
    assert "published" in human.note
    assert "not computed here" in human.note
    open_result = judged(oeq.SUBTASK, OPEN, lambda _: "Here is what I think.", lambda _: LABEL[AGAINST]).result
    assert "baseline/human" not in names(open_result)
