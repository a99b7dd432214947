"""A short run asks a little of everything, whole clusters only, the same each time."""

from __future__ import annotations

import pytest

from trustmh.items import Item, TrustmhError
from trustmh.pillars.selection import first_units, in_languages
from trustmh.pillars.subtask import Source
from trustmh.pillars.table import SUBTASKS, find


@pytest.mark.parametrize("subtask", SUBTASKS, ids=lambda subtask: subtask.id)
def test_a_limit_takes_whole_units_in_file_order_and_a_larger_one_contains_a_smaller(subtask) -> None:  # type: ignore[no-untyped-def]
    items = subtask.load(Source("open"))
    small, large = first_units(items, 4, subtask.unit), first_units(items, 9, subtask.unit)
    chosen = {subtask.unit(item) for item in small}
    assert len(chosen) == 4
    assert [item.id for item in small] == [item.id for item in items if subtask.unit(item) in chosen]
    assert chosen <= {subtask.unit(item) for item in large}


@pytest.mark.parametrize("subtask", SUBTASKS, ids=lambda subtask: subtask.id)
def test_a_short_run_asks_in_both_languages(subtask) -> None:  # type: ignore[no-untyped-def]
    items = first_units(subtask.load(Source("open")), 8, subtask.unit)
    assert {item.language for item in items} == {"en", "zh"}


def test_a_language_that_the_data_lack_is_named() -> None:
    items = [Item("d:1", "d", "en", {}, cluster="d:1")]
    with pytest.raises(TrustmhError, match="no items in zh; this data is in en"):
        in_languages(items, ("zh",))


def test_subtasks_are_found_by_their_pillar_too() -> None:
    assert [subtask.id for subtask in find(("privacy",))] == ["privacy_awareness", "privacy_leakage"]


def test_an_unknown_subtask_is_named_with_the_known_ones() -> None:
    with pytest.raises(TrustmhError, match=r"no subtask or pillar 'privcy'.*privacy_leakage"):
        find(("privcy",))
