"""A short run asks a little of everything, whole clusters only, the same each time."""

from __future__ import annotations

import re

import pytest

from trustmh.datasets.open_rows import FILES, rows
from trustmh.items import Item, TrustmhError
from trustmh.pillars.selection import first_units, in_languages
from trustmh.pillars.subtask import Source, Subtask, whole_cluster
from trustmh.pillars.table import SUBTASKS, find


@pytest.mark.parametrize("subtask", SUBTASKS, ids=lambda subtask: subtask.id)
def test_a_limit_takes_whole_units_in_file_order_and_a_larger_one_contains_a_smaller(subtask) -> None:  # type: ignore[no-untyped-def]
    items = subtask.load(Source("open"))
    small, large = (first_units(items, limit, subtask.unit, subtask.stratum) for limit in (4, 9))
    chosen = {subtask.unit(item) for item in small}
    assert len(chosen) == 4
    assert [item.id for item in small] == [item.id for item in items if subtask.unit(item) in chosen]
    assert chosen <= {subtask.unit(item) for item in large}


@pytest.mark.parametrize("subtask", SUBTASKS, ids=lambda subtask: subtask.id)
def test_a_short_run_asks_in_both_languages(subtask) -> None:  # type: ignore[no-untyped-def]
    items = first_units(subtask.load(Source("open")), 8, subtask.unit, subtask.stratum)
    assert {item.language for item in items} == {"en", "zh"}


def test_a_short_run_takes_the_kinds_in_turn_the_unnamed_first_and_keeps_the_file_order() -> None:
    kinds = {"d:1": "b", "d:2": "b", "d:3": "", "d:4": "a", "d:5": ""}
    items = [Item(name, "d", "en", {}, cluster=name) for name in kinds]
    taken = [
        [item.id for item in first_units(items, limit, whole_cluster, lambda one: kinds[one.id])] for limit in (1, 3, 4)
    ]
    assert taken == [["d:3"], ["d:1", "d:3", "d:4"], ["d:1", "d:3", "d:4", "d:5"]]


@pytest.mark.parametrize("subtask", SUBTASKS, ids=lambda subtask: subtask.id)
def test_items_are_loaded_in_file_order(subtask: Subtask) -> None:
    """Recorded replies that carry a row count for the item at that position of its dataset."""
    items = subtask.load(Source("open"))
    for dataset in {item.dataset for item in items}:
        places = {row["id"].partition(":")[2]: place for place, row in enumerate(rows(FILES[dataset]))}
        parts = [part for item in items if item.dataset == dataset for part in re.split("[:~]", item.id)]
        found = list(dict.fromkeys(places[part] for part in parts if part in places))
        assert found
        assert found == sorted(found)


def test_a_language_that_the_data_lack_is_named() -> None:
    items = [Item("d:1", "d", "en", {}, cluster="d:1")]
    with pytest.raises(TrustmhError, match="no items in zh; this data is in en"):
        in_languages(items, ("zh",))


def test_subtasks_are_found_by_their_pillar_too() -> None:
    assert [subtask.id for subtask in find(("privacy",))] == ["privacy_awareness", "privacy_leakage"]


def test_an_unknown_subtask_is_named_with_the_known_ones() -> None:
    with pytest.raises(TrustmhError, match=r"no subtask or pillar 'privcy'.*privacy_leakage"):
        find(("privcy",))
