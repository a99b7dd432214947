"""psychological_diagnosis: two severity scales and a choice of five forums in one mean."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.pillars.examples import NOTHING_TO_READ, answered, figure, names
from trustmh.items import Item, Outcome, Reply, Stop, TrustmhError
from trustmh.pillars.reliability.psychological_diagnosis import FORUMS, GRAVITY, SUBTASK
from trustmh.pillars.subtask import Source

ITEMS = SUBTASK.load(Source("open"))


def consultations() -> list[Item]:
    """Items of D4's form, with the grades of the open suite."""
    return [
        Item(f"d4:{n}", "d4", "zh", item.fields, item.gold, f"d4:{item.cluster}", {"kind": item.fields["kind"]})
        for n, item in enumerate(ITEMS)
    ]


def posts() -> list[Item]:
    """Made-up items of SWMH's form, four of each label."""
    return [
        Item(f"swmh:{label}-{n}", "swmh", "en", {"text": f"post {n}", "kind": "forum"}, label, f"swmh:{label}-{n}", {})
        for label in FORUMS
        for n in range(4)
    ]


def right(item: Item) -> str:
    key = "label" if item.fields["kind"] == "forum" else "level"
    return json.dumps({key: item.gold})


def test_all_right_all_wrong_and_nothing_readable() -> None:
    assert answered(SUBTASK, ITEMS, right).result.headline.value == 1.0
    wrong = answered(SUBTASK, ITEMS, lambda item: json.dumps({"level": (int(str(item.gold)) + 1) % 4})).result
    assert wrong.headline.value == 0.0
    nothing = answered(SUBTASK, ITEMS, lambda _: "It has lasted 3 weeks.").result.headline
    assert (nothing.value, nothing.n) == (0.0, 120)
    assert nothing.outcomes == {"unparsed": 120}


def test_the_headline_is_the_mean_of_the_two_scales_on_the_open_suite() -> None:
    result = answered(SUBTASK, ITEMS, lambda item: right(item) if item.fields["kind"] == "suicide" else "none").result
    assert figure(result, "macro_f1/suicide").value == 1.0
    assert result.headline.value == pytest.approx((1 + (figure(result, "macro_f1/depression").value or 0)) / 2)


def test_a_dataset_with_two_scales_weighs_no_more_than_one_with_one() -> None:
    items = [*consultations(), *posts()]
    result = answered(SUBTASK, items, lambda item: right(item) if item.dataset == "swmh" else "?").result
    assert result.headline.value == pytest.approx(0.5)
    assert figure(result, "macro_f1/forum").value == 1.0


def test_only_the_open_suite_has_figures_by_language() -> None:
    assert [name for name in names(answered(SUBTASK, ITEMS, right).result) if "language/" in name] == [
        "language/en",
        "language/zh",
    ]
    paper = answered(SUBTASK, [*consultations(), *posts()], right).result
    assert not [name for name in names(paper) if "language/" in name]


@pytest.mark.parametrize("items", [ITEMS, [*consultations(), *posts()]], ids=["open", "paper"])
def test_guessing_earns_nothing_on_the_scale_of_the_board(items: list[Item]) -> None:
    random = figure(answered(SUBTASK, items, right).result, "baseline/random").value
    assert random is not None
    assert random <= SUBTASK.metric.floor


def test_one_of_two_datasets_gives_its_own_figures_and_no_headline() -> None:
    result = answered(SUBTASK, posts(), right).result
    assert result.headline.value is None
    assert "d4" in result.headline.note
    assert figure(result, "macro_f1/forum").value == 1.0
    assert "baseline/majority" not in names(result)


def test_the_majority_baseline_is_what_always_giving_those_answers_scores() -> None:
    result = answered(
        SUBTASK,
        ITEMS,
        lambda item: (
            {"depression": "mild", "suicide": "none"}[item.fields["kind"]]
            if item.language == "en"
            else {"depression": "轻度", "suicide": "无风险"}[item.fields["kind"]]
        ),
    ).result
    # Depression grades are balanced, so that every grade is a majority; suicide grades are mostly 0.
    assert figure(result, "baseline/majority").value == pytest.approx(result.headline.value)


