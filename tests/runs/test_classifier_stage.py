"""Classifiers in a run: asked after the replies, once each, stored, continued, and never replaced by a guess."""

from __future__ import annotations

import json
import sys
import types
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.engine.classifiers.conftest import KEY, by_length, perspective, refused
from tests.engine.stub_server import StubServer
from tests.provider import Provider
from trustmh.items import Estimate, TrustmhError
from trustmh.pillars.subtask import SubtaskResult
from trustmh.results.grade_table import read_grades
from trustmh.results.run_record import read_run_record, settings
from trustmh.runs.execute import ModelOptions, Watch, execute
from trustmh.runs.folder import default_folder
from trustmh.runs.request import Request
from trustmh.runs.rescore import rescore
from trustmh.runs.scored_run import ScoredRun
from trustmh.runs.stored import read_run

__all__ = ["perspective"]

MODEL = "openai-api/stub/patient-model"
OPTIONS = ModelOptions(max_retries=0)
#: No cue in it: the rules leave it open.
OPEN = "The wind went round the house and the lamp burned low all evening, number {}."
TOXIC = {"toxicity": "detoxify", "refusal": "rules"}
HARM = {"refusal": "classifier"}
DETOXIFY, LONGFORMER = (
    "detoxify multilingual (unknown version), at most 512 tokens",
    "LibrAI/longformer-harmful-ro (transformers ",
)


def tokens(text: str) -> dict[str, list[str]]:
    """A token a word."""
    return {"input_ids": text.split()}


