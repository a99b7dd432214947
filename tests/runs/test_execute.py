"""A run, from the plan to the files it leaves: continued without asking twice, judged again, scored again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.provider import Provider
from trustmh.engine.calls import Answer, Call
from trustmh.engine.store import CallStore
from trustmh.items import Item, Reply, Stop, TrustmhError
from trustmh.judges.prompt import decoding, judge_messages
from trustmh.pillars.scoring import judge_questions
from trustmh.pillars.shortening import shortened
from trustmh.runs.execute import ModelOptions, Watch, execute
from trustmh.runs.request import PlannedSubtask, Request, plan
from trustmh.runs.rescore import rescore
from trustmh.runs.scored_run import ScoredRun
from trustmh.runs.stages import collect_replies, collect_verdicts
from trustmh.runs.stored import read_run

MODEL, JUDGE = "openai-api/stub/patient-model", "openai-api/stub/stern-judge"
ETHICS = Request(subtasks=("ethical_reasoning",), limits={"": 8})
FOUR = json.dumps({f"sc{i}": 4 for i in range(1, 6)})
OPTIONS = ModelOptions(max_retries=0)


def _run(request: Request, out: Path, *, judge: str | None = JUDGE, notes: list[str] | None = None) -> ScoredRun:
    watch = Watch(lambda _: None, (notes if notes is not None else []).append)
    return execute(request, MODEL, judge, out, OPTIONS, watch)


def _answers(request: dict[str, object]) -> str:
    return FOUR if request["model"] == "stern-judge" else '{"choice": "A", "reasoning": "r"}'


def test_replies_and_verdicts_become_figures(provider: Provider, tmp_path: Path) -> None:
    provider.answer = _answers
    run = _run(ETHICS, tmp_path / "run")
    figures = {figure.name: figure for figure in run.scored[0].result.secondary}
    assert run.scored[0].result.headline.value == 0.25
    assert figures["sc1"].value == 4
    assert provider.asked == 16
    assert {path.name for path in run.folder.iterdir()} >= {
        "run.json",
        "calls.sqlite",
        "grades.parquet",
        "results.json",
    }


def test_the_same_command_again_asks_nothing_and_writes_the_same_bytes(provider: Provider, tmp_path: Path) -> None:
    provider.answer = _answers
    names = ("grades.parquet", "results.json", "run.json")
    folder = _run(ETHICS, tmp_path / "run").folder
    first = {name: (folder / name).read_bytes() for name in names}
    asked = provider.asked
    _run(ETHICS, tmp_path / "run")
    assert provider.asked == asked
    assert {name: (folder / name).read_bytes() for name in names} == first


@pytest.mark.parametrize("name", ["grades.parquet", "results.json"])
@pytest.mark.parametrize("content", [None, b"", b"of another version"])
def test_figures_that_are_gone_or_spoilt_are_written_by_the_command_that_the_message_names(
    provider: Provider, tmp_path: Path, name: str, content: bytes | None
) -> None:
    provider.answer = _answers
    folder = _run(ETHICS, tmp_path / "run").folder
    whole, asked = (folder / name).read_bytes(), provider.asked
    (folder / name).unlink()
    if content is not None:
        (folder / name).write_bytes(content)
    with pytest.raises(TrustmhError, match=f"command that made this run again, with --out {folder}: "):
        read_run(folder, None)
    _run(ETHICS, folder)
    assert provider.asked == asked
    assert (folder / name).read_bytes() == whole


def test_calls_that_failed_are_asked_again_and_only_those(provider: Provider, tmp_path: Path) -> None:
    refused: list[str] = []

    def answer(request: dict[str, object]) -> str | int:
        text = json.dumps(request["messages"])
        if request["model"] == "patient-model" and len(refused) < 3 and text not in refused:
            refused.append(text)
            return 500
        return _answers(request)

    provider.answer = answer
    first = _run(ETHICS, tmp_path / "run")
    assert first.scored[0].result.headline.outcomes == {"answered": 5, "provider_error": 3}
    assert first.scored[0].result.headline.provisional
    again = _run(ETHICS, tmp_path / "run")
    assert again.scored[0].result.headline.outcomes == {"answered": 8}
    assert provider.asked_twice == 3


def test_a_verdict_that_cannot_be_read_is_asked_for_again_and_then_left_unscored(
    provider: Provider, tmp_path: Path
) -> None:
    def answer(request: dict[str, object]) -> str:
        return "four of five" if request["model"] == "stern-judge" else _answers(request)

    provider.answer = answer
    run = _run(ETHICS, tmp_path / "run")
    figure = next(figure for figure in run.scored[0].result.secondary if figure.name == "sc1")
    assert provider.asked == 8 + 3 * 8
    assert (figure.value, figure.n, figure.unscored) == (None, 0, 8)
    assert run.scored[0].result.headline.value is not None


def test_a_second_attempt_that_can_be_read_counts(provider: Provider, tmp_path: Path) -> None:
    def answer(request: dict[str, object]) -> str:
        messages = request["messages"]
        assert isinstance(messages, list)
        return "hm" if request["model"] == "stern-judge" and len(messages) == 2 else _answers(request)

    provider.answer = answer
    run = _run(ETHICS, tmp_path / "run")
    assert next(figure for figure in run.scored[0].result.secondary if figure.name == "sc1").n == 8
    assert provider.asked == 8 + 2 * 8


@pytest.mark.parametrize("judge", [MODEL, "openai-api/other/Patient-Model"])
def test_a_model_may_not_judge_itself(provider: Provider, tmp_path: Path, judge: str) -> None:
    with pytest.raises(TrustmhError, match="may not judge itself"):
        _run(ETHICS, tmp_path / "run", judge=judge)
    assert provider.asked == 0


def test_a_judged_headline_without_a_judge_does_not_start(provider: Provider, tmp_path: Path) -> None:
    with pytest.raises(TrustmhError, match="privacy_leakage needs a judge"):
        _run(Request(subtasks=("privacy",), limits={"": 1}), tmp_path / "run", judge=None)
    assert provider.asked == 0


def test_a_folder_that_holds_another_run_is_left_alone(provider: Provider, tmp_path: Path) -> None:
    provider.answer = _answers
    folder = _run(ETHICS, tmp_path / "run").folder
    before = (folder / "results.json").read_bytes()
    other = Request(subtasks=("ethical_reasoning",), limits={"": 9})
    with pytest.raises(TrustmhError, match=r"already holds another run; it differs in limits\.ethical_reasoning"):
        _run(other, tmp_path / "run")
    assert (folder / "results.json").read_bytes() == before


def test_a_folder_with_other_things_in_it_is_left_alone(provider: Provider, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear all", encoding="utf-8")
    with pytest.raises(TrustmhError, match="is not empty and holds no run"):
        _run(ETHICS, tmp_path)


def test_a_key_reaches_no_file_of_the_run(provider: Provider, tmp_path: Path) -> None:
    provider.answer = lambda request: 401 if request["model"] == "stern-judge" else _answers(request)
    run = _run(ETHICS, tmp_path / "run")
    for path in run.folder.iterdir():
        assert b"a-key-that-must-not-be-written" not in path.read_bytes(), path.name


def test_another_judge_over_the_same_replies_asks_for_verdicts_only(provider: Provider, tmp_path: Path) -> None:
    provider.answer = _answers
    folder = _run(ETHICS, tmp_path / "run").folder
    asked = provider.asked

    def two(request: dict[str, object]) -> str:
        assert request["model"] == "kind-judge"
        return json.dumps({f"sc{i}": 5 for i in range(1, 6)})

    provider.answer = two
    watch = Watch(lambda _: None, lambda _: None)
    run = rescore(folder, data=None, scoring=None, judge="openai-api/stub/kind-judge", options=OPTIONS, watch=watch)
    assert provider.asked == asked + 8
    assert next(figure for figure in run.scored[0].result.secondary if figure.name == "sc1").value == 5


def test_a_run_made_with_other_prompts_or_data_is_neither_scored_nor_read_again(
    provider: Provider, tmp_path: Path
) -> None:
    provider.answer = _answers
    folder = _run(ETHICS, tmp_path / "run").folder
    watch = Watch(lambda _: None, lambda _: None)
    path = folder / "run.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    prompts = json.loads(json.dumps(record))
    prompts["subtasks"]["ethical_reasoning"]["prompt_version"] += 1
    data = json.loads(json.dumps(record))
    data["data"] = dict.fromkeys(record["data"], "0" * 64)
    assert data["data"]
    for changed, words in ((prompts, "other prompts of ethical_reasoning"), (data, "other data")):
        path.write_text(json.dumps(changed), encoding="utf-8")
        with pytest.raises(TrustmhError, match=words):
            rescore(folder, data=None, scoring=None, judge=None, options=OPTIONS, watch=watch)
        with pytest.raises(TrustmhError, match=words):
            read_run(folder, None)


def test_a_run_of_the_open_suite_is_not_scored_with_a_data_folder_that_it_would_not_read(
    provider: Provider, tmp_path: Path
) -> None:
    provider.answer = _answers
    folder = _run(ETHICS, tmp_path / "run").folder
    data, watch = tmp_path / "not-there", Watch(lambda _: None, lambda _: None)
    with pytest.raises(TrustmhError, match=f"^--data {data}: .*open suite"):
        rescore(folder, data=data, scoring=None, judge=None, options=OPTIONS, watch=watch)


def test_what_was_not_sent_as_asked_is_counted_once_a_call_and_the_judges_apart(tmp_path: Path) -> None:
    request = Request(subtasks=("jailbreak_resistance", "antitoxic"), limits={"": 1}, languages=("en",))
    planned = plan(request)
    calls = {one.reply_call(item, "model", request).key: one.reply_call(item, "model", request)
             for one in planned for item in one.items}  # fmt: skip
    sent = Reply("Certainly, here is how it is done.", Stop.STOP)
    with CallStore(tmp_path / "calls.sqlite") as store:
        store.write([(call, Answer(sent, dropped=("temperature",))) for call in calls.values()], "reply")
        collected = collect_replies(planned, "model", request, store)
        assert collected.dropped == {"temperature": len(calls)}
        asked = {
            call.key: call
            for one in planned
            for question in judge_questions(one.subtask, one.items, collected.replies[one.subtask.id], "audited")
            if (call := Call("judge", judge_messages(question), decoding(question), question.rubric.protocol))
        }
        unread = Answer(Reply("no object", Stop.STOP), dropped=("temperature",))
        store.write([(call, unread) for call in asked.values()], "verdict")
        collect_verdicts(planned, request, collected, store, "judge", "judge")
    assert collected.dropped == {"temperature": len(calls), "judge: temperature": len(asked)}
    assert asked


def test_recorded_replies_can_stand_in_for_the_model(provider: Provider, tmp_path: Path) -> None:
    provider.answer = lambda request: FOUR
    replies = tmp_path / "recorded"
    replies.mkdir()
    items = Request(subtasks=("ethical_reasoning",)).source
    from trustmh.pillars.table import BY_ID

    with (replies / "r.jsonl").open("w", encoding="utf-8") as stream:
        for item in BY_ID["ethical_reasoning"].load(items):
            stream.write(
                json.dumps({"item": item.id, "reply": json.dumps({"choice": item.gold, "reasoning": "r"})}) + "\n"
            )
    watch = Watch(lambda _: None, lambda _: None)
    request = Request(subtasks=("ethical_reasoning",))
    run = execute(request, f"replay/{replies}", JUDGE, tmp_path / "run", OPTIONS, watch)
    assert run.scored[0].result.headline.value == 1.0
    assert provider.asked == 60
    assert run.complete


def _size(planned: PlannedSubtask, item: Item) -> int:
    return sum(len(message.content) for message in planned.subtask.messages(item, "audited"))


def test_an_item_longer_than_the_model_takes_is_cut_as_declared_and_counted(provider: Provider, tmp_path: Path) -> None:
    """413 to every prompt above a size: the whole is tried first, then shorter versions, and all of it is said."""
    request = Request(subtasks=("severity_identification",), limits={"": 6})
    [planned] = plan(request)
    halves = [next(shortened(planned.subtask, item)) for item in planned.items]
    most = max(_size(planned, item) for _, item in halves)
    kept = [half[0] for item, half in zip(planned.items, halves, strict=True) if _size(planned, item) > most]
    too_long = len(kept)
    assert 0 < too_long < 6

    def answer(asked: dict[str, object]) -> str | int:
        messages = asked["messages"]
        assert isinstance(messages, list)
        return 413 if sum(len(message["content"]) for message in messages) > most else '{"label": "Ideation"}'

    provider.answer = answer
    notes: list[str] = []
    run = _run(request, tmp_path / "run", notes=notes)
    headline = run.scored[0].result.headline
    assert headline.outcomes == {"answered": 6}
    assert f"{too_long} of 6 items were shortened to fit the model's context" in headline.note
    assert headline.provisional
    assert notes == []
    asked = provider.asked
    stored = read_run(run.folder, None)
    assert stored.results["severity_identification"] == run.scored[0].result
    assert sorted(one.grade.kept for one in stored.grades)[: too_long + 1] == [*sorted(kept), 1.0]
    assert (
        rescore(
            run.folder, data=None, scoring=None, judge=None, options=OPTIONS, watch=Watch(lambda _: None, notes.append)
        )
        .scored[0]
        .result
        == run.scored[0].result
    )
    # Continued, nothing is asked again, and a server that fails now takes nothing away.
    provider.answer = lambda _: 503
    again = _run(request, tmp_path / "run")
    assert provider.asked == asked
    assert again.scored[0].result == run.scored[0].result


def test_an_item_that_no_cut_makes_short_enough_is_a_counted_provider_error(provider: Provider, tmp_path: Path) -> None:
    request = Request(subtasks=("severity_identification",), limits={"": 30})
    provider.answer = lambda _: 413
    notes: list[str] = []
    run = _run(request, tmp_path / "run", notes=notes)
    assert run.scored[0].result.headline.outcomes == {"provider_error": 30}
    assert run.scored[0].result.headline.value is None
    assert "the prompt is longer than the model takes" in notes[0]


def test_a_default_that_is_named_is_the_same_run(provider: Provider, tmp_path: Path) -> None:
    provider.answer = lambda _: '{"answer": "A"}'
    plain = Request(subtasks=("knowledge",), limits={"": 2})
    _run(plain, tmp_path / "run")
    asked = provider.asked
    _run(replace(plain, options={"knowledge_order": "given"}), tmp_path / "run")
    assert provider.asked == asked
    with pytest.raises(TrustmhError):
        _run(replace(plain, options={"knowledge_order": "circular"}), tmp_path / "run")
