"""knowledge: accuracy over letters of items that offer different numbers of options."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.pillars.examples import NOTHING_TO_READ, answered, figure, names
from trustmh.items import Item, Outcome, Reply, Stop
from trustmh.pillars.reliability.knowledge import SUBTASK
from trustmh.pillars.subtask import Source

ITEMS = SUBTASK.load(Source("open"))


def test_all_right_all_wrong_and_nothing_readable() -> None:
    assert answered(SUBTASK, ITEMS, lambda item: f"Answer: {item.gold}").result.headline.value == 1.0
    assert (
        answered(SUBTASK, ITEMS, lambda item: "Answer: " + ("A" if item.gold != "A" else "B")).result.headline.value
        == 0.0
    )
    nothing = answered(SUBTASK, ITEMS, lambda _: "Hard to say.").result.headline
    assert (nothing.value, nothing.n, nothing.outcomes) == (0.0, 60, {"unparsed": 60})


def test_the_majority_baseline_is_what_always_giving_that_letter_scores() -> None:
    letter, _ = Counter(str(item.gold) for item in ITEMS).most_common(1)[0]
    result = answered(SUBTASK, ITEMS, lambda _: f"Answer: {letter}").result
    assert result.headline.value == figure(result, "baseline/majority").value


def test_the_random_baseline_follows_the_number_of_options() -> None:
    result = answered(SUBTASK, ITEMS, lambda _: "A").result
    expected = sum(1 / len(item.fields["options"]) for item in ITEMS) / len(ITEMS)
    assert figure(result, "baseline/random").value == pytest.approx(expected)


def test_every_question_shows_all_its_options_and_their_letters() -> None:
    for item in ITEMS:
        text = SUBTASK.messages(item, "audited")[-1].content
        assert all(f"{letter}. {option}" in text for letter, option in item.fields["options"].items())
        assert ", ".join(item.fields["options"]) in text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("A patient like this needs rest.", None),
        ("Answer: J", None),
        ("Answer: B. No, wait, answer: C", "C"),
        ("**C**", "C"),
        ("答案：Ｃ", "C"),
        ("Answer: B or C", None),
    ],
)
def test_only_a_declared_letter_of_the_item_counts(text: str, value: str | None) -> None:
    item = Item("x:1", "x", "en", {"question": "?", "options": dict.fromkeys("ABCD", "")}, "C")
    assert SUBTASK.read(item, Reply(text, Stop.STOP), "audited").value == value


@pytest.mark.parametrize("text", NOTHING_TO_READ)
def test_what_cannot_be_read_is_a_miss_and_breaks_nothing(text: str) -> None:
    assert answered(SUBTASK, ITEMS[:3], lambda _: text).result.headline.value == 0.0


def test_a_letter_declared_before_the_cut_counts_and_a_bare_cut_is_truncated() -> None:
    item = ITEMS[0]
    cut = SUBTASK.read(item, Reply(f"Answer: {item.gold}\nBecause the", Stop.MAX_TOKENS), "audited")
    assert (cut.outcome, cut.value) == (Outcome.ANSWERED, item.gold)
    assert SUBTASK.read(item, Reply("Let me think about", Stop.MAX_TOKENS), "audited").outcome is Outcome.TRUNCATED


def test_figures_of_both_suites(shared: Path) -> None:
    items = SUBTASK.load(Source("paper", shared / "upstream"))
    result = answered(SUBTASK, items, lambda _: "Answer: B").result
    assert result.headline.n == 727
    assert result.headline.value == pytest.approx(159 / 727)
    assert figure(result, "baseline/majority").value == pytest.approx(159 / 727)
    assert figure(result, "baseline/random").value == pytest.approx(0.189, abs=5e-4)
    assert figure(result, "step/step2").n == 419
    assert "language/en" not in names(result)
    opened = answered(SUBTASK, ITEMS, lambda _: "B").result
    assert {"language/en", "language/zh", "difficulty/hard"} <= set(names(opened))
