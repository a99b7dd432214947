from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Task, eval
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.log import EvalLog
from inspect_ai.model import get_model

from tests.engine.conftest import MODEL
from tests.engine.stub_server import Request, Response, StubServer, completion, failure
from trustmh.engine.baselines import TEXTS
from trustmh.engine.registry import TASKS
from trustmh.engine.task_items import source_of
from trustmh.engine.task_scoring import grade_of, score_of
from trustmh.items import Grade, Item, Outcome, Reading, TrustmhError
from trustmh.judges.prompt import MAX_ATTEMPTS
from trustmh.pillars.ethics.ethical_reasoning import PRINCIPLES
from trustmh.pillars.subtask import Source
from trustmh.pillars.table import BY_ID, SUBTASKS

pytestmark = pytest.mark.slow

JUDGE = "openai-api/stub/the-judge"
VERDICT = json.dumps(dict.fromkeys(PRINCIPLES, 4))


def run(task: Task, server: StubServer, tmp_path: Path, *, judge: str | None = None, limit: int = 4) -> EvalLog:
    roles = {} if judge is None else {"grader": get_model(judge, base_url=server.url, memoize=False)}
    (log,) = eval(
        task,
        model=get_model(MODEL, base_url=server.url, memoize=False),
        model_roles=dict(roles),
        limit=limit,
        display="none",
        log_dir=str(tmp_path),
    )
    return log


def metrics(log: EvalLog) -> dict[str, float]:
    assert log.results is not None
    return {name: metric.value for name, metric in log.results.scores[0].metrics.items()}


def choose(letter: str, verdict: str = VERDICT) -> Any:
    def respond(request: Request) -> Response:
        if request.body["model"] == "the-judge":
            return completion(verdict)
        return completion(json.dumps({"choice": letter, "reasoning": "because"}))

    return respond


@pytest.mark.parametrize("subtask", [subtask.id for subtask in SUBTASKS])
def test_every_subtask_of_the_table_is_a_task_with_its_items(subtask: str) -> None:
    record = BY_ID[subtask]
    task = TASKS[subtask]()
    items = record.load(Source("open"))
    # inspect-ai puts the package before the name where the package is installed.
    assert task.name.removeprefix("trustmh/") == subtask
    assert task.version == record.version
    assert [sample.id for sample in task.dataset] == [item.id for item in items]
    first = record.messages(items[0], "audited")
    assert [message.text for message in task.dataset[0].input] == [message.content for message in first]  # type: ignore[union-attr]


def test_the_headline_is_the_subtasks_own_estimate(server: StubServer, tmp_path: Path) -> None:
    items = {item.id: item for item in BY_ID["ethical_reasoning"].load(Source("open"))}
    server.respond = choose("A")
    log = run(TASKS["ethical_reasoning"](), server, tmp_path, limit=12)
    assert log.status == "success"
    assert log.samples is not None
    golds = [items[str(sample.id)].gold for sample in log.samples]
    found = metrics(log)
    assert found["accuracy"] == pytest.approx(golds.count("A") / 12)
    assert (found["n"], found["provisional"]) == (12, 0)
    assert found["interval_low"] < found["accuracy"] < found["interval_high"]
    sent = server.requests[0].body
    assert (sent["temperature"], sent["max_tokens"]) == (0.0, 400)


def test_without_a_grader_judged_measures_stay_unscored_and_say_so(server: StubServer, tmp_path: Path) -> None:
    server.respond = choose("A")
    log = run(TASKS["ethical_reasoning"](languages="zh"), server, tmp_path)
    assert log.samples is not None
    for sample in log.samples:
        assert sample.scores is not None
        score = sample.scores["subtask_scorer"]
        assert isinstance(score.value, dict)
        assert all(score.value[name] != score.value[name] for name in PRINCIPLES)
        assert score.metadata is not None
        assert set(score.metadata["reasons"].values()) == {"no judge"}
        assert sample.metadata["language"] == "zh"


def test_the_role_grader_is_asked_and_its_verdict_scored(server: StubServer, tmp_path: Path) -> None:
    server.respond = choose("A")
    log = run(TASKS["ethical_reasoning"](), server, tmp_path, judge=JUDGE)
    assert log.samples is not None
    for sample in log.samples:
        assert sample.scores is not None
        value = sample.scores["subtask_scorer"].value
        assert isinstance(value, dict)
        assert {value[name] for name in PRINCIPLES} == {4.0}
    assert sum(request.body["model"] == "the-judge" for request in server.requests) == 4


def test_a_verdict_that_cannot_be_read_is_asked_again_then_left_unscored(server: StubServer, tmp_path: Path) -> None:
    server.respond = choose("A", verdict="I would rather not say")
    log = run(TASKS["ethical_reasoning"](), server, tmp_path, judge=JUDGE, limit=1)
    assert sum(request.body["model"] == "the-judge" for request in server.requests) == MAX_ATTEMPTS
    assert log.samples is not None
    assert log.samples[0].scores is not None
    reasons = (log.samples[0].scores["subtask_scorer"].metadata or {})["reasons"]
    assert all(reason.startswith("verdict unread") for reason in reasons.values())


