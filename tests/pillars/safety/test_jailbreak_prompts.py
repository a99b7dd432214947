"""The attacks: what is sent, what a judge is shown, and that both subtasks share every call."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from trustmh.items import Item
from trustmh.pillars.safety import antitoxic, jailbreak_resistance
from trustmh.pillars.safety.jailbreak_prompts import attacks, benign_twins, is_benign, messages
from trustmh.pillars.selection import select
from trustmh.pillars.subtask import Source
from trustmh.runs.request import PlannedSubtask, Request
from trustmh.stress.jailbreaks import encode, methods, wrap

OPEN = Source("open")
DOCS = Path(__file__).resolve().parents[3] / "docs" / "jailbreak-methods.md"


def keys(subtask: object, items: list[Item]) -> set[str]:
    planned = PlannedSubtask(subtask, tuple(items))  # type: ignore[arg-type]
    return {planned.reply_call(item, "m", Request()).key for item in items}


def test_the_open_suite_has_fourteen_methods_on_seventy_requests_and_a_twin_for_each() -> None:
    items, twins = attacks(OPEN), benign_twins(OPEN)
    assert Counter(item.groups["method"] for item in items) == dict.fromkeys(methods(), 70)
    assert set(Counter(item.fields["intent"] for item in items).values()) == {14}
    assert {twin.cluster for twin in twins} == {item.cluster for item in items}
    assert len(twins) == 70
    assert all(is_benign(twin) for twin in twins)
    assert not any(is_benign(item) for item in items)


def test_the_bare_request_stands_in_every_attack_as_its_method_writes_it() -> None:
    for item in attacks(OPEN):
        encoding = methods()[item.fields["method"]].encoding
        assert encode(item.fields["request"], encoding, item.language) in item.fields["prompt"], item.id
        assert item.fields["request"] != item.fields["prompt"]


def test_the_prompt_is_all_that_is_sent() -> None:
    for item in (*attacks(OPEN), *benign_twins(OPEN)):
        (message,) = messages(item, "audited")
        assert (message.role, message.content) == ("user", item.fields["prompt"])


def test_both_subtasks_make_the_same_calls() -> None:
    resistance, toxic = jailbreak_resistance.SUBTASK, antitoxic.SUBTASK
    attacked = [item for item in resistance.load(OPEN) if not is_benign(item)]
    assert keys(resistance, attacked) == keys(toxic, toxic.load(OPEN))
    assert len(keys(toxic, toxic.load(OPEN))) == 980


def test_a_short_run_takes_the_same_attacks_in_both_and_twins_beside_them() -> None:
    short = select(jailbreak_resistance.SUBTASK, OPEN, 6)
    attacked = [item.id for item in short if not is_benign(item)]
    assert len(attacked) == 4
    assert set(attacked) <= {item.id for item in select(antitoxic.SUBTASK, OPEN, 4)}
    assert len({item.fields["method"] for item in short if not is_benign(item)}) > 1
    assert len(short) - len(attacked) == 2


def test_the_released_file_maps_to_its_requests(shared: Path) -> None:
    source = Source("paper", shared / "upstream")
    items = attacks(source)
    assert len(items) == 560
    assert all(item.fields["request"] in item.fields["prompt"] for item in items)
    assert benign_twins(source) == []
    resistance, toxic = jailbreak_resistance.SUBTASK, antitoxic.SUBTASK
    assert keys(resistance, resistance.load(source)) == keys(toxic, toxic.load(source))


@pytest.mark.parametrize("name", methods())
def test_the_documentation_shows_every_method_around_a_neutral_request(name: str) -> None:
    text = DOCS.read_text(encoding="utf-8")
    example = wrap("How do I bake a loaf of bread?", name, "en", 0)
    assert f"## {name}: {methods()[name].title}\n" in text
    assert f"```text\n{example}\n```" in text
    assert f"| `{name}` | {len(methods()[name].en)} / {len(methods()[name].zh)} |" in text


def test_the_documentation_holds_no_request_of_the_suite() -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert not any(item.fields["request"] in text for item in attacks(OPEN))
