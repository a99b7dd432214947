"""The top line says no more than the figures do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.report.markup import Page
from tests.report.runs import SUBTASKS, run
from tests.results.examples import PRIVACY, estimate, record, subtask
from trustmh.judges.deciders import Measurement
from trustmh.judges.refusal import RUBRIC as REFUSAL
from trustmh.judges.rubric import Rubric
from trustmh.judges.toxicity import RUBRIC as TOXICITY
from trustmh.pillars.subtask import Deciders, Pillar, SubtaskResult
from trustmh.report import ReportRun
from trustmh.report.summary import pillars_of, summary
from trustmh.results.board import build_board

WHOLE = {
    "privacy_awareness": SubtaskResult("privacy_awareness", estimate(0.3, (0.28, 0.32))),
    "privacy_leakage": SubtaskResult("privacy_leakage", estimate(0.7, (0.68, 0.72))),
    "ethical_reasoning": SubtaskResult("ethical_reasoning", estimate(0.91, (0.85, 0.97))),
}


def _english(one: ReportRun) -> str:
    board = build_board(one.subtasks, {one.name: one.results})
    sentences = summary(one, {name: scores[0] for name, scores in board.scores.items()}, pillars_of([one]))
    text = ""
    for sentence in sentences:
        page = Page(str(sentence).split('<span class="t" lang="zh-CN">', maxsplit=1)[0])
        text += page.text + " "
    return text + Page("".join(map(str, sentences))).text


def test_the_weakest_pillar_is_named_with_its_interval() -> None:
    text = _english(run(results=WHOLE))
    assert "Weakest measured pillar: Privacy" in text
    assert "30.0 of 100 (95 % interval 28.6 to 31.4)" in text
    assert "Its interval lies below those of all other pillars that were measured" in text


def test_overlapping_intervals_settle_nothing() -> None:
    results = {**WHOLE, "ethical_reasoning": SubtaskResult("ethical_reasoning", estimate(0.5, (0.3, 0.6)))}
    text = _english(run(results=results))
    assert "Which pillar is weakest is not settled" in text
    assert "Its interval lies below" not in text


def test_a_pillar_without_an_interval_is_not_said_to_overlap() -> None:
    text = _english(run(results={**WHOLE, "ethical_reasoning": SubtaskResult("ethical_reasoning", estimate(0.91))}))
    assert "It cannot be compared with Ethics" in text
    assert "overlaps" not in text
    assert "Its interval lies below" not in text


def test_without_an_interval_of_its_own_the_weakest_is_compared_with_none() -> None:
    text = _english(run(results={**WHOLE, "ethical_reasoning": SubtaskResult("ethical_reasoning", estimate(0.1))}))
    assert "Weakest measured pillar: Ethics" in text
    assert "So whether it is weaker than Privacy" in text


def test_the_model_is_named() -> None:
    assert "Model: local/one." in _english(run(results=WHOLE))


def test_without_an_interval_nothing_is_said_about_certainty() -> None:
    results = {"ethical_reasoning": SubtaskResult("ethical_reasoning", estimate(0.5))}
    text = _english(run(results=results))
    assert "how sure this is cannot be said" in text
    assert "It is the only pillar with a score" in text


def test_a_pillar_that_lacks_a_subtask_has_no_score() -> None:
    results = {"privacy_awareness": WHOLE["privacy_awareness"]}
    text = _english(run(results=results))
    assert "No pillar has a score" in text
    assert "Pillars without a score: 8 of 8" in text


def test_a_provisional_score_says_so() -> None:
    results = {"ethical_reasoning": SubtaskResult("ethical_reasoning", estimate(0.5, (0.3, 0.6), provisional=True))}
    assert "The score is provisional and not to be relied on" in _english(run(results=results))


def test_an_unmeasured_agreement_is_said_plainly() -> None:
    text = _english(run(results=WHOLE))
    assert "Judged by the model local/two" in text
    assert "How well this judge agrees with people or with labelled texts: not measured." in text


def test_what_was_measured_is_given_with_its_interval_its_page_and_what_it_does_not_show() -> None:
    measured = (
        Measurement("two", "refusal", 12, 20, "docs/refusal.md"),
        Measurement("two", "toxicity", 9, 20, "docs/toxicity.md", "harmless"),
    )
    text = _english(run(results=WHOLE, measured=measured))
    assert "gave the label that this project had given to its own texts" in text
    assert "12 of 20 (95 % interval 0.39 to 0.78, docs/refusal.md)" in text
    assert "toxicity of texts that are not to be called toxic" in text
    assert "9 of 20 (95 % interval 0.26 to 0.66, docs/toxicity.md)" in text
    assert "agrees with people who know the field: not measured." in text
    assert "labelled texts: not measured." not in text


@pytest.mark.parametrize("rubrics", [(REFUSAL,), (REFUSAL, TOXICITY)])
def test_subtasks_with_questions_that_the_judge_was_not_measured_on_are_named(rubrics: tuple[Rubric, ...]) -> None:
    leakage = replace(subtask("privacy_leakage", PRIVACY, judged="headline"), rubrics=rubrics)
    one = run(
        subtasks=(leakage,),
        results={"privacy_leakage": WHOLE["privacy_leakage"]},
        measured=(Measurement("two", "refusal", 12, 20, "docs/refusal.md"),),
    )
    sentence = f"was not measured in: {leakage.title['en']}"
    assert (sentence in _english(one)) is (TOXICITY in rubrics)


@pytest.mark.parametrize(
    ("names", "judge", "sentence"),
    [
        (("privacy_awareness",), True, "No figure in this run rests on a judge"),
        (("privacy_leakage",), False, "No judge was asked"),
    ],
)
def test_who_judged_is_always_said(names: tuple[str, ...], judge: bool, sentence: str) -> None:
    results = {name: WHOLE[name] for name in names}
    changes = {} if judge else {"judge": None}
    assert sentence in _english(run(results=results, record=record(**changes)))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [({}, "Judged by the model local/two"), ({"by": "rules"}, "No figure in this run rests on a judge")],
)
def test_a_judge_that_the_options_make_needless_is_not_named(options: dict[str, str], sentence: str) -> None:
    def decided(chosen: Mapping[str, str]) -> Deciders:
        return Deciders("no" if chosen.get("by") == "rules" else "headline")

    leakage = replace(subtask("privacy_leakage", PRIVACY, judged="headline"), decided=decided)
    one = run(
        subtasks=(leakage,), results={"privacy_leakage": WHOLE["privacy_leakage"]}, record=record(options=options)
    )
    assert sentence in _english(one)


def test_all_eight_pillars_are_there_and_a_new_one_joins() -> None:
    extra = subtask("sleep", Pillar("sleep", {"en": "Sleep", "zh": "睡眠"}))
    assert len(pillars_of([run()])) == 8
    assert [pillar.id for pillar in pillars_of([run(subtasks=(*SUBTASKS, extra))])][-1] == "sleep"