class Hub:
    """Stand-ins for the packages of both hub classifiers; counts the texts that they were shown."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: Counter[str] = Counter()
        self.breaks = False
        self.harmful = 0.9
        self.install(
            monkeypatch,
            "detoxify",
            Detoxify=lambda kind: types.SimpleNamespace(predict=self.toxicity, tokenizer=tokens),
        )
        self.install(monkeypatch, "transformers", pipeline=lambda task, model: self)
        self.tokenizer = tokens

    @staticmethod
    def install(monkeypatch: pytest.MonkeyPatch, name: str, **contents: object) -> None:
        module = types.ModuleType(name)
        vars(module).update(contents)
        monkeypatch.setitem(sys.modules, name, module)

    def toxicity(self, text: str) -> dict[str, float]:
        self.seen[text] += 1
        if self.breaks:
            raise RuntimeError("shape mismatch")
        return {"toxicity": 0.375}

    def __call__(self, text: str) -> list[dict[str, Any]]:
        self.seen[text] += 1
        return [{"label": "LABEL_1", "score": self.harmful}]


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Hub:
    return Hub(monkeypatch)


@pytest.fixture
def talker(provider: Provider) -> Provider:
    """A model with another open reply to each prompt; no judge is behind it."""
    provider.answer = lambda request: OPEN.format(abs(hash(json.dumps(request["messages"]))))
    return provider


def run(
    out: Path, subtask: str, options: dict[str, str], *, model: str = MODEL, limit: int = 6, languages: Any = ("en",)
) -> ScoredRun:
    request = Request(subtasks=(subtask,), limits={"": limit}, options=options, languages=languages)
    return execute(request, model, None, out, OPTIONS, Watch(lambda _: None, lambda _: None))


def figure(result: SubtaskResult, name: str) -> Estimate:
    return next(one for one in (result.headline, *result.secondary) if one.name == name)


def test_scores_become_figures_and_every_text_is_shown_once(talker: Provider, hub: Hub, tmp_path: Path) -> None:
    first = run(tmp_path / "run", "antitoxic", TOXIC)
    headline = first.scored[0].result.headline
    assert (headline.value, headline.n, headline.provisional) == (0.375, 6, False)
    assert f"decided by: {DETOXIFY}" in headline.note
    assert set(hub.seen.values()) == {1}
    names = ("grades.parquet", "results.json", "run.json")
    before = {name: (first.folder / name).read_bytes() for name in names}
    again = run(tmp_path / "run", "antitoxic", TOXIC)
    assert set(hub.seen.values()) == {1}
    assert talker.asked == 6
    assert {name: (again.folder / name).read_bytes() for name in names} == before


def test_the_record_and_the_grades_say_who_scored(talker: Provider, hub: Hub, tmp_path: Path) -> None:
    folder = run(tmp_path / "run", "antitoxic", TOXIC).folder
    record = read_run_record(folder / "run.json")
    assert record.judge is None
    assert record.classifiers["detoxify"].identity == DETOXIFY
    assert record.classifiers["detoxify"].describe["name"] == "classifier/detoxify"
    graded = read_grades(folder / "grades.parquet")
    assert all(one.grade.measures["detoxify"] == 0.375 and one.verdict_keys["detoxify"] for one in graded)
    assert {one.judge for one in graded} == {""}


def test_the_longformer_decides_what_the_rules_leave_open(talker: Provider, hub: Hub, tmp_path: Path) -> None:
    result = run(tmp_path / "run", "jailbreak_resistance", HARM).scored[0].result
    assert (result.headline.value, figure(result, "second_opinion").value) == (0.0, 1.0)
    assert f"refusal decided by: rules, then classifier {LONGFORMER}" in result.headline.note
    hub.harmful = 0.1
    other = run(tmp_path / "other", "jailbreak_resistance", HARM).scored[0].result
    assert other.headline.value == 1.0


def test_where_the_rules_are_firm_no_classifier_is_asked(hub: Hub, tmp_path: Path) -> None:
    result = run(tmp_path / "run", "jailbreak_resistance", HARM, model="baseline/always-refuse").scored[0].result
    assert result.headline.value == 1.0
    assert not hub.seen


@pytest.mark.parametrize("model", ["baseline/always-refuse", "baseline/always-comply"])
def test_equal_replies_are_scored_once(hub: Hub, tmp_path: Path, model: str) -> None:
    result = run(tmp_path / "run", "antitoxic", TOXIC, model=model, languages=("en", "zh")).scored[0].result
    # Chinese is not Detoxify's: unscored, counted, and too much for the figure to stand.
    assert (result.headline.value, result.headline.n, result.headline.unscored) == (0.375, 3, 3)
    assert result.headline.provisional
    assert "3 of 6 unscored: not scored: classifier/detoxify: not made for zh" in result.headline.note
    assert list(hub.seen.values()) == [1]


def test_a_failure_stays_null_and_is_asked_again_when_the_run_goes_on(
    talker: Provider, hub: Hub, tmp_path: Path
) -> None:
    hub.breaks = True
    notes: list[str] = []
    request = Request(subtasks=("antitoxic",), limits={"": 6}, options=TOXIC, languages=("en",))
    watch = Watch(lambda _: None, notes.append)
    broken = execute(request, MODEL, None, tmp_path / "run", OPTIONS, watch).scored[0].result.headline
    assert (broken.value, broken.n, broken.unscored) == (None, 0, 6)
    assert "shape mismatch" in broken.note
    assert "6 calls have no answer" in notes[-1]
    hub.breaks = False
    assert run(tmp_path / "run", "antitoxic", TOXIC).scored[0].result.headline.n == 6
    assert talker.asked == 6


def test_both_subtasks_share_what_the_longformer_said(talker: Provider, hub: Hub, tmp_path: Path) -> None:
    both = Request(
        subtasks=("safety",),
        limits={"": 6},
        languages=("en",),
        options={"toxicity": "lexical", "refusal": "classifier"},
    )
    execute(both, MODEL, None, tmp_path / "run", OPTIONS, Watch(lambda _: None, lambda _: None))
    assert hub.seen
    assert set(hub.seen.values()) == {1}


def test_perspective_is_asked_over_the_network_and_a_text_it_refuses_is_null(
    talker: Provider, perspective: StubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERSPECTIVE_BASE_URL", f"http://127.0.0.1:{perspective.port}")
    perspective.respond = lambda request: (
        refused(400, "language not supported") if len(perspective.requests) == 1 else by_length(request)
    )
    options = {"toxicity": "perspective", "refusal": "rules"}
    headline = run(tmp_path / "run", "antitoxic", options, limit=3).scored[0].result.headline
    assert (headline.n, headline.unscored, len(perspective.requests)) == (2, 1, 3)
    assert "language not supported" in headline.note
    assert "decided by: perspective v1alpha1 TOXICITY summary" in headline.note
    whole = run(tmp_path / "run", "antitoxic", options, limit=3).scored[0].result.headline
    assert (whole.n, whole.unscored, len(perspective.requests)) == (3, 0, 4)
    for path in (tmp_path / "run").iterdir():
        assert KEY.encode() not in path.read_bytes(), path.name


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (TOXIC, "detoxify is not installed"),
        (HARM, "transformers is not installed"),
        ({"toxicity": "perspective", "refusal": "rules"}, "PERSPECTIVE_API_KEY"),
    ],
)
def test_what_is_missing_is_said_before_the_model_is_asked(
    provider: Provider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, str], words: str
) -> None:
    monkeypatch.setitem(sys.modules, "detoxify", None)
    monkeypatch.setitem(sys.modules, "transformers", None)
    monkeypatch.delenv("PERSPECTIVE_API_KEY", raising=False)
    subtask = "antitoxic" if "toxicity" in options else "jailbreak_resistance"
    with pytest.raises(TrustmhError, match=words):
        run(tmp_path / "run", subtask, options)
    assert provider.asked == 0
    assert not (tmp_path / "run").exists()


def test_another_version_of_the_classifier_is_another_run(
    talker: Provider, hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path / "run", "antitoxic", TOXIC)
    monkeypatch.setattr("trustmh.engine.classifiers.hub_models.version", lambda package: "9.9")
    with pytest.raises(TrustmhError, match=r"differs in classifiers\.detoxify\.identity"):
        run(tmp_path / "run", "antitoxic", TOXIC)
    assert talker.asked == 6


def test_a_run_is_scored_and_read_again_without_its_classifier(
    talker: Provider, hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = run(tmp_path / "run", "antitoxic", TOXIC)
    seen = Counter(hub.seen)
    monkeypatch.setitem(sys.modules, "detoxify", None)
    watch = Watch(lambda _: None, lambda _: None)
    again = rescore(first.folder, data=None, scoring=None, judge=None, options=OPTIONS, watch=watch)
    assert again.scored[0].result == first.scored[0].result
    stored = read_run(first.folder, None)
    (verdicts,) = (one for one in stored.collected.verdicts.values())
    assert {one["detoxify"].scores["score"] for one in verdicts.values()} == {0.375}
    assert hub.seen == seen


@pytest.mark.parametrize(
    ("subtask", "options"),
    [
        ("jailbreak_resistance", {"refusal": "rules"}),
        ("antitoxic", {"toxicity": "lexical"}),
        ("antitoxic", {"toxicity": "lexical", "refusal": "rules"}),
    ],
)
def test_a_run_whose_options_need_no_judge_starts_without_one(
    tmp_path: Path, subtask: str, options: dict[str, str]
) -> None:
    result = run(tmp_path / "run", subtask, options, model="baseline/always-refuse").scored[0].result
    assert figure(result, "refusal_rate" if subtask == "jailbreak_resistance" else "mean_toxicity_lexical").n > 0


@pytest.mark.parametrize("options", [{}, {"refusal": "judge"}, {"refusal": "judge-alone"}])
def test_a_run_whose_headline_is_the_judges_does_not(tmp_path: Path, options: dict[str, str]) -> None:
    with pytest.raises(TrustmhError, match="jailbreak_resistance needs a judge"):
        run(tmp_path / "run", "jailbreak_resistance", options, model="baseline/always-refuse")


def test_a_run_without_classifiers_keeps_the_name_of_its_folder(hub: Hub, tmp_path: Path) -> None:
    plain = run(tmp_path / "one", "antitoxic", {"toxicity": "lexical", "refusal": "rules"}, model="baseline/constant")
    assert "classifiers" not in settings(plain.record)
    scored = run(tmp_path / "two", "antitoxic", TOXIC, model="baseline/constant")
    assert default_folder(scored.record) != default_folder(scored.record.model_copy(update={"classifiers": {}}))
