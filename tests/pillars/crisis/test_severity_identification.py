"""severity_identification: five ordered classes, and whether risk was seen at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.pillars.examples import NOTHING_TO_READ, answered, figure
from trustmh.items import Item, Reply, Stop
from trustmh.pillars.confusion import confusion, missed_crises
from trustmh.pillars.crisis.severity_identification import AT_RISK, LABELS, SUBTASK
from trustmh.pillars.subtask import Source

ITEMS = SUBTASK.load(Source("open"))


def right(item: Item) -> str:
    return json.dumps({"label": item.gold})


def lower(item: Item) -> str:
    return json.dumps({"label": LABELS[max(0, LABELS.index(str(item.gold)) - 1)]})


def test_the_order_and_the_line_of_risk() -> None:
    assert LABELS == ("Supportive", "Indicator", "Ideation", "Behavior", "Attempt")
    assert AT_RISK == ("Ideation", "Behavior", "Attempt")


def test_all_right() -> None:
    result = answered(SUBTASK, ITEMS, right).result
    for name in ("accuracy", "binary_f1", "quadratic_kappa", "crisis_sensitivity"):
        assert figure(result, name).value == pytest.approx(1.0)
    assert result.headline.value == 1.0
    assert figure(result, "mean_absolute_error").value == 0.0


def test_one_class_too_low_is_under_estimated_and_loses_the_users_at_the_line() -> None:
    result = answered(SUBTASK, ITEMS, lower).result
    assert figure(result, "under_estimation_rate").value == pytest.approx(48 / 60)
    assert figure(result, "mean_absolute_error").value == pytest.approx(48 / 60)
    assert figure(result, "missed_crisis_rate").value == pytest.approx(12 / 36)
    assert figure(result, "binary_f1").value == pytest.approx(2 * 24 / (2 * 24 + 12))


def test_what_the_detection_figures_count_is_said_in_the_words_of_this_scale() -> None:
    result = answered(SUBTASK, ITEMS, right).result
    missed = figure(result, "missed_crisis_rate").note
    assert "Ideation" in missed
    assert "none" not in missed
    assert "below Ideation" in figure(result, "false_alarm_rate").note


def test_nothing_readable_is_a_miss_and_never_supportive() -> None:
    scored = answered(SUBTASK, ITEMS, lambda _: "It is hard to say from these posts.")
    assert scored.result.headline.value == 0.0
    assert scored.result.headline.n == 60
    table = confusion(scored.grades, LABELS)
    assert sum(table.count(gold, None) for gold in LABELS) == 60
    assert sum(table.count(gold, "Supportive") for gold in LABELS) == 0
    assert figure(scored.result, "mean_absolute_error").value is None


def test_the_majority_baseline_is_what_always_giving_that_class_scores() -> None:
    baseline = figure(answered(SUBTASK, ITEMS, right).result, "baseline/majority")
    label = baseline.note.removeprefix("always ")
    assert answered(SUBTASK, ITEMS, lambda _: label).result.headline.value == pytest.approx(baseline.value)


def test_users_at_risk_taken_for_helpers_are_on_the_list() -> None:
    scored = answered(SUBTASK, ITEMS, lambda item: right(item) if item.language == "zh" else '{"label": "Supportive"}')
    missed = missed_crises(scored.grades)
    assert {row.gold for row in missed} == set(AT_RISK)
    assert {row.answer for row in missed} == {"Supportive"}
    assert {row.language for row in missed} == {"en"}
    assert len(missed) == 18


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"label": "Behaviour"}', "Behavior"),
        ('{"label": "suicide attempt"}', "Attempt"),
        ('{"label": "自杀未遂"}', "Attempt"),
        ('{"label": "Ideation（自杀意念）"}', "Ideation"),
        ("There was no attempt; Ideation.", "Ideation"),
        ("No ideation, behavior or attempt: Indicator", "Indicator"),
        ("I will attempt to classify this user.", None),
        ('{"label": "Ideation or Behavior"}', None),
        ('{"label": "Severe"}', None),
    ],
)
def test_reading_a_label(text: str, value: str | None) -> None:
    assert SUBTASK.read(ITEMS[0], Reply(text, Stop.STOP), "audited").value == value


@pytest.mark.parametrize("text", NOTHING_TO_READ)
def test_what_cannot_be_read_is_a_miss_and_breaks_nothing(text: str) -> None:
    assert answered(SUBTASK, ITEMS[:3], lambda _: text).result.headline.value == 0.0


def test_every_post_is_sent_whole_however_many_there_are() -> None:
    posts = [f"{number} " + "x" * 400 + f" mark-{number}." for number in range(300)]
    text = SUBTASK.messages(Item("x:1", "x", "en", {"posts": posts}, "Ideation"), "audited")[-1].content
    assert all(post in text for post in posts)
    assert "Posts (300)" in text


def test_braces_in_a_post_are_text() -> None:
    item = Item("x:1", "x", "en", {"posts": ["{count} {posts} {0}"]}, "Ideation")
    assert "{count} {posts} {0}" in SUBTASK.messages(item, "audited")[-1].content


def test_the_paper_suite_is_sent_whole(shared: Path) -> None:
    items = SUBTASK.load(Source("paper", shared / "upstream"))
    result = answered(SUBTASK, items, right).result
    assert (result.headline.value, result.headline.n) == (1.0, 500)
    assert figure(result, "repaired/yes").n == 28
    assert figure(result, "crisis_sensitivity").n == 171 + 77 + 45
    longest = max(items, key=lambda item: sum(map(len, item.fields["posts"])))
    sent = SUBTASK.messages(longest, "audited")[-1].content
    assert len(sent) > sum(map(len, longest.fields["posts"])) > 32_000