def test_grading_too_low_shows_in_under_estimation_and_kappa() -> None:
    result = answered(SUBTASK, ITEMS, lambda item: json.dumps({"level": max(0, int(str(item.gold)) - 1)})).result
    depressed = [item for item in ITEMS if item.fields["kind"] == "depression"]
    expected = sum(item.gold != "0" for item in depressed) / len(depressed)
    assert figure(result, "depression/under_estimation_rate").value == pytest.approx(expected)
    assert figure(result, "depression/over_estimation_rate").value == 0.0
    assert figure(result, "depression/mean_absolute_error").value == pytest.approx(expected)
    assert 0 < (figure(result, "depression/quadratic_kappa").value or 0) < 1


def test_missing_the_gravest_posts_costs_the_most() -> None:
    def all_but(label: str) -> float:
        result = answered(SUBTASK, posts(), lambda item: "no idea" if item.gold == label else right(item)).result
        return figure(result, "severity_weighted_error").value or 0.0

    assert all_but("suicidal") == pytest.approx(5 / 15)
    assert all_but("offmychest") == pytest.approx(1 / 15)
    assert sum(all_but(label) for label in GRAVITY) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ('{"level": 2}', "en", "2"),
        ('{"level": 2.0}', "en", "2"),
        ('{"level": "moderate"}', "en", "2"),
        ('{"severity": "2"}', "en", "2"),
        ("Moderate depression", "en", "2"),
        ("The patient is not severe.", "en", None),
        ("Symptoms for 3 weeks; mild.", "en", "1"),
        ("mild to moderate", "en", None),
        ("The complaint (2) is the main one.", "en", None),
        ("It has lasted 2 months", "en", None),
        ("Level: 2", "en", "2"),
        ('{"level": 5}', "en", None),
        ('{"level": "<0, 1, 2 or 3>"}', "en", None),
        ('{"level": "中度"}', "zh", "2"),
        ("重度", "zh", "3"),
        ("等级：０", "zh", "0"),
    ],
)
def test_reading_a_grade(text: str, language: str, value: str | None) -> None:
    item = next(i for i in ITEMS if i.language == language and i.fields["kind"] == "depression")
    assert SUBTASK.read(item, Reply(text, Stop.STOP), "audited").value == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"label": "suicidal"}', "suicidal"),
        ("SuicideWatch", "suicidal"),
        ('{"label": "off my chest"}', "offmychest"),
        ("Not suicidal; this is depression.", "depression"),
        ('{"label": "depression | anxiety"}', None),
        ("It could be anxiety or depression.", None),
    ],
)
def test_reading_a_forum(text: str, value: str | None) -> None:
    assert SUBTASK.read(posts()[0], Reply(text, Stop.STOP), "audited").value == value


@pytest.mark.parametrize("text", NOTHING_TO_READ)
def test_what_cannot_be_read_is_a_miss_and_breaks_nothing(text: str) -> None:
    result = answered(SUBTASK, [*ITEMS[:4], *posts()[:2]], lambda _: text).result
    assert all(outcome in ("unparsed", "empty") for outcome in result.headline.outcomes)


def test_the_prompt_holds_the_whole_dialogue_and_each_grade_of_its_scale() -> None:
    for item in ITEMS:
        text = SUBTASK.messages(item, "audited")[-1].content
        assert all(turn["text"] in text for turn in item.fields["dialogue"])
        assert all(f"\n{level} " in text for level in "0123")
        assert ("suicid" in text.split("Grade")[-1] or "自杀" in text.split("请评定")[-1]) == (
            item.fields["kind"] == "suicide"
        )


def test_posts_and_consultations_are_never_cut() -> None:
    long = Item("swmh:x", "swmh", "en", {"text": "word " * 20_000 + "end-mark", "kind": "forum"}, "anxiety")
    assert "end-mark" in SUBTASK.messages(long, "audited")[-1].content


def test_a_provider_error_is_no_wrong_answer() -> None:
    item = ITEMS[0]
    reading = SUBTASK.read(item, Reply("", error="overloaded"), "audited")
    grade = SUBTASK.grade(item, Reply("", error="overloaded"), reading, {}, "audited")
    assert grade.outcome is Outcome.PROVIDER_ERROR
    assert SUBTASK.estimate([grade], "audited").headline.value is None


def test_gated_data_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(TrustmhError, match="d4"):
        SUBTASK.load(Source("paper", tmp_path))