def test_a_judge_that_fails_leaves_its_measures_unscored_and_the_item_counted(
    server: StubServer, tmp_path: Path
) -> None:
    def respond(request: Request) -> Response:
        return failure(400, "the judge broke") if request.body["model"] == "the-judge" else choose("A")(request)

    server.respond = respond
    log = run(TASKS["ethical_reasoning"](), server, tmp_path, judge=JUDGE)
    assert log.status == "success"
    assert log.samples is not None
    for sample in log.samples:
        assert sample.scores is not None
        reasons = (sample.scores["subtask_scorer"].metadata or {})["reasons"]
        assert set(reasons) == set(PRINCIPLES)
        assert set(reasons.values()) == {"verdict unread: provider error"}
    assert metrics(log)["n"] == 4
    assert sum(request.body["model"] == "the-judge" for request in server.requests) == 4


def test_a_model_may_not_judge_itself(server: StubServer, tmp_path: Path) -> None:
    log = run(TASKS["ethical_reasoning"](), server, tmp_path, judge="openai-api/stub/Some-Model")
    assert log.status == "error"
    assert log.error is not None
    assert "a model may not judge itself" in log.error.message
    assert server.requests == []


@pytest.mark.parametrize("subtask", [subtask.id for subtask in SUBTASKS if subtask.judged == "headline"])
def test_a_headline_that_needs_a_judge_does_not_start_without_one(
    server: StubServer, tmp_path: Path, subtask: str
) -> None:
    log = run(TASKS[subtask](), server, tmp_path)
    assert log.status == "error"
    assert log.error is not None
    assert "--model-role grader=" in log.error.message
    assert server.requests == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"suite": "closed"}, "suite is one of open, paper"),
        ({"scoring": "kind"}, "scoring is one of audited, reference"),
        ({"languages": "en,fr"}, "languages=en,fr: choose from en, zh"),
        ({"languages": ""}, "choose from en, zh"),
        ({"suite": "paper", "data": "/nowhere/at/all"}, "trustmh/ethical_reasoning: "),
    ],
)
def test_wrong_arguments_are_one_clear_error(arguments: dict[str, str], words: str) -> None:
    with pytest.raises(PrerequisiteError) as caught:
        TASKS["ethical_reasoning"](**arguments)
    assert words in str(caught.value.message)


@pytest.mark.parametrize("options", ["knowledge_order=circular", ["knowledge_order=circular"]])
def test_an_option_of_the_subtask_is_taken(options: str | list[str]) -> None:
    source = Source("open", options={"knowledge_order": "circular"})
    expected = [item.id for item in BY_ID["knowledge"].load(source)]
    assert [sample.id for sample in TASKS["knowledge"](options=options).dataset] == expected
    assert len(expected) > len(TASKS["knowledge"]().dataset)


def test_an_option_decides_whether_a_grader_is_needed_and_how_replies_are_graded(
    server: StubServer, tmp_path: Path
) -> None:
    server.respond = lambda request: completion(TEXTS["always-refuse"]["en"])
    log = run(TASKS["jailbreak_resistance"](options="refusal=rules", languages="en"), server, tmp_path)
    assert log.status == "success"
    found = metrics(log)
    assert (found["refusal_rate"], found["n"], found["unscored"]) == (1.0, 4, 0)


@pytest.mark.parametrize(
    ("subtask", "options", "words"),
    [
        ("antitoxic", "tone=kind", "options=tone=kind: no subtask of this run has that option; there is refusal="),
        ("knowledge", "refusal=rules", "there is knowledge_order="),
        ("privacy_awareness", "refusal=rules", "there is none"),
        ("jailbreak_resistance", "refusal=maybe", "options=refusal=maybe: choose from judge, rules"),
        ("jailbreak_resistance", "rules", "options=rules: write NAME=VALUE, for example refusal=rules"),
        ("jailbreak_resistance", True, "options=True: write NAME=VALUE"),
        ("jailbreak_resistance", ["refusal=rules", "refusal=judge"], "options=refusal is given twice"),
        ("jailbreak_resistance", "refusal=classifier", "an inspect-ai task asks no classifier"),
        ("antitoxic", "toxicity=detoxify", "options=toxicity=detoxify: detoxify would decide"),
        ("antitoxic", "refusal=classifier", "an inspect-ai task asks no classifier"),
    ],
)
def test_a_wrong_option_is_one_clear_error(subtask: str, options: Any, words: str) -> None:
    with pytest.raises(PrerequisiteError) as caught:
        TASKS[subtask](options=options)
    assert str(caught.value.message).startswith(f"trustmh/{subtask}: ")
    assert words in str(caught.value.message)


@pytest.mark.parametrize("options", ["", None, ","])
def test_no_option_is_no_error(options: Any) -> None:
    assert len(TASKS["ethical_reasoning"](options=options).dataset) > 0


def test_arguments_as_the_command_line_gives_them() -> None:
    assert source_of("open", None, ["zh", "en"], "audited") == Source("open", None, "audited", ("en", "zh"))
    assert source_of("paper", "~/data", "en", "reference").root == Path.home() / "data"
    with pytest.raises(TrustmhError):
        source_of("open", None, "en,", "audited")


def test_a_grade_survives_being_a_score() -> None:
    item = Item("x:0", "d", "en", {}, gold="A")
    grade = Grade(
        "ethical_reasoning",
        item,
        Outcome.ANSWERED,
        Reading(Outcome.ANSWERED, "A", "json"),
        {"correct": 1.0, "sc1": None, "sc2": 5.0},
        {"sc1": "no judge"},
        unfit={"sc2": ("judge x: at chance as a judge",)},
    )
    assert grade_of(BY_ID["ethical_reasoning"], item, score_of(grade)) == grade
