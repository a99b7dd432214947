"""Clean items and their variants: which there are, how they are told apart, and what is paired with what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.pillars.examples import graded
from trustmh.items import Grade, Item
from trustmh.pillars.robustness import perturbed_items
from trustmh.pillars.robustness.perturbed_items import (
    OPTION,
    PLANS,
    UNTOUCHED,
    by_cell,
    pairs_of,
    sampled,
    untouched_note,
    with_variants,
)
from trustmh.pillars.subtask import Source
from trustmh.stress.variants import RECORD, variants

WORDS = "I keep waiting for the phone to ring. Evenings are long, and my friends moved away last spring."


def item(number: int = 1, text: str = WORDS) -> Item:
    return Item(f"d:{number}", "d", "en", {"text": text}, None, f"d:{number}", {"kind": "forum"})


def made(plan: str, *items: Item) -> list[Item]:
    return list(with_variants(items, Source("open", options={OPTION: plan}), "text"))


@pytest.mark.parametrize(
    ("plan", "cells"),
    [
        ("stacked", [f"character+word+sentence/{one}" for one in ("low", "medium", "high")]),
        ("short", ["character+word+sentence/medium"]),
        ("levels", [f"{one}/medium" for one in ("character", "word", "sentence", "character+word+sentence")]),
        (
            "full",
            [
                f"{level}/{one}"
                for level in ("character", "word", "sentence", "character+word", "character+word+sentence")
                for one in ("low", "medium", "high")
            ],
        ),
    ],
)
def test_each_plan_has_its_perturbations_after_the_clean_item(plan: str, cells: list[str]) -> None:
    first, *rest = made(plan, item())
    assert (first.id, first.groups["level"], first.groups["intensity"]) == ("d:1~clean", "clean", "none")
    assert first.fields["text"] == WORDS
    assert [f"{one.groups['level']}/{one.groups['intensity']}" for one in rest] == cells
    assert all(one.fields["text"] != WORDS and one.cluster == first.cluster for one in rest)


def test_the_default_plan_is_the_first_declared_one() -> None:
    assert made(PLANS[0], item()) == list(with_variants([item()], Source("open"), "text"))


def test_the_same_items_give_the_same_variants() -> None:
    assert made("full", item(), item(2)) == made("full", item(), item(2))


def test_a_text_that_cannot_be_edited_has_no_variant_and_is_counted() -> None:
    items = made("stacked", item(text=" "))
    assert [one.id for one in items] == ["d:1~clean"]
    grades = [replace(graded(1, None), item=one) for one in items]
    assert untouched_note(grades) == ("3 variants left out: nothing in the text may be edited",)
    assert pairs_of(grades) == []


def test_a_variant_that_equals_its_text_is_left_out_whatever_was_edited(monkeypatch: pytest.MonkeyPatch) -> None:
    def undone(*args: Any, **options: Any) -> Iterator[Item]:
        for one in variants(*args, **options):
            record = {**one.fields[RECORD], "edits": 2, "distance": 0}
            yield replace(one, fields={**one.fields, RECORD: record})

    monkeypatch.setattr(perturbed_items, "variants", undone)
    first, *rest = made("stacked", item())
    assert rest == []
    assert len(first.fields[UNTOUCHED]) == 3


def test_a_sample_takes_clusters_whole_in_file_order_and_not_by_their_order() -> None:
    items = [replace(item(number), id=f"d:{number}:{part}") for number in range(50) for part in ("a", "b")]
    taken = sampled(items, 10)
    assert len(taken) == 20
    assert set(Counter(one.cluster for one in taken).values()) == {2}
    assert taken == [one for one in items if one in taken]
    assert {one.id for one in sampled(items[::-1], 10)} == {one.id for one in taken}
    assert sampled(items, 100) == items


def grades_of(items: list[Item]) -> list[Grade]:
    return [replace(graded(1, None), item=one) for one in items]


def test_every_variant_is_paired_with_its_own_clean_version() -> None:
    grades = grades_of(made("levels", item(1), item(2)))
    pairs = pairs_of(grades)
    assert len(pairs) == 8
    assert all(pair.perturbed.item.id.startswith(f"{pair.clean.item.id.removesuffix('clean')}") for pair in pairs)
    assert [len(rows) for rows in by_cell(pairs).values()] == [2, 2, 2, 2]
    assert all(pair.operations for pair in pairs)


def test_a_variant_without_its_clean_version_is_not_compared() -> None:
    grades = grades_of(made("stacked", item(1), item(2)))
    assert {pair.clean.item.cluster for pair in pairs_of(grades[1:])} == {"d:2"}


def test_pairs_do_without_the_fields_of_their_items() -> None:
    grades = grades_of([replace(one, fields={}) for one in made("stacked", item())])
    assert [pair.operations for pair in pairs_of(grades)] == [(), (), ()]
    assert untouched_note(grades) == ()
