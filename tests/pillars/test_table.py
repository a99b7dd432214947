"""The one table: every subtask is whole, and the protocol card says where each choice comes from."""

from __future__ import annotations

import pytest

from trustmh.datasets.catalogue import cards
from trustmh.items import NOT_THE_MODEL, SCORINGS, Outcome, Reply, Stop
from trustmh.pillars.scoring import score_subtask
from trustmh.pillars.subtask import Source, Subtask
from trustmh.pillars.table import SUBTASKS

each = pytest.mark.parametrize("subtask", SUBTASKS, ids=lambda subtask: subtask.id)


def test_ids_are_unique() -> None:
    ids = [subtask.id for subtask in SUBTASKS]
    assert len(ids) == len(set(ids))


@each
def test_the_card_names_version_and_provenance(subtask: Subtask) -> None:
    text = subtask.card.read_text(encoding="utf-8")
    assert text.startswith(f"# {subtask.id} · protocol card\n")
    assert f"protocol version {subtask.version} · prompt version {subtask.prompt_version}" in text
    for part in ("prompt", "decoding", "reading", "grading", "headline", "baselines", "Known faults"):
        assert part in text


@each
def test_what_a_judge_is_needed_for_without_options_is_what_the_table_says(subtask: Subtask) -> None:
    assert subtask.deciders({}).judge == subtask.judged
    assert (subtask.judged == "no") == (not subtask.rubrics)


@each
def test_a_default_value_changes_nothing_that_decides(subtask: Subtask) -> None:
    defaults = {name: values[0] for name, values in subtask.options.items()}
    assert subtask.deciders(defaults) == subtask.deciders({})


@each
def test_every_dataset_has_a_card(subtask: Subtask) -> None:
    for names in subtask.datasets.values():
        assert set(names) <= set(cards())
        assert all(subtask.id in cards()[name].subtasks for name in names)


@each
def test_open_suite_items_have_unique_ids_of_their_dataset(subtask: Subtask) -> None:
    items = subtask.load(Source("open"))
    assert len({item.id for item in items}) == len(items)
    assert all(item.id.startswith(f"{item.dataset}:") and item.cluster for item in items)
    assert {item.dataset for item in items} <= set(subtask.datasets["open"])


@each
@pytest.mark.parametrize("scoring", SCORINGS)
def test_prompts_are_in_the_language_of_the_item_and_never_hold_the_authors_note(subtask: Subtask, scoring) -> None:  # type: ignore[no-untyped-def]
    for item in subtask.load(Source("open")):
        messages = subtask.messages(item, scoring)
        assert messages[-1].role == "user"
        text = "\n".join(message.content for message in messages)
        chinese = sum("一" <= character <= "鿿" for character in text)
        # Shells and encodings hold Latin letters in either language; Chinese stands in Chinese prompts only.
        assert (chinese > 15) == (item.language == "zh"), item.id
        assert "synthetic, not clinically validated" not in text


HOSTILE = (
    "",
    " ",
    "a",
    "I",
    "{" * 2000,
    "```json\n" * 500,
    "<think>" * 300,
    "\u202e\u200b\x00\ud800",
    '{"choice": {"choice": []}}',
    "</script><script>alert(1)</script>",
    "-" * 5000,
    "答案" * 3000,
)


@each
@pytest.mark.parametrize("scoring", SCORINGS)
def test_no_reply_can_break_reading_grading_or_estimating(subtask: Subtask, scoring) -> None:  # type: ignore[no-untyped-def]
    items = subtask.load(Source("open"))[:24]
    replies = {item.id: Reply(HOSTILE[i % len(HOSTILE)]) for i, item in enumerate(items)}
    scored = score_subtask(subtask, items, replies, {}, scoring)
    assert len(scored.grades) == len(items)
    assert sum(scored.result.headline.outcomes.values()) <= len(items)


@each
def test_errors_and_missing_replies_are_counted_and_leave_the_score(subtask: Subtask) -> None:
    items = subtask.load(Source("open"))[:8]
    replies = {item.id: Reply("", error="overloaded") for item in items[:4]}
    scored = score_subtask(subtask, items, replies, {}, "audited")
    assert {grade.outcome for grade in scored.grades} == NOT_THE_MODEL
    assert scored.result.headline.value is None
    assert set(scored.result.headline.outcomes) == {"provider_error", "missing"}


@each
def test_a_truncated_reply_is_counted_as_such(subtask: Subtask) -> None:
    items = subtask.load(Source("open"))[:8]
    replies = {item.id: Reply("I would first of all like to consider", Stop.MAX_TOKENS) for item in items}
    scored = score_subtask(subtask, items, replies, {}, "audited")
    assert {grade.outcome for grade in scored.grades} == {Outcome.TRUNCATED}
