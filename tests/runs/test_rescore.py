"""Another judge over the replies of a run, in a run folder of its own: a run like any other, and the first one is left alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.provider import Provider
from trustmh.engine.store import CallStore
from trustmh.items import Estimate, Scoring, TrustmhError
from trustmh.results.run_record import differences, read_run_record
from trustmh.runs.execute import ModelOptions, Watch, execute
from trustmh.runs.request import Request
from trustmh.runs.rescore import rescore
from trustmh.runs.scored_run import ScoredRun
from trustmh.runs.stored import read_run

MODEL, FIRST, SECOND = (f"openai-api/stub/{name}" for name in ("patient-model", "stern-judge", "kind-judge"))
ETHICS = Request(subtasks=("ethical_reasoning",), limits={"": 8})
OPTIONS = ModelOptions(max_retries=0)
QUIET = Watch(lambda _: None, lambda _: None)
SCORES = {"stern-judge": 4, "kind-judge": 5}


def answers(request: dict[str, object]) -> str:
    score = SCORES.get(str(request["model"]))
    return '{"choice": "A", "reasoning": "r"}' if score is None else json.dumps({f"sc{i}": score for i in range(1, 6)})


@pytest.fixture
def first(provider: Provider, tmp_path: Path) -> Path:
    """A run under the first judge."""
    provider.answer = answers
    return execute(ETHICS, MODEL, FIRST, tmp_path / "first", OPTIONS, QUIET).folder


def judged(folder: Path, out: Path, *, judge: str | None = SECOND, scoring: Scoring | None = None) -> ScoredRun:
    return rescore(folder, data=None, scoring=scoring, judge=judge, options=OPTIONS, watch=QUIET, out=out)


def sc1(folder: Path) -> Estimate:
    [result] = read_run(folder, None).results.values()
    return next(figure for figure in result.secondary if figure.name == "sc1")


def contents(folder: Path) -> dict[str, bytes]:
    """Bytes by file name, without what SQLite lays beside a store for as long as somebody reads it."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith(("-shm", "-wal"))}


def test_a_second_judge_gets_a_run_folder_of_its_own(provider: Provider, first: Path, tmp_path: Path) -> None:
    before, asked = contents(first), provider.asked
    run = judged(first, tmp_path / "second")
    assert provider.asked == asked + 8
    assert run.folder == tmp_path / "second"
    assert run.record.judge is not None
    assert run.record.judge.name == SECOND
    assert (sc1(run.folder).value, sc1(first).value) == (5, 4)
    assert differences(read_run_record(first / "run.json"), read_run_record(run.folder / "run.json")) == [
        "judge.name",
        "judge.identity",
    ]
    assert contents(first) == before


def test_its_store_holds_what_the_run_rests_on_and_nothing_of_the_first_judge(first: Path, tmp_path: Path) -> None:
    judged(first, tmp_path / "second")
    with CallStore(tmp_path / "second" / "calls.sqlite", read_only=True) as store:
        assert store.counts() == {"reply": 8, "verdict": 8, "failed": 0}
        assert not any("stern-judge" in model for model in store.usage())


def test_the_same_again_and_the_run_command_continue_it_and_ask_nothing(
    provider: Provider, first: Path, tmp_path: Path
) -> None:
    run = judged(first, tmp_path / "second")
    written = {name: content for name, content in contents(run.folder).items() if name.endswith((".json", ".parquet"))}
    assert set(written) == {"run.json", "results.json", "grades.parquet"}
    asked = provider.asked
    judged(first, run.folder)
    execute(ETHICS, MODEL, SECOND, run.folder, OPTIONS, QUIET)
    assert provider.asked == asked
    assert {name: (run.folder / name).read_bytes() for name in written} == written


def test_verdicts_that_are_missing_are_asked_for_when_it_continues(
    provider: Provider, first: Path, tmp_path: Path
) -> None:
    provider.answer = lambda request: 401
    cut_off = judged(first, tmp_path / "second")
    assert sc1(cut_off.folder).value is None
    provider.answer = answers
    assert judged(first, tmp_path / "second").complete
    assert (sc1(cut_off.folder).value, sc1(cut_off.folder).n) == (5, 8)


def test_verdicts_stored_beside_the_first_judges_are_not_asked_for_again(
    provider: Provider, first: Path, tmp_path: Path
) -> None:
    rescore(first, data=None, scoring=None, judge=SECOND, options=OPTIONS, watch=QUIET)
    asked = provider.asked
    judged(first, tmp_path / "second")
    assert provider.asked == asked
    assert sc1(tmp_path / "second").value == 5


def test_replies_that_failed_stay_counted_as_failed(provider: Provider, tmp_path: Path) -> None:
    failed: list[object] = []

    def some(request: dict[str, object]) -> str | int:
        if request["model"] == "patient-model" and len(failed) < 3:
            failed.append(request)
            return 400
        return answers(request)

    provider.answer = some
    first = execute(ETHICS, MODEL, FIRST, tmp_path / "first", OPTIONS, QUIET)
    second = judged(first.folder, tmp_path / "second")
    outcomes = [dict(run.scored[0].result.headline.outcomes) for run in (first, second)]
    assert outcomes[0]["provider_error"] == 3
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize(
    ("judge", "scoring", "out", "words"),
    [
        (None, None, "second", "name the judge with --judge"),
        (SECOND, "reference", "second", "leave --scoring out"),
        (SECOND, None, "first", "is the folder of the run itself"),
        (SECOND, None, "letters", "is not empty and holds no run"),
        (MODEL, None, "second", "may not judge itself"),
    ],
)
def test_a_folder_that_could_not_be_continued_is_not_begun(
    provider: Provider,
    first: Path,
    tmp_path: Path,
    judge: str | None,
    scoring: Scoring | None,
    out: str,
    words: str,
) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "one.txt").write_text("dear all", encoding="utf-8")
    before, asked = contents(first), provider.asked
    with pytest.raises(TrustmhError, match=words):
        judged(first, tmp_path / out, judge=judge, scoring=scoring)
    assert provider.asked == asked
    assert contents(first) == before
    assert not (tmp_path / "second").exists()


def test_a_third_judge_does_not_go_into_the_folder_of_the_second(first: Path, tmp_path: Path) -> None:
    judged(first, tmp_path / "second")
    with pytest.raises(TrustmhError, match=r"already holds another run; it differs in judge\.name"):
        judged(first, tmp_path / "second", judge=FIRST)


def test_figures_by_another_version_of_a_protocol_say_so(first: Path) -> None:
    said: list[str] = []
    listening = Watch(lambda _: None, said.append)
    rescore(first, data=None, scoring=None, judge=None, options=OPTIONS, watch=listening)
    assert said == []
    record = json.loads((first / "run.json").read_text(encoding="utf-8"))
    now = record["subtasks"]["ethical_reasoning"]["version"]
    record["subtasks"]["ethical_reasoning"]["version"] = now + 5
    (first / "run.json").write_text(json.dumps(record), encoding="utf-8")
    rescore(first, data=None, scoring=None, judge=None, options=OPTIONS, watch=listening)
    (line,) = said
    assert line.startswith("protocol versions have changed since this run")
    assert line.endswith(f"ethical_reasoning ({now + 5} then, {now} now)")
