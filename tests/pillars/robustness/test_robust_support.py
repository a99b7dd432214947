"""robust_support: a constant judge keeps everything, a known loss is found where it was made, nothing is divided by nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from tests.pillars.examples import NOTHING_TO_READ, figure, names
from tests.pillars.verdicts import judged
from trustmh.engine.calls import Call
from trustmh.items import Item, Reply, Stop
from trustmh.judges.question import Question
from trustmh.pillars.reliability import emotional_support
from trustmh.pillars.reliability.emotional_support import CRITERIA, RUBRIC
from trustmh.pillars.robustness.perturbed_items import OPTION
from trustmh.pillars.robustness.robust_support import SUBTASK
from trustmh.pillars.scoring import judge_questions
from trustmh.pillars.selection import first_units
from trustmh.pillars.subtask import Source, SubtaskResult, whole_cluster

ITEMS = SUBTASK.load(Source("open"))
FULL = SUBTASK.load(Source("open", options={OPTION: "full"}))
#: What is lost of five points.
LOSS: Mapping[str, float] = {"none": 0.0, "low": 1.0, "medium": 2.0, "high": 3.0}


def same(value: float) -> Mapping[str, float | str]:
    return dict.fromkeys(CRITERIA, value)


def lossy(question: Question) -> Mapping[str, float | str]:
    intensity = "none" if question.item.endswith("~clean") else question.item.rsplit("-", 1)[1]
    return same(5.0 - LOSS[intensity])


def result_of(judge: object, items: list[Item] = ITEMS, reply: str = "I am here.") -> SubtaskResult:
    return judged(SUBTASK, items, lambda _: reply, judge).result  # type: ignore[arg-type]


def test_a_constant_reply_keeps_all_of_its_quality() -> None:
    result = result_of(lambda _: same(3.0))
    assert result.headline.value == 1.0
    assert result.headline.interval is None
    assert {one.value for one in result.secondary if one.name.startswith(("retention", "language"))} == {1.0}
    assert "lowest_retention" not in names(result)


def test_a_known_loss_is_found_at_each_intensity() -> None:
    result = result_of(lossy)
    stack = "retention/character+word+sentence"
    for intensity, kept in (("low", 0.8), ("medium", 0.6), ("high", 0.4)):
        assert figure(result, f"{stack}/{intensity}").value == pytest.approx(kept)
    assert result.headline.value == pytest.approx(0.6)
    assert (result.headline.n, result.headline.clusters) == (240, 40)
    assert figure(result, "clean_support").value == 5.0
    assert figure(result, "perturbed_support").value == pytest.approx(3.0)
    lowest = figure(result, "lowest_retention")
    assert lowest.value == pytest.approx(0.4)
    assert "character+word+sentence/high" in lowest.note
    assert "low partly by chance" in lowest.note


def test_the_level_and_operation_that_hurt_most_are_named() -> None:
    fields = {item.id: item.fields for item in FULL}

    def judge(question: Question) -> Mapping[str, float | str]:
        record = fields[question.item].get("perturbation", {"levels": [], "operations": []})
        return same(5.0 - (record["levels"] == ["word"]) - 2 * ("sentence.reorder" in record["operations"]))

    result = result_of(judge, FULL)
    assert figure(result, "retention/word").value == pytest.approx(0.8)
    assert figure(result, "retention/character").value == 1.0
    operation = figure(result, "lowest_retention_operation")
    assert operation.value == pytest.approx(0.6)
    assert operation.note.startswith("sentence.reorder; the lowest of")
    assert "over variants that others edited too" in operation.note


def test_pairs_are_compared_and_never_two_different_sets_of_items() -> None:
    """The judge fails on the clean version of the worst dialogue: its variants then leave the ratio too."""
    worst = ITEMS[0].cluster
    clusters = {item.id: item.cluster for item in ITEMS}

    def judge(question: Question) -> Mapping[str, float | str] | None:
        if clusters[question.item] != worst:
            return same(4.0)
        return None if question.item.endswith("~clean") else same(0.0)

    headline = result_of(judge).headline
    assert headline.value == 1.0
    assert (headline.n, headline.unscored) == (234, 6)
    assert headline.provisional
    assert "6 of 240 pairs unscored: verdict unread" in headline.note


@pytest.mark.parametrize("clean", [0.0, 0.2])
def test_next_to_no_clean_quality_is_not_divided_by(clean: float) -> None:
    count = iter(range(10_000))

    def judge(question: Question) -> Mapping[str, float | str]:
        return same(float(clean > 0 and next(count) % 5 == 0) if question.item.endswith("~clean") else 1.0)

    headline = result_of(judge).headline
    assert headline.value is None
    assert "not defined: clean support is below 0.25" in headline.note


def test_low_clean_support_is_said_beside_a_full_retention() -> None:
    assert "clean support is low (below 2.5 of 5)" in result_of(lambda _: same(2.0)).headline.note
    assert "low" not in result_of(lambda _: same(3.0)).headline.note


def test_no_answers_are_counted_by_level_and_intensity() -> None:
    def reply(item: Item) -> str:
        return "I'm sorry, I can't help with that." if item.groups["intensity"] == "high" else "I am here."

    result = judged(SUBTASK, FULL, reply, lambda _: same(3.0)).result
    assert figure(result, "invalid_answers/clean").value == 0.0
    assert figure(result, "invalid_answers/high").value == 1.0
    assert figure(result, "invalid_answers/word").value == pytest.approx(1 / 3)
    assert figure(result, "invalid_answers/word/high").value == 1.0
    assert figure(result, "invalid_answers/word/low").value == 0.0


def test_silence_under_perturbation_is_quality_lost() -> None:
    def reply(item: Item) -> str:
        return "" if item.groups["intensity"] == "high" else "I am here."

    assert judged(SUBTASK, ITEMS, reply, lambda _: same(3.0)).result.headline.value == pytest.approx(2 / 3)


def test_provider_errors_leave_the_pairs_and_make_the_figure_provisional() -> None:
    def reply(item: Item) -> Reply:
        failed = item.groups["intensity"] == "high"
        return Reply("", error="overloaded") if failed else Reply("I am here.", Stop.STOP)

    headline = judged(SUBTASK, ITEMS, reply, lossy).result.headline
    assert headline.value == pytest.approx(0.7)
    assert (headline.n, headline.unscored, headline.provisional) == (160, 0, True)
    assert headline.outcomes["provider_error"] == 80


def test_a_lost_clean_reply_loses_its_pairs_and_is_counted_beside_every_figure_of_them() -> None:
    """Half of the Chinese clean replies fail: all of their variants are there, and none can be compared."""
    lost = {item.id for item in [one for one in ITEMS if one.language == "zh" and one.id.endswith("~clean")][::2]}

    def reply(item: Item) -> Reply:
        return Reply("", error="500") if item.id in lost else Reply("I am here.", Stop.STOP)

    result = judged(SUBTASK, ITEMS, reply, lossy).result
    high = figure(result, "retention/character+word+sentence/high")
    assert (high.n, high.provisional, high.outcomes) == (60, True, {"answered": 140, "provider_error": 20})
    assert "20 of 80 pairs left out: not both replies came" in high.note
    assert (figure(result, "language/zh").n, figure(result, "language/zh").provisional) == (60, True)
    assert (figure(result, "language/en").n, figure(result, "language/en").provisional) == (120, False)
    assert not figure(result, "perturbed_support").provisional
    assert result.headline.provisional
    assert sum(result.headline.outcomes.values()) == len(ITEMS)


def test_a_cut_clean_text_is_counted_in_its_pairs() -> None:
    cut = ITEMS[0].id

    def reply(item: Item) -> Reply:
        return Reply("I am here.", Stop.STOP, kept=0.5 if item.id == cut else 1.0)

    result = judged(SUBTASK, ITEMS, reply, lossy).result
    high = figure(result, "retention/character+word+sentence/high")
    assert high.provisional  # 1 of 80 pairs
    assert "1 of 160 items were shortened" in high.note
    assert not figure(result, "perturbed_support").provisional


def test_the_clean_reply_is_the_call_of_emotional_support_and_its_judge_is_asked_the_same() -> None:
    other = emotional_support.SUBTASK
    for plain, item in zip(other.load(Source("open")), ITEMS[::4], strict=True):
        ours, theirs = (
            Call("model", one.messages(of, "audited"), one.decoding(of, "audited"), one.protocol)
            for one, of in ((SUBTASK, item), (other, plain))
        )
        assert ours.key == theirs.key
        reply = Reply("I am here.", Stop.STOP)
        asked = [
            judge_questions(one, [of], {of.id: reply}, "audited")[0] for one, of in ((SUBTASK, item), (other, plain))
        ]
        assert asked[0].parts == asked[1].parts
        assert asked[0].rubric == asked[1].rubric


def test_the_judge_sees_what_was_meant_and_the_model_what_was_typed() -> None:
    for clean, variant in zip(ITEMS[::4], ITEMS[3::4], strict=True):
        meant = clean.fields["context"][-1]["content"]
        typed = SUBTASK.messages(variant, "audited")[-1].content
        assert SUBTASK.messages(clean, "audited")[-1].content == meant
        (question,) = judge_questions(SUBTASK, [variant], {variant.id: Reply("I am here.", Stop.STOP)}, "audited")
        assert question.item == variant.id
        assert meant in question.parts["conversation"]
        assert typed == variant.fields["context"][-1]["content"]
        assert variant.fields["context"] != clean.fields["context"]


def test_only_the_seekers_words_are_perturbed() -> None:
    clean = {item.id.split("~")[0]: item for item in FULL if item.id.endswith("~clean")}
    for item in FULL:
        turns = zip(item.fields["context"], clean[item.id.split("~")[0]].fields["context"], strict=True)
        assert all(turn == other for turn, other in turns if turn["speaker"] == "supporter")


def test_a_limit_keeps_all_versions_of_a_dialogue_together() -> None:
    taken = first_units(FULL, 3, whole_cluster)
    assert len({item.cluster for item in taken}) == 3
    assert len(taken) == 3 * 2 * 16


@pytest.mark.parametrize("text", NOTHING_TO_READ)
def test_no_reply_breaks_anything(text: str) -> None:
    result_of(lambda _: same(5.0), ITEMS[:12], text)


def test_every_figure_can_be_written_down_once() -> None:
    for items in (ITEMS, FULL):
        result = result_of(lossy, items)
        assert len(set(names(result))) == len(result.secondary)
        json.dumps([one.value for one in result.secondary], allow_nan=False)


def test_one_rubric_and_its_protocol_are_shared() -> None:
    assert SUBTASK.rubrics == (RUBRIC,)
    assert SUBTASK.protocol == emotional_support.SUBTASK.protocol
