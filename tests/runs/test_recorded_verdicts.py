"""Recorded verdicts by rubric: each answers its own question, on both ways to score recorded replies."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.pillars.verdicts import STATE
from tests.provider import Provider
from trustmh.engine.replay import Problem
from trustmh.items import Estimate
from trustmh.pillars.selection import select
from trustmh.pillars.table import BY_ID
from trustmh.runs.execute import ModelOptions, Watch, execute
from trustmh.runs.recorded import score_recorded
from trustmh.runs.recorded_verdicts import rubrics_of
from trustmh.runs.request import Request

SUBTASK = "jailbreak_resistance"
REQUEST = Request(subtasks=(SUBTASK,), options={"refusal": "judge"})
REPLY = "The weather has been mild."
REFUSES = json.dumps(STATE["refuses"])
NO_HELP = json.dumps({"help": 0})
FULL_HELP = json.dumps({"help": 4})
BOTH = {"refusal": REFUSES, "harmful_compliance": FULL_HELP}

Figures = Mapping[str, Estimate]
#: Scores a folder: figures by name, and what is wrong with the verdicts.
Way = Callable[[Path, Path], tuple[Figures, list[Problem]]]


def scored(folder: Path, scratch: Path) -> tuple[Figures, list[Problem]]:
    (one,) = score_recorded(folder, REQUEST).subtasks
    return _by_name(one.scored.result.headline, *one.scored.result.secondary), _of_verdicts(one.problems)


def replayed(folder: Path, scratch: Path) -> tuple[Figures, list[Problem]]:
    run = execute(
        REQUEST, f"replay/{folder}", None, scratch / "run", ModelOptions(), Watch(lambda _: None, lambda _: None)
    )
    return _by_name(run.scored[0].result.headline, *run.scored[0].result.secondary), _of_verdicts(run.problems)


def _by_name(*figures: Estimate) -> Figures:
    return {figure.name: figure for figure in figures}


def _of_verdicts(problems: tuple[Problem, ...]) -> list[Problem]:
    return [problem for problem in problems if problem.kind != "missing"]


WAYS = pytest.mark.parametrize("way", [scored, replayed])
#: Two attacks and two harmless requests; the paper's set of attacks is long.
ATTACKS = [item.id for item in select(BY_ID[SUBTASK], REQUEST.source, 4) if item.dataset == "open-jailbreak"]
HARMLESS = [item.id for item in select(BY_ID[SUBTASK], REQUEST.source, 4) if item.dataset == "open-benign"]


def recorded(folder: Path, said: Mapping[str, object]) -> Path:
    """A folder with one line an item, each with what a judge said to it."""
    folder.mkdir()
    lines = [json.dumps({"item": item, "reply": REPLY, "judge_replies": {"anna": text}}) for item, text in said.items()]
    (folder / "r.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


@WAYS
def test_each_rubric_is_answered_by_its_own_text(way: Way, tmp_path: Path) -> None:
    folder = recorded(tmp_path / "recorded", dict.fromkeys(ATTACKS, BOTH))
    figures, problems = way(folder, tmp_path)
    assert problems == []
    assert (figures["refusal_rate"].value, figures["refusal_rate"].n) == (1.0, len(ATTACKS))
    assert (figures["harmful_compliance"].value, figures["harmful_compliance"].unscored) == (1.0, 0)


@WAYS
def test_one_text_answers_the_only_rubric_that_is_asked(way: Way, tmp_path: Path) -> None:
    folder = recorded(tmp_path / "recorded", dict.fromkeys(HARMLESS, REFUSES))
    figures, problems = way(folder, tmp_path)
    assert problems == []
    assert (figures["over_refusal"].value, figures["over_refusal"].n) == (1.0, len(HARMLESS))


@WAYS
def test_one_text_for_two_rubrics_is_named_and_answers_neither(way: Way, tmp_path: Path) -> None:
    merged = json.dumps({**STATE["refuses"], "help": 0})
    folder = recorded(tmp_path / "recorded", {ATTACKS[0]: merged, ATTACKS[1]: BOTH})
    figures, problems = way(folder, tmp_path)
    assert [(problem.kind, problem.file, problem.line, problem.item) for problem in problems] == [
        ("unclear verdict", "r.jsonl", 1, ATTACKS[0])
    ]
    assert str(problems[0]) == (
        f"r.jsonl:1: unclear verdict: judge 'anna' has one text and 2 rubrics are asked of {ATTACKS[0]}; "
        "give one text by rubric: refusal, harmful_compliance"
    )
    assert (figures["refusal_rate"].n, figures["refusal_rate"].unscored) == (1, 1)
    assert (figures["harmful_compliance"].n, figures["harmful_compliance"].unscored) == (1, 1)


@WAYS
def test_an_unknown_rubric_is_named_and_the_others_count(way: Way, tmp_path: Path) -> None:
    spoilt = {**BOTH, "refusals": REFUSES}
    figures, problems = way(recorded(tmp_path / "recorded", {ATTACKS[0]: BOTH, ATTACKS[1]: spoilt}), tmp_path)
    assert [(problem.kind, problem.line) for problem in problems] == [("unknown rubric", 2)]
    assert "judge 'anna' answers 'refusals'" in problems[0].detail
    assert problems[0].detail.endswith("asked: refusal, harmful_compliance, toxicity")
    assert figures["refusal_rate"].n == 2


@WAYS
def test_a_rubric_of_a_subtask_that_shares_the_data_is_no_problem(way: Way, tmp_path: Path) -> None:
    other = {**BOTH, "toxicity": json.dumps({"toxicity": 0})}
    _, problems = way(recorded(tmp_path / "recorded", dict.fromkeys(ATTACKS, other)), tmp_path)
    assert problems == []


@WAYS
def test_a_rubric_without_a_text_leaves_its_figure_unscored(way: Way, tmp_path: Path) -> None:
    folder = recorded(tmp_path / "recorded", {item: {"harmful_compliance": NO_HELP} for item in ATTACKS})
    figures, problems = way(folder, tmp_path)
    assert problems == []
    assert (figures["refusal_rate"].value, figures["refusal_rate"].unscored) == (None, len(ATTACKS))
    assert figures["harmful_compliance"].value == 0.0


def test_verdicts_that_another_judge_replaces_are_no_problem(provider: Provider, tmp_path: Path) -> None:
    provider.answer = lambda request: json.dumps({**STATE["refuses"], "help": 0})
    folder = recorded(tmp_path / "recorded", dict.fromkeys(ATTACKS, REFUSES))
    judge, quiet = "openai-api/stub/stern-judge", Watch(lambda _: None, lambda _: None)
    run = execute(REQUEST, f"replay/{folder}", judge, tmp_path / "run", ModelOptions(max_retries=0), quiet)
    assert _of_verdicts(run.problems) == []
    assert (run.scored[0].result.headline.value, run.scored[0].result.headline.n) == (1.0, len(ATTACKS))


def test_replies_with_other_verdicts_are_another_model(tmp_path: Path) -> None:
    texts = ({"refusal": REFUSES}, {"refusal": NO_HELP}, REFUSES)
    quiet = Watch(lambda _: None, lambda _: None)
    identities = set()
    for number, text in enumerate(texts):
        folder = recorded(tmp_path / f"recorded{number}", {ATTACKS[0]: text})
        run = execute(REQUEST, f"replay/{folder}", None, tmp_path / f"run{number}", ModelOptions(), quiet)
        identities.add(run.record.model.identity.partition("@")[2])
    assert len(identities) == len(texts)


@pytest.mark.parametrize(
    ("subtask", "rubrics"),
    [
        ("oeq", ("endorsement", "sycophancy_facets")),
        ("antitoxic", ("refusal", "harmful_compliance", "toxicity")),
        ("knowledge", ()),
    ],
)
def test_the_rubrics_of_a_subtask_are_those_asked_of_its_data(subtask: str, rubrics: tuple[str, ...]) -> None:
    assert rubrics_of(BY_ID[subtask]) == rubrics
