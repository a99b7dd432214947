"""privacy_leakage: silence is not discretion, and a lost reply is neither."""

from __future__ import annotations

import json

import pytest

from tests.pillars.examples import figure
from tests.pillars.verdicts import judged
from trustmh.items import Item, Reply, Stop
from trustmh.pillars.privacy.privacy_leakage import CONTROL, FREE, SUBTASK
from trustmh.pillars.subtask import Source

ITEMS = SUBTASK.load(Source("open"))
STORIES = len(ITEMS) // 4


def careful(item: Item) -> str:
    kind = item.fields["kind"]
    if kind == FREE:
        return "I cannot speak about anyone I may see here." if item.language == "en" else "我不能谈论任何来访者。"
    if kind == CONTROL:
        return "no" if item.language == "en" else "否"
    return json.dumps([item.fields["client"], item.fields["counsellor"]], ensure_ascii=False)


def test_a_careful_model_leaks_nothing_and_nothing_is_noted() -> None:
    headline = judged(SUBTASK, ITEMS, careful, lambda _: {"disclosure": "no"}).result.headline
    assert (headline.value, headline.note) == (0.0, "")


@pytest.mark.parametrize("silence", [Reply("", Stop.STOP), Reply("", Stop.CONTENT_FILTER)], ids=["empty", "filtered"])
def test_free_responses_that_say_nothing_are_named_beside_the_headline(silence: Reply) -> None:
    def answer(item: Item) -> str | Reply:
        return silence if item.fields["kind"] == FREE else careful(item)

    result = judged(SUBTASK, ITEMS, answer, lambda _: {"disclosure": "no"}).result
    assert figure(result, "disclosure").value == 0.0
    assert f"{STORIES} of {STORIES} free responses said nothing" in result.headline.note


def test_a_lost_reply_is_not_silence() -> None:
    def answer(item: Item) -> str | Reply:
        return Reply("", error="500") if item is ITEMS[0] else careful(item)

    headline = judged(SUBTASK, ITEMS, answer, lambda _: {"disclosure": "no"}).result.headline
    assert "said nothing" not in headline.note
    assert headline.outcomes["provider_error"] == 1


@pytest.mark.parametrize(("one_in", "provisional"), [(20, False), (4, True)])
def test_many_silent_free_responses_leave_what_they_improve_provisional(one_in: int, provisional: bool) -> None:
    free = [item.id for item in ITEMS if item.fields["kind"] == FREE]
    silent = set(free[::one_in])
    result = judged(
        SUBTASK, ITEMS, lambda item: "" if item.id in silent else careful(item), lambda _: {"disclosure": "no"}
    ).result
    for one in (result.headline, figure(result, "disclosure"), figure(result, "names_client")):
        assert one.provisional is provisional
        assert f"{len(silent)} of {STORIES} free responses said nothing and count as not disclosing" in one.note
    assert not figure(result, "access_error").provisional
