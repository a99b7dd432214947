"""robust_diagnosis: constant answers keep everything, flipped ones are found, and what means the answer is not perturbed."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.pillars.examples import NOTHING_TO_READ, answered, figure, graded, names
from trustmh.engine.calls import Call
from trustmh.items import Grade, Item, Outcome, Reply, Stop
from trustmh.pillars.reliability import psychological_diagnosis
from trustmh.pillars.robustness.perturbed_items import OPTION, pairs_of
from trustmh.pillars.robustness.robust_diagnosis import SUBTASK, option_words, retained
from trustmh.pillars.scoring import score_subtask
from trustmh.pillars.subtask import Source
from trustmh.stats import macro_f1

ITEMS = SUBTASK.load(Source("open"))
FULL = SUBTASK.load(Source("open", options={OPTION: "full"}))
LEVELS = ("0", "1", "2", "3")


def right(item: Item) -> str:
    return f'{{"level": {item.gold}}}'


def wrong_when_disturbed(item: Item) -> str:
    level = int(str(item.gold))
    return f'{{"level": {level if item.groups["intensity"] in ("none", "low") else (level + 1) % 4}}}'


def test_right_answers_throughout_keep_all() -> None:
    result = answered(SUBTASK, ITEMS, right).result
    assert result.headline.value == 1.0
    assert result.headline.interval is None
    for name in ("clean_macro_f1", "perturbed_macro_f1"):
        assert figure(result, name).value == pytest.approx(1.0)


def test_a_constant_answer_keeps_all_and_is_said_to_be_no_achievement() -> None:
    headline = answered(SUBTASK, ITEMS, lambda _: '{"level": 0}').result.headline
    assert headline.value == 1.0
    assert "no better than the commonest label always" in headline.note
    assert "commonest" not in answered(SUBTASK, ITEMS, right).result.headline.note


def test_answers_lost_to_perturbations_are_lost_quality() -> None:
    result = answered(SUBTASK, ITEMS, wrong_when_disturbed).result
    stack = "retention/character+word+sentence"
    assert figure(result, f"{stack}/low").value == 1.0
    assert figure(result, f"{stack}/high").value == 0.0
    assert result.headline.value == pytest.approx(1 / 3)
    assert (result.headline.n, result.headline.clusters) == (360, 60)
    assert "lowest of 3" in figure(result, "lowest_retention").note


def test_the_ratio_is_of_macro_f1_over_kinds_of_question() -> None:
    """Answers lost in one kind alone: the mean over kinds of macro-F1, by hand."""

    def answer(item: Item) -> str:
        spoilt = item.groups["kind"] == "suicide" and item.groups["intensity"] == "high" and item.language == "en"
        return "I do not know." if spoilt else right(item)

    result = answered(SUBTASK, ITEMS, answer).result
    rows = [item for item in ITEMS if item.groups["kind"] == "suicide" and item.groups["intensity"] == "high"]
    gold = [str(item.gold) for item in rows]
    said = [None if item.language == "en" else str(item.gold) for item in rows]
    high = (1 + (macro_f1(gold, said, LEVELS) or 0.0)) / 2
    assert figure(result, "retention/character+word+sentence/high").value == pytest.approx(high)
    assert result.headline.value == pytest.approx((2 + high) / 3)
    assert result.headline.interval is not None
    assert result.headline.interval[0] < (2 + high) / 3 < result.headline.interval[1]
    assert figure(result, "kind/depression").value == 1.0
    assert figure(result, "language/zh").value == 1.0


def test_answers_that_cannot_be_read_are_counted_by_level_and_lost() -> None:
    def answer(item: Item) -> str:
        return "I do not know." if item.groups["level"] == "word" else right(item)

    result = answered(SUBTASK, FULL, answer).result
    assert figure(result, "invalid_answers/word").value == 1.0
    assert figure(result, "invalid_answers/character").value == 0.0
    assert figure(result, "invalid_answers/clean").value == 0.0
    assert figure(result, "retention/word").value == 0.0
    assert result.headline.value == pytest.approx(0.8)


def test_no_clean_quality_is_not_divided_by() -> None:
    def answer(item: Item) -> str:
        return "I do not know." if item.groups["level"] == "clean" else right(item)

    headline = answered(SUBTASK, ITEMS, answer).result.headline
    assert headline.value is None
    assert "not defined: clean macro-F1 is below 0.05" in headline.note


def test_a_pair_whose_one_side_failed_at_the_provider_is_left_out() -> None:
    replies = {item.id: Reply(right(item), Stop.STOP) for item in ITEMS}
    replies[ITEMS[0].id] = Reply("", error="overloaded")
    headline = score_subtask(SUBTASK, ITEMS, replies, {}, "audited").result.headline
    assert (headline.value, headline.n) == (1.0, 357)
    assert headline.provisional  # 1 of 60 pairs of its kind of question and perturbation
    assert "3 of 360 pairs left out: not both replies came" in headline.note


def test_lost_clean_replies_are_counted_beside_every_figure_of_their_pairs() -> None:
    chinese = [item for item in ITEMS if item.language == "zh" and item.groups["level"] == "clean"]
    lost = {item.id for item in chinese[::2]}
    replies = {i.id: Reply("", error="500") if i.id in lost else Reply(right(i), Stop.STOP) for i in ITEMS}
    result = score_subtask(SUBTASK, ITEMS, replies, {}, "audited").result
    high = figure(result, "retention/character+word+sentence/high")
    assert (high.n, high.provisional) == (120 - len(lost), True)
    assert high.outcomes == {"answered": 240 - len(lost), "provider_error": len(lost)}
    assert figure(result, "language/zh").provisional
    assert not figure(result, "language/en").provisional
    assert not figure(result, "perturbed_accuracy").provisional


def test_what_a_small_dataset_loses_is_not_hidden_by_a_large_one() -> None:
    rows = [post(number, "anxiety", "anxiety", level) for number in range(200) for level in ("clean", "word")]
    small = [post(number, "anxiety", "anxiety", level, "d4") for number in range(10) for level in ("clean", "word")]
    failed = replace(small[0], outcome=Outcome.PROVIDER_ERROR)
    assert not retained("r", pairs_of([*rows, *small]), "").provisional
    assert retained("r", pairs_of([*rows, failed, *small[1:]]), "").provisional


def test_the_clean_reply_is_the_call_of_psychological_diagnosis() -> None:
    other = psychological_diagnosis.SUBTASK
    for plain, item in zip(other.load(Source("open")), ITEMS[::4], strict=True):
        keys = {
            Call("model", one.messages(of, "audited"), one.decoding(of, "audited"), one.protocol).key
            for one, of in ((SUBTASK, item), (other, plain))
        }
        assert len(keys) == 1


def test_the_doctors_words_and_the_form_of_the_answer_are_never_perturbed() -> None:
    clean = {item.id.split("~")[0]: item for item in FULL if item.id.endswith("~clean")}
    for item in FULL:
        original = clean[item.id.split("~")[0]]
        turns = zip(item.fields["dialogue"], original.fields["dialogue"], strict=True)
        assert all(turn == other for turn, other in turns if turn["speaker"] == "doctor")
        ends = [SUBTASK.messages(one, "audited")[-1].content.rsplit("\n\n", 2)[1:] for one in (item, original)]
        assert ends[0] == ends[1]


def test_the_names_of_the_options_are_protected() -> None:
    for item in FULL:
        clean = next(one for one in FULL if one.id == f"{item.id.split('~')[0]}~clean")
        for pattern in option_words(item.fields["kind"], item.language):
            said, before = (
                sum(
                    len(pattern.findall(turn["text"]))
                    for turn in one.fields["dialogue"]
                    if turn["speaker"] == "patient"
                )
                for one in (item, clean)
            )
            assert said >= before, (item.id, pattern.pattern)


def test_option_words_are_words_in_english_and_characters_in_chinese() -> None:
    assert any(pattern.search("It is MILD today") for pattern in option_words("depression", "en"))
    assert not any(pattern.search("below and follow") for pattern in option_words("suicide", "en"))
    assert any(pattern.search("说是重度的") for pattern in option_words("depression", "zh"))
    assert all(isinstance(pattern, re.Pattern) for pattern in option_words("forum", "en"))


def post(number: int, gold: str, said: str, level: str, dataset: str = "swmh") -> Grade:
    made = graded(number, gold, said, {"correct": float(gold == said), "invalid": 0.0}, dataset=dataset)
    groups = {"kind": "forum", "level": level, "intensity": "none" if level == "clean" else "high"}
    suffix = "clean" if level == "clean" else f"{level}-high"
    return replace(made, item=replace(made.item, id=f"{dataset}:{number}~{suffix}", groups=groups))


def test_of_the_paper_suite_both_datasets_are_needed() -> None:
    rows = [post(number, "anxiety", "anxiety", level) for number in range(6) for level in ("clean", "word")]
    headline = SUBTASK.estimate(rows, "audited").headline
    assert headline.value is None
    assert headline.note == "not defined: no items of d4"


@pytest.mark.parametrize("text", NOTHING_TO_READ)
def test_no_reply_breaks_anything(text: str) -> None:
    graded_ones = answered(SUBTASK, ITEMS[:12], lambda _: text).grades
    assert all(row.outcome is not Outcome.ANSWERED for row in graded_ones)


def test_every_figure_has_a_name_of_its_own() -> None:
    for items in (ITEMS, FULL):
        result = answered(SUBTASK, items, wrong_when_disturbed).result
        assert len(set(names(result))) == len(result.secondary)
