"""Reports count, and never show a text."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.datasets.rows_on_disk import write_csv
from trustmh.datasets.catalogue import card, cards
from trustmh.datasets.reporting import balance, report
from trustmh.datasets.text_identity import fingerprints, item_text, normalised
from trustmh.items import Item, TrustmhError


def item(name: str, **fields: object) -> Item:
    return Item(id=name, dataset="made", language="en", fields=fields, cluster=name)


def test_labels_are_counted_and_the_majority_is_their_greatest_share() -> None:
    found = balance(["a", "b", "a", "a", None])
    assert found.counts == {"a": 3, "b": 1}
    assert found.majority == pytest.approx(0.75)
    assert found.without_gold == 1


def test_ratings_have_a_mean_and_a_spread_and_no_majority() -> None:
    found = balance([1.0, 2.0, 3.0])
    assert found.rating == pytest.approx((2.0, 1.0, 1.0, 3.0))
    assert found.majority is None
    assert balance([2.5]).rating == pytest.approx((2.5, 0.0, 2.5, 2.5))


def test_items_that_are_judged_have_no_baseline() -> None:
    found = balance([None, None])
    assert (found.majority, found.rating, found.without_gold) == (None, None, 2)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("I can't sleep.", "i CAN'T   sleep!!", True),
        ("I can't sleep.", "I can't sleep. Ever.", False),
        ("Ｆｕｌｌ　ｗｉｄｔｈ", "full width", True),
        ("我睡不着。", "我睡不着！", True),
        ("我睡不着。", "我睡不好。", False),
        ("café", "cafe\u0301", True),
    ],
)
def test_texts_are_the_same_but_for_case_width_and_marks(one: str, other: str, same: bool) -> None:
    assert (normalised(one) == normalised(other)) is same


def test_options_and_labels_are_no_part_of_a_text() -> None:
    made = item(
        "a",
        question="Why?",
        options={"A": "Because"},
        label_merged="x",
        dialogue=[{"speaker": "doctor", "text": "Hm."}],
    )
    assert item_text(made) == "Why?\nHm."


def test_an_item_without_text_has_no_mark() -> None:
    assert fingerprints(item("a", prompt=" …! ")) == set()


def test_duplicates_within_and_across_datasets_are_found_by_id(tmp_path: Path) -> None:
    (tmp_path / "elephant").mkdir()
    same = "Should I tell my sister that I read her diary?"
    write_csv(tmp_path / "PAS.csv", ("statement",), [(same,), ("I will lie to my boss.",), (same.upper(),)])
    write_csv(
        tmp_path / "elephant/OEQ.csv",
        ("prompt", "human", "source"),
        [("Another question?", "Yes.", "x"), (same, "No.", "x")],
    )
    found = report(card("pas"), tmp_path)
    assert found.duplicates == (("pas:2", "pas:0"),)
    assert found.shared == {"oeq": (("pas:0", "oeq:1"),)}
    assert "oeq" in found.compared


def test_the_known_duplicates_of_the_real_files_are_found(shared: Path) -> None:
    root = shared / "upstream"
    assert len(report(card("llms-mh-crisis"), root).duplicates) == 2
    assert report(card("esconv-fair"), root).duplicates == (("esconv-fair:5", "esconv-fair:4"),)


def test_figures_of_the_real_files_are_those_of_the_study(shared: Path) -> None:
    root = shared / "upstream"
    assert report(card("ethicmh"), root).labels["all"].majority == pytest.approx(0.424)
    assert report(card("usmle-mental"), root).labels["all"].majority == pytest.approx(159 / 727)
    emotions = report(card("emobench-eu"), root)
    assert emotions.languages == {"en": 200, "zh": 200}
    assert sum(emotions.labels["place of the right emotion"].counts.values()) == 400


def test_two_gradings_of_one_dialogue_are_balanced_apart() -> None:
    found = report(card("open-diagnosis"), Path())
    assert found.labels["depression"].counts == {"1": 15, "3": 15, "0": 15, "2": 15}
    assert set(found.labels) == {"depression", "suicide"}
    assert (found.items, found.clusters) == (120, 60)


@pytest.mark.parametrize("name", [one.id for one in cards().values() if one.access == "package"])
def test_a_report_holds_no_text_of_any_item(name: str, tmp_path: Path) -> None:
    from trustmh.datasets.loading import load

    shown = json.dumps(asdict(report(card(name), tmp_path)), ensure_ascii=False)
    for one in load(name):
        text = item_text(one)
        assert text[:30] not in shown or len(text) < 12


def test_a_dataset_that_is_not_here_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(TrustmhError, match="trustmh data import d4"):
        report(card("d4"), tmp_path)


def test_another_dataset_that_is_broken_does_not_stop_a_report(tmp_path: Path) -> None:
    (tmp_path / "USMLE-mental.jsonl").write_text("{")
    assert "usmle-mental" not in report(card("open-pas"), tmp_path).compared
