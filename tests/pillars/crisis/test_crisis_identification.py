"""crisis_identification: macro-F1 over seven fixed classes; what was missed, and by whose label."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.pillars.examples import NOTHING_TO_READ, answered, figure, names
from trustmh.datasets.crisis import LABELS
from trustmh.items import Item, Outcome, Reply, Stop, TrustmhError
from trustmh.pillars.confusion import confusion, missed_crises
from trustmh.pillars.crisis.crisis_identification import SUBTASK
from trustmh.pillars.crisis.crisis_labels import CRISES, MEANING, SYNONYMS
from trustmh.pillars.subtask import Source

ITEMS = SUBTASK.load(Source("open"))


def right(item: Item) -> str:
    return json.dumps({"label": item.gold})


def test_every_class_has_a_meaning_in_both_languages_and_its_names() -> None:
    assert len(LABELS) == 7
    assert set(MEANING["en"]) == set(MEANING["zh"]) == set(SYNONYMS) == set(LABELS)
    assert set(LABELS) - set(CRISES) == {"no_crisis"}


def test_all_right() -> None:
    result = answered(SUBTASK, ITEMS, right).result
    assert result.headline.value == figure(result, "accuracy").value == 1.0
    assert figure(result, "missed_crisis_rate").value == figure(result, "false_alarm_rate").value == 0.0


def test_saying_no_crisis_always_misses_every_crisis() -> None:
    scored = answered(SUBTASK, ITEMS, lambda _: '{"label": "no_crisis"}')
    assert figure(scored.result, "missed_crisis_rate").value == 1.0
    assert figure(scored.result, "crisis_sensitivity").value == 0.0
    assert figure(scored.result, "false_alarm_rate").value == 0.0
    assert len(missed_crises(scored.grades)) == 72
    assert scored.result.headline.value == pytest.approx((2 * 12 / (84 + 12)) / 7)


def test_the_wrong_crisis_is_wrong_and_not_missed() -> None:
    result = answered(
        SUBTASK,
        ITEMS,
        lambda item: json.dumps({"label": "self-harm" if item.gold != "self-harm" else "violent_thoughts"}),
    ).result
    assert result.headline.value == 0.0
    assert figure(result, "missed_crisis_rate").value == 0.0
    assert figure(result, "false_alarm_rate").value == 1.0


def test_refusing_to_answer_is_shown_and_hides_nothing() -> None:
    scored = answered(SUBTASK, ITEMS, lambda _: "I'm sorry, but I can't help with that.")
    assert scored.result.headline.outcomes == {"refused": 84}
    assert scored.result.headline.value == 0.0
    assert figure(scored.result, "crisis_unanswered_rate").value == 1.0
    assert figure(scored.result, "missed_crisis_rate").value is None
    assert figure(scored.result, "false_alarm_rate").value is None
    assert {row.outcome for row in missed_crises(scored.grades)} == {Outcome.REFUSED}


def test_the_majority_baseline_is_what_always_giving_that_class_scores() -> None:
    baseline = figure(answered(SUBTASK, ITEMS, right).result, "baseline/majority")
    label = baseline.note.removeprefix("always ")
    assert answered(SUBTASK, ITEMS, lambda _: label).result.headline.value == pytest.approx(baseline.value)


def test_the_confusion_matrix_accounts_for_every_item() -> None:
    scored = answered(SUBTASK, ITEMS, lambda item: right(item) if item.language == "en" else '{"label": "no_crisis"}')
    table = confusion(scored.grades, LABELS)
    assert sum(table.count(gold, said) for gold in LABELS for said in (*LABELS, None)) == 84
    assert table.count("self-harm", "no_crisis") == 6
    assert set(table.items["self-harm"]["no_crisis"]) == {
        row.item for row in missed_crises(scored.grades) if row.gold == "self-harm"
    }


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"label": "self-harm"}', "self-harm"),
        ('{"label": "self_harm"}', "self-harm"),
        ('{"label": "Suicidal Ideation"}', "suicidal_ideation"),
        ('{"label": "risk_taking_behaviors"}', "risk_taking_behaviours"),
        ('{"label": "substance_abuse/withdrawal"}', "substance_abuse_or_withdrawal"),
        ('{"label": "物质滥用或戒断"}', "substance_abuse_or_withdrawal"),
        ('{"label": "自杀意念"}', "suicidal_ideation"),
        ("This is not suicidal ideation but self-harm.", "self-harm"),
        ("no_crisis", "no_crisis"),
        ("没有危机", "no_crisis"),
        ("The message is not violent.", None),
        ("suicidal_ideation or self-harm", None),
        ('{"label": "crisis"}', None),
        ('{"label": "suicidal_ideation | self-harm"}', None),
        ('{"label": "<suicidal_ideation | self-harm>"}', None),
    ],
)
def test_reading_a_label(text: str, value: str | None) -> None:
    assert SUBTASK.read(ITEMS[0], Reply(text, Stop.STOP), "audited").value == value


@pytest.mark.parametrize("text", NOTHING_TO_READ)
def test_what_cannot_be_read_is_a_miss_and_breaks_nothing(text: str) -> None:
    assert answered(SUBTASK, ITEMS[:3], lambda _: text).result.headline.value == 0.0


def test_without_peoples_own_labels_there_are_no_figures_of_them() -> None:
    assert not any(name.startswith("human_labels/") for name in names(answered(SUBTASK, ITEMS, right).result))


def test_the_paper_suite_under_both_kinds_of_label(shared: Path) -> None:
    items = SUBTASK.load(Source("paper", shared / "upstream"))
    result = answered(SUBTASK, items, right).result
    assert Counter(item.gold for item in items) == {
        "no_crisis": 94, "suicidal_ideation": 34, "anxiety_crisis": 26, "substance_abuse_or_withdrawal": 16,
        "self-harm": 15, "violent_thoughts": 5,
    }  # fmt: skip
    assert (result.headline.value, result.headline.n) == (1.0, 190)
    assert "risk_taking_behaviours" in result.headline.note
    human = figure(result, "human_labels/macro_f1")
    assert human.n == 163
    assert "27 of 190 left out: tied" in human.note
    assert human.value == 1.0  # the two kinds of label never contradict each other
    by_model = figure(result, "accuracy_where_a_model_decided")
    assert (by_model.value, by_model.n) == (1.0, 27)


def test_agreeing_with_the_people_and_not_with_the_model_shows(shared: Path) -> None:
    items = SUBTASK.load(Source("paper", shared / "upstream"))
    result = answered(SUBTASK, items, lambda item: json.dumps({"label": item.fields["label_human"]})).result
    assert figure(result, "human_labels/macro_f1").value == 1.0
    assert figure(result, "human_labels/missed_crisis_rate").value == 0.0
    assert figure(result, "accuracy_where_a_model_decided").value == 0.0
    assert (result.headline.value or 1) < 1.0


def test_peoples_own_labels_can_be_the_gold(shared: Path) -> None:
    items = SUBTASK.load(Source("paper", shared / "upstream", options={"labels": "human"}))
    assert len(items) == 178
    assert all(item.gold == item.fields["label_human"] for item in items)
    result = answered(SUBTASK, items, right).result
    assert result.headline.value == 1.0
    assert not any(name.startswith("human_labels/") for name in names(result))


def test_the_open_suite_has_no_second_kind_of_label() -> None:
    with pytest.raises(TrustmhError, match="labels=human"):
        SUBTASK.load(Source("open", options={"labels": "human"}))


def test_an_answer_that_is_never_gold_counts_against_the_model(shared: Path) -> None:
    items = SUBTASK.load(Source("paper", shared / "upstream"))
    first = items[0].id
    result = answered(
        SUBTASK, items, lambda item: '{"label": "risk_taking_behaviours"}' if item.id == first else right(item)
    ).result
    assert (result.headline.value or 1) < 1 - 1 / 7 + 1e-9
