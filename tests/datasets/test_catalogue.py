"""The cards: complete, consistent, and true to the files that are at hand."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from trustmh.datasets import open_rows
from trustmh.datasets.catalogue import (
    Card,
    DataFile,
    card,
    cards,
    find_file,
    how_to_get,
    locate,
    named_like,
    repeated_names,
)
from trustmh.datasets.lint.forms import FORMS
from trustmh.datasets.loading import LOADERS, load_files, load_open
from trustmh.items import TrustmhError

NAMED = [
    "usmle-mental",
    "d4",
    "swmh",
    "esconv",
    "emobench-eu",
    "cpsycoune",
    "c-ssrs-500",
    "llms-mh-crisis",
    "aita-yta",
    "oeq",
    "pas",
    "confaide-1",
    "confaide-2a",
    "confaide-2b",
    "ethicmh",
    "psyqa",
    "psyleak",
    "psyharm",
    "jailbreakmh",
    "esconv-fair",
]
PAPER = [one for one in cards().values() if one.access != "package"]
OPEN = [one for one in cards().values() if one.access == "package"]


def test_every_dataset_of_the_benchmark_has_a_card_and_a_loader() -> None:
    assert sorted(one.id for one in PAPER) == sorted(NAMED)
    assert sorted({*LOADERS, "confaide-1", "confaide-2a", "confaide-2b"}) == sorted(NAMED)


def test_every_file_of_the_open_suite_has_a_card_and_a_loader() -> None:
    assert sorted(one.id for one in OPEN) == sorted(open_rows.OPEN)
    assert {stem for _, _, stem in FORMS.values()} | {"open-jailbreak"} == set(open_rows.FILES)


def test_a_dataset_that_was_not_registered_is_one_line_that_says_where_to_do_it() -> None:
    with pytest.raises(
        TrustmhError, match=r"open-unheard is no dataset of the open suite: add it to OPEN in datasets/open_rows"
    ):
        load_open("open-unheard")
    with pytest.raises(TrustmhError, match=r"open-unheard is no dataset of the open suite"):
        open_rows.open_files(["open-ethics", "open-unheard"])
    with pytest.raises(TrustmhError, match=r"unheard has no loader: add it to LOADERS in datasets/loading\.py"):
        load_files("unheard", [])


@pytest.mark.parametrize("one", OPEN, ids=lambda one: one.id)
def test_a_dataset_of_the_open_suite_says_what_it_is_and_loads(one: Card) -> None:
    assert one.licence == "CC BY 4.0"
    assert any("not clinically validated" in fault for fault in one.faults)
    items = load_open(one.id)
    assert {item.dataset for item in items} == {one.id}
    assert {item.language for item in items} == {"en", "zh"}
    assert len({item.id for item in items}) == len(items)
    assert one.rows == len({item.cluster for item in items})


def test_names_and_aliases_are_of_one_dataset_each() -> None:
    assert repeated_names() == {}
    assert card("cssrs").id == "c-ssrs-500"


def test_an_unknown_dataset_names_the_known_ones() -> None:
    with pytest.raises(TrustmhError, match="usmle-mental"):
        card("no-such")


@pytest.mark.parametrize("one", PAPER, ids=lambda one: one.id)
def test_a_card_says_where_a_dataset_is_had_and_what_is_not_verified(one: Card) -> None:
    assert one.licence
    assert one.citation
    assert one.unverified
    assert one.homepage.startswith("https://")
    addresses = [one.address(entry) for entry in one.files]
    assert one.apply or all(addresses)
    if one.access == "open":
        assert all(entry.pinned for entry in one.files if one.address(entry))
    else:
        assert not any(addresses)


def test_an_address_is_repository_commit_and_quoted_path() -> None:
    entry = next(entry for entry in card("cpsycoune").files if "Emotion&Stress/1" in entry.path)
    assert card("cpsycoune").address(entry) == (
        "https://raw.githubusercontent.com/CAS-SIAT-XinHai/CPsyCoun/1954f2e2d01d3b0f568e1673a525a6d3d9a34c03/"
        "CPsyCounE/Emotion%26Stress/1.json"
    )


def test_hashes_on_cards_are_those_of_the_files_at_hand(shared: Path) -> None:
    root = shared / "upstream"
    compared = set()
    for one in PAPER:
        for entry in (*one.files, *(edition for file in one.files for edition in file.editions), *one.companions):
            path = root / entry.path
            if path.is_file():
                data = path.read_bytes()
                assert hashlib.sha256(data).hexdigest() == entry.sha256, entry.path
                assert len(data) == entry.bytes, entry.path
                compared.add(path)
    assert compared == {path for path in root.rglob("*") if path.is_file()}
    assert len(compared) == 76


@pytest.mark.parametrize("path", ["../x", "/x", "a/../b", "", "a\\b"])
def test_a_path_on_a_card_cannot_leave_the_data_folder(path: str) -> None:
    with pytest.raises(ValueError, match="relative path"):
        DataFile(path=path)


def test_files_are_found_at_the_cards_path_or_a_shorter_end_of_it(tmp_path: Path) -> None:
    for name in ("tier_2a.txt", "confaide/tier_2_labels.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    assert [path.name for path in locate("confaide-2a", tmp_path)] == ["tier_2a.txt", "tier_2_labels.txt"]


def test_a_name_that_many_files_of_a_dataset_share_is_not_enough(tmp_path: Path) -> None:
    (tmp_path / "1.json").write_text("[]")
    with pytest.raises(TrustmhError, match=r"Career/1\.json"):
        locate("cpsycoune", tmp_path)
    (tmp_path / "Career").mkdir()
    (tmp_path / "Career/1.json").write_text("[]")
    first = card("cpsycoune").files[0]
    assert find_file(card("cpsycoune"), first, tmp_path) == tmp_path / "Career/1.json"


def test_the_masked_copy_stands_in_for_the_file_and_a_sample_does_not(tmp_path: Path) -> None:
    (tmp_path / "masked_500_Reddit_users_posts_labels.csv").write_text("x")
    (tmp_path / "OEQ_sample.csv").write_text("x")
    assert locate("c-ssrs-500", tmp_path)[0].name.startswith("masked")
    with pytest.raises(TrustmhError, match=r"OEQ\.csv not found"):
        locate("oeq", tmp_path)


def test_without_a_folder_files_are_looked_for_in_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUSTMH_CACHE", str(tmp_path))
    with pytest.raises(TrustmhError, match="trustmh data fetch usmle-mental"):
        locate("usmle-mental")
    path = tmp_path / "data/usmle_mental/USMLE-mental.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("x")
    assert locate("usmle-mental") == [path]


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(TrustmhError, match="nowhere"):
        locate("usmle-mental", tmp_path / "nowhere")


@pytest.mark.parametrize(("dataset", "words"), [("d4", "apply"), ("oeq", "published"), ("usmle-mental", "data fetch")])
def test_how_to_get_a_dataset_names_the_command(dataset: str, words: str) -> None:
    assert words in how_to_get(card(dataset))


def test_a_readme_is_not_recognised_by_its_bare_name() -> None:
    one = card("cpsycoune")
    readme = next(entry for entry in one.companions if entry.name == "README.md")
    assert named_like(one, readme, "CPsyCounE/README.md")
    assert not named_like(one, readme, "README.md")
