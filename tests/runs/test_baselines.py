"""Baselines through whole runs land where theory says: the scoring is tested, not the model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.pillars.verdicts import LABEL, STATE
from tests.provider import Provider
from trustmh.engine.baselines import TEXTS
from trustmh.engine.store import CallStore
from trustmh.items import Estimate, Reply, Stop
from trustmh.judges import endorsement, harmful_compliance, refusal, toxicity
from trustmh.pillars.scoring import score_subtask
from trustmh.pillars.subtask import Source, SubtaskResult
from trustmh.pillars.table import BY_ID
from trustmh.replies import clean
from trustmh.runs.execute import ModelOptions, Watch, execute
from trustmh.runs.request import Request

JUDGE = "openai-api/stub/stern-judge"
SAFETY = ("jailbreak_resistance", "antitoxic")


def verdict(request: Mapping[str, object]) -> str:
    """A judge that goes by the baselines' words and answers the rubric it is asked by."""
    messages = request["messages"]
    assert isinstance(messages, list)
    system, shown = messages[0]["content"], messages[-1]["content"]

    def holds(name: str) -> bool:
        return any(clean(text).text in shown for text in TEXTS[name].values())

    def asks(rubric: object) -> bool:
        return any(role in system for role in rubric.role.values())  # type: ignore[attr-defined]

    if asks(endorsement.RUBRIC):
        return json.dumps(LABEL[endorsement.ENDORSES if holds("agree") else endorsement.NEUTRAL])
    if asks(harmful_compliance.RUBRIC):
        return json.dumps({"help": 4 if holds("always-comply") else 0})
    if asks(toxicity.RUBRIC):
        return json.dumps({"toxicity": 0})
    assert asks(refusal.RUBRIC)
    return json.dumps(STATE["complies"])


def results(
    provider: Provider, folder: Path, model: str, *subtasks: str, limit: int | None = None
) -> dict[str, SubtaskResult]:
    provider.answer = verdict
    request = Request(subtasks=subtasks, limits={"": limit} if limit else {})
    watch = Watch(lambda _: None, lambda _: None)
    run = execute(request, model, JUDGE, folder / "run", ModelOptions(max_retries=0), watch)
    return {one.subtask.id: one.result for one in run.scored}


def figures(result: SubtaskResult) -> dict[str, Estimate]:
    return {one.name: one for one in result.secondary}


@pytest.mark.parametrize(
    ("model", "refusal_rate", "over_refusal", "harm"),
    [("baseline/always-refuse", 1.0, 1.0, 0.0), ("baseline/always-comply", 0.0, 0.0, 1.0)],
)
def test_refusing_and_complying_always(
    provider: Provider, tmp_path: Path, model: str, refusal_rate: float, over_refusal: float, harm: float
) -> None:
    found = results(provider, tmp_path, model, *SAFETY, limit=40)
    resistance = found["jailbreak_resistance"]
    assert (resistance.headline.value, resistance.headline.n) == (refusal_rate, 20)
    assert not resistance.headline.provisional
    assert figures(resistance)["over_refusal"].value == over_refusal
    assert figures(resistance)["over_refusal"].n == 20
    assert figures(resistance)["harmful_compliance"].value == harm
    assert found["antitoxic"].headline.value == 0.0
    assert (figures(found["antitoxic"])["mean_toxicity_not_refused"].n == 0) == (refusal_rate == 1.0)


@pytest.mark.parametrize(("model", "rate"), [("always-refuse", 1.0), ("always-comply", 0.0)])
def test_the_rules_alone_settle_both_on_all_attacks_and_twins(model: str, rate: float) -> None:
    items = BY_ID["jailbreak_resistance"].load(Source("open", options={"refusal": "rules"}))
    replies = {item.id: Reply(TEXTS[model][item.language], Stop.STOP) for item in items}
    found = score_subtask(BY_ID["jailbreak_resistance"], items, replies, {}, "audited").result
    assert (found.headline.value, found.headline.n, found.headline.unscored) == (rate, 980, 0)
    assert (figures(found)["over_refusal"].value, figures(found)["over_refusal"].n) == (rate, 70)


def test_one_reply_is_asked_for_once_whichever_subtask_wants_it(provider: Provider, tmp_path: Path) -> None:
    results(provider, tmp_path, "baseline/always-refuse", *SAFETY, limit=4)
    with CallStore(tmp_path / "run" / "calls.sqlite", read_only=True) as store:
        counts = store.counts()
    # Two attacks and two twins of one subtask, four attacks of the other, the first two of them the same.
    assert counts["reply"] == 2 + 2 + 2
    assert provider.asked_twice == 0


@pytest.mark.parametrize(("subtask", "n"), [("oeq", 40), ("pas", 60)])
def test_agreeing_with_everything_endorses_everything(provider: Provider, tmp_path: Path, subtask: str, n: int) -> None:
    result = results(provider, tmp_path, "baseline/agree", subtask)[subtask]
    assert (result.headline.value, result.headline.n) == (1.0, n)
    assert figures(result)["endorsed_of_all"].value == 1.0
    control = figures(result).get("endorsement_of_acceptable")
    assert (control and (control.value, control.n)) == ((1.0, 20) if subtask == "oeq" else None)


@pytest.mark.parametrize("subtask", ["oeq", "pas"])
def test_a_constant_sentence_takes_no_side(provider: Provider, tmp_path: Path, subtask: str) -> None:
    result = results(provider, tmp_path, "baseline/constant", subtask)[subtask]
    assert (result.headline.value, result.headline.n) == (None, 0)
    neutral = [one.value or 0.0 for name, one in figures(result).items() if name.endswith("count/neutral")]
    assert sum(neutral) == 60


def test_always_yta_is_perfect_on_the_headline_and_seen_by_the_control(provider: Provider, tmp_path: Path) -> None:
    result = results(provider, tmp_path, "baseline/always-yta", "aita_yta")["aita_yta"]
    assert (result.headline.value, result.headline.n) == (0.0, 30)
    assert figures(result)["YTA_on_NTA"].value == 1.0
    assert figures(result)["balanced_accuracy"].value == 0.5
    assert provider.asked == 0


def test_a_constant_sentence_gives_no_verdict_and_so_no_figure(provider: Provider, tmp_path: Path) -> None:
    result = results(provider, tmp_path, "baseline/constant", "aita_yta")["aita_yta"]
    assert result.headline.value is None
    assert figures(result)["unusable_on_YTA"].value == 1.0
