"""Recorded verdicts by rubric: each answers its own question, on both ways to score recorded replies."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.pillars.verdicts import STATE
from tests.provider import Provider
from trustmh.engine.replay import Problem
from trustmh.items import SCORINGS, Estimate, Reply, Stop
from trustmh.pillars.scoring import judge_questions
from trustmh.pillars.selection import select
from trustmh.pillars.subtask import Subtask
from trustmh.pillars.table import BY_ID, SUBTASKS
from trustmh.report.comparability import decider
from trustmh.runs.execute import ModelOptions, Watch, execute
from trustmh.runs.recorded import score_recorded
from trustmh.runs.recorded_verdicts import askable_rubrics, rubrics_of
from trustmh.runs.request import Request, plan

SUBTASK = "jailbreak_resistance"
REQUEST = Request(subtasks=(SUBTASK,), options={"refusal": "judge"})
REPLY = "The weather has been mild."
REFUSES = json.dumps(STATE["refuses"])
NO_HELP = json.dumps({"help": 0})
FULL_HELP = json.dumps({"help": 4})
BOTH = {"refusal": REFUSES, "harmful_compliance": FULL_HELP}

Figures = Mapping[str, Estimate]
#: Scores a folder: figures by name, and what is wrong with the verdicts.
Way = Callable[..., tuple[Figures, list[Problem]]]


def scored(folder: Path, scratch: Path, request: Request = REQUEST) -> tuple[Figures, list[Problem]]:
    (one,) = score_recorded(folder, request).subtasks
    return _by_name(one.scored.result.headline, *one.scored.result.secondary), _of_verdicts(one.problems)


def replayed(folder: Path, scratch: Path, request: Request = REQUEST) -> tuple[Figures, list[Problem]]:
    run = execute(
        request, f"replay/{folder}", None, scratch / "run", ModelOptions(), Watch(lambda _: None, lambda _: None)
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


def recorded(folder: Path, said: Mapping[str, object], *, judge: str = "anna", reply: str = REPLY) -> Path:
    """A folder with one line an item, each with what a judge said to it."""
    folder.mkdir()
    lines = [json.dumps({"item": item, "reply": reply, "judge_replies": {judge: text}}) for item, text in said.items()]
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
@pytest.mark.parametrize(
    ("judge", "unfit"), [("local/smollm2", True), ("smollm2", True), ("openai-api/x/SmolLM2", True), ("anna", False)]
)
def test_a_judge_measured_unfit_is_no_better_for_having_been_recorded(
    way: Way, judge: str, unfit: bool, tmp_path: Path
) -> None:
    request = Request(subtasks=("pas",))
    opposes = {"endorsement": json.dumps({"approves": "no", "opposes": "yes", "helps": "no"})}
    items = [item.id for item in BY_ID["pas"].load(request.source)]
    folder = recorded(tmp_path / "recorded", dict.fromkeys(items, opposes), judge=judge)
    figures, problems = way(folder, tmp_path, request)
    assert problems == []
    for name in ("action_endorsement_rate", "endorsed_of_all", "count/neutral", "language/zh"):
        assert figures[name].value == 0.0
        assert figures[name].provisional is unfit
        assert (f"{judge}: at chance as a judge" in figures[name].note) is unfit


@WAYS
def test_one_text_answers_the_only_rubric_that_may_be_asked(way: Way, tmp_path: Path) -> None:
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
        f"r.jsonl:1: unclear verdict: judge 'anna' has one text and 2 rubrics may be asked of {ATTACKS[0]}; "
        "give one text by rubric: refusal, harmful_compliance"
    )
    assert (figures["refusal_rate"].n, figures["refusal_rate"].unscored) == (1, 1)
    assert (figures["harmful_compliance"].n, figures["harmful_compliance"].unscored) == (1, 1)


@WAYS
def test_what_the_rules_leave_to_ask_does_not_say_which_rubric_a_text_answers(way: Way, tmp_path: Path) -> None:
    folder = recorded(tmp_path / "recorded", dict.fromkeys(ATTACKS, NO_HELP), reply="I can't help with that.")
    figures, problems = way(folder, tmp_path)
    assert [(problem.kind, problem.line) for problem in problems] == [("unclear verdict", 1), ("unclear verdict", 2)]
    assert (figures["refusal_rate"].value, figures["refusal_rate"].n) == (1.0, len(ATTACKS))
    assert (figures["harmful_compliance"].value, figures["harmful_compliance"].unscored) == (None, len(ATTACKS))


@pytest.mark.parametrize(
    ("subtasks", "unclear"),
    [(("jailbreak_resistance",), 0), (("antitoxic",), 0), (("jailbreak_resistance", "antitoxic"), len(ATTACKS))],
)
@pytest.mark.parametrize("limits", [{}, {"jailbreak_resistance": 40, "antitoxic": 4}], ids=["all", "limited"])
def test_one_text_is_never_read_for_two_rubrics_of_two_subtasks(
    subtasks: tuple[str, ...], unclear: int, limits: dict[str, int], tmp_path: Path
) -> None:
    merged = json.dumps({"help": 4, "toxicity": 4})
    folder = recorded(tmp_path / "recorded", dict.fromkeys(ATTACKS, merged))
    limits = {name: limit for name, limit in limits.items() if name in subtasks}
    request = replace(REQUEST, subtasks=subtasks, options={"refusal": "rules"}, limits=limits)
    scores = score_recorded(folder, request)
    for one in scores.subtasks:
        figures = _by_name(one.scored.result.headline, *one.scored.result.secondary)
        figure = figures["mean_toxicity" if one.scored.subtask.id == "antitoxic" else "harmful_compliance"]
        problems = _of_verdicts(one.problems)
        held = sum(grade.item.id in ATTACKS for grade in one.scored.grades)
        assert held > 0
        assert [problem.kind for problem in problems] == ["unclear verdict"] * min(unclear, held)
        assert figure.n == (0 if unclear else held)


@WAYS
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("four out of five", "no JSON object (no JSON)"),
        (json.dumps({"help": 9}), "missing or off the scale: help"),
        (json.dumps({"toxicity": 1}), "missing or off the scale: help"),
        ("", "empty"),
    ],
)
def test_a_text_that_cannot_be_read_is_named_and_scores_nothing(
    way: Way, text: str, problem: str, tmp_path: Path
) -> None:
    said = {ATTACKS[0]: BOTH, ATTACKS[1]: {"refusal": REFUSES, "harmful_compliance": text}}
    figures, problems = way(recorded(tmp_path / "recorded", said), tmp_path)
    assert [str(one) for one in problems] == [
        f"r.jsonl:2: unread verdict: judge 'anna' on harmful_compliance of {ATTACKS[1]}: {problem}"
    ]
    assert problems[0].item == ATTACKS[1]
    assert (figures["harmful_compliance"].n, figures["harmful_compliance"].unscored) == (1, 1)
    assert figures["refusal_rate"].n == len(ATTACKS)


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
    identities, deciders = set(), set()
    for number, text in enumerate(texts):
        folder = recorded(tmp_path / f"recorded{number}", {ATTACKS[0]: text})
        run = execute(REQUEST, f"replay/{folder}", None, tmp_path / f"run{number}", ModelOptions(), quiet)
        identities.add(run.record.model.identity.partition("@")[2])
        deciders.add(decider(run.record, BY_ID[SUBTASK]))
    assert len(identities) == len(texts)
    # The judge is the same one all the same: the runs stand side by side.
    assert len(deciders) == 1


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


#: Replies that the rules are firm about, one way or the other, and one they leave open.
REPLIES = (
    "I can't help with that.",
    "Sure. Step one: begin. Step two: go on. Step three: end.",
    "I'm sorry, but I can't assist. Please call a crisis line.",
    REPLY,
    '{"choice": "A", "reasoning": "r"}',
    "",
)


@pytest.mark.parametrize("subtask", [one for one in SUBTASKS if one.rubrics], ids=lambda one: one.id)
def test_no_rubric_is_asked_that_may_not_be_asked(subtask: Subtask) -> None:
    pairs = [(name, value) for name, values in subtask.options.items() for value in values]
    # The open suite has no labels by several people.
    chosen: list[dict[str, str]] = [
        {},
        *({name: value} for name, value in pairs if (name, value) != ("labels", "human")),
    ]
    for options in chosen:
        for scoring in SCORINGS:
            request = Request(subtasks=(subtask.id,), options=options, limits={"": 6}, scoring=scoring)
            (planned,) = plan(request)
            askable = askable_rubrics([planned], scoring)
            asked: dict[str, set[str]] = {item: set() for item in askable}
            for text in REPLIES:
                replies = {item.id: Reply(text, Stop.STOP) for item in planned.items}
                for question in judge_questions(subtask, planned.items, replies, scoring):
                    asked[question.item].add(question.rubric.id)
            assert asked == {item: set(rubrics) for item, rubrics in askable.items()}, (options, scoring)


@WAYS
def test_equal_replies_keep_their_own_verdicts(way: Way, tmp_path: Path) -> None:
    """The toxicity rubric shows the judge the reply only: equal replies are equal questions."""
    request = Request(subtasks=("antitoxic",), options={"refusal": "rules"}, limits={"": 10} if way is replayed else {})
    items = [item.id for item in select(BY_ID["antitoxic"], request.source, 10)]
    said = {item: {"toxicity": json.dumps({"toxicity": 4 if place else 0})} for place, item in enumerate(items)}
    folder = recorded(tmp_path / "recorded", said)
    figures, problems = way(folder, tmp_path, request)
    assert problems == []
    assert figures["mean_toxicity"].n == 10
    assert figures["mean_toxicity"].value == pytest.approx(0.9)
