"""What a user brings is checked by hash and by loading it; nothing is kept unless all of it is right."""

from __future__ import annotations

import gzip
import json
import zipfile
from pathlib import Path

import pytest

from tests.datasets.cache_in import tree
from tests.datasets.rows_on_disk import write_csv, write_json
from trustmh.datasets.cache import data_folder, unfinished_folder
from trustmh.datasets.catalogue import card
from trustmh.datasets.importing import Imported, how_to_apply, import_dataset
from trustmh.datasets.loading import load
from trustmh.items import TrustmhError

SPLITS = ("train", "val", "test")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUSTMH_CACHE", str(tmp_path / "cache"))


def d4(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    row = {
        "log": [
            {"speaker": "doctor", "text": "你好。", "action": None},
            {"speaker": "patient", "text": "睡不好。", "action": None},
        ],
        "portrait": {"drisk": 2, "srisk": 1},
        "record": {"drisk": 2, "srisk": 0, "summary": "睡眠差"},
    }
    for split in SPLITS:
        write_json(folder / f"raw_data_{split}.json", [row])
    return folder


def refusal(dataset: str, path: Path, **options: bool) -> str:
    before = tree(data_folder())
    with pytest.raises(TrustmhError) as caught:
        import_dataset(card(dataset), path, **options)
    text = str(caught.value)
    assert "\n" not in text
    assert tree(data_folder()) == before
    assert tree(unfinished_folder()) == {}
    return text


def good(dataset: str, path: Path, **options: bool) -> Imported:
    found = import_dataset(card(dataset), path, **options)
    assert tree(unfinished_folder()) == {}
    return found


def test_a_folder_of_a_gated_dataset_is_checked_copied_and_loads(tmp_path: Path) -> None:
    found = good("d4", d4(tmp_path / "mine" / "D4" / "release"))
    assert found.items == 6
    assert all("no hash is known" in line for line in found.notes)
    assert len(load("d4")) == 6


def test_a_folder_above_the_files_is_enough(tmp_path: Path) -> None:
    d4(tmp_path / "mine" / "deep" / "down")
    assert good("d4", tmp_path / "mine").items == 6


def test_a_zip_archive_of_the_files_is_enough(tmp_path: Path) -> None:
    d4(tmp_path / "mine")
    with zipfile.ZipFile(tmp_path / "D4.zip", "w") as archive:
        for path in sorted((tmp_path / "mine").iterdir()):
            archive.write(path, f"D4/{path.name}")
        archive.writestr("D4/agreement.pdf", b"%PDF")
    assert good("d4", tmp_path / "D4.zip").items == 6


def test_a_gzip_file_is_unpacked(tmp_path: Path) -> None:
    path = write_csv(
        tmp_path / "statements.csv", ("sentence",), [("I will hide the letter.",), ("I never apologise.",)]
    )
    (tmp_path / "statements.csv.gz").write_bytes(gzip.compress(path.read_bytes()))
    assert good("pas", tmp_path / "statements.csv.gz").items == 2


def test_a_single_file_may_have_any_name(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "whatever.txt", ("statement",), [("I will hide the letter.",)])
    assert good("pas", path).paths == (data_folder() / "pas/PAS.csv",)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    (d4(tmp_path / "mine") / "raw_data_val.json").unlink()
    assert "raw_data_val.json is not in" in refusal("d4", tmp_path / "mine")


def test_a_file_of_another_form_is_refused_by_name_not_by_the_place_it_was_staged(tmp_path: Path) -> None:
    (d4(tmp_path / "mine") / "raw_data_val.json").write_text(json.dumps([{"text": "x"}]))
    text = refusal("d4", tmp_path / "mine")
    assert "raw_data_val.json" in text
    assert "nothing was imported" in text
    assert "import-" not in text


@pytest.mark.parametrize(
    "data", [b"", b"\x1f\x8b\x08\x00broken", b"PK\x03\x04broken", b"<html></html>", b"\xff\xfe\x00text"]
)
def test_a_broken_file_is_one_line(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "PAS.csv").write_bytes(data)
    refusal("pas", tmp_path / "PAS.csv")


def test_a_pinned_dataset_is_recognised_by_hash_whatever_its_name(tmp_path: Path, shared: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "questions.jsonl").write_bytes(
        (shared / "upstream/usmle_mental/USMLE-mental.jsonl").read_bytes()
    )
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    found = good("usmle-mental", tmp_path / "mine")
    assert (found.items, found.notes) == (727, ())
    assert len(load("usmle-mental")) == 727


def test_another_version_of_a_pinned_file_is_refused_unless_it_is_allowed(tmp_path: Path, shared: Path) -> None:
    original = (shared / "upstream/usmle_mental/USMLE-mental.jsonl").read_bytes()
    path = tmp_path / "USMLE-mental.jsonl"
    path.write_bytes(original + b"\n")
    assert "not the pinned file" in refusal("usmle-mental", path)
    assert "not the pinned file" in good("usmle-mental", path, allow_unpinned=True).notes[0]
    path.write_bytes(b"".join(original.splitlines(keepends=True)[:-1]))
    assert "726 items" in refusal("usmle-mental", path, allow_unpinned=True)


def test_the_masked_copy_is_taken_and_called_masked(shared: Path) -> None:
    found = good("c-ssrs-500", shared / "upstream/cssrs")
    assert found.items == 500
    assert "masked" in found.notes[0]


def test_a_dataset_of_many_files_keeps_its_folders(shared: Path) -> None:
    assert good("cpsycoune", shared / "upstream/cpsycoun/CPsyCounE").items == 296
    assert len(load("cpsycoune")) == 296


def test_a_zip_that_points_outside_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "D4.zip", "w") as archive:
        archive.writestr("../raw_data_train.json", "[]")
    assert "outside" in refusal("d4", tmp_path / "D4.zip")


def test_links_in_a_folder_are_not_followed(tmp_path: Path) -> None:
    d4(tmp_path / "elsewhere")
    (tmp_path / "mine").mkdir()
    for split in SPLITS:
        (tmp_path / "mine" / f"raw_data_{split}.json").symlink_to(tmp_path / "elsewhere" / f"raw_data_{split}.json")
    assert "is not in" in refusal("d4", tmp_path / "mine")


def test_nothing_there_is_one_line(tmp_path: Path) -> None:
    assert "no such file" in refusal("d4", tmp_path / "nowhere")


def test_an_import_that_fails_leaves_an_earlier_one_alone(tmp_path: Path) -> None:
    good("d4", d4(tmp_path / "mine"))
    (tmp_path / "mine" / "raw_data_test.json").write_text("[")
    refusal("d4", tmp_path / "mine")
    assert len(load("d4")) == 6


@pytest.mark.parametrize(
    ("dataset", "words"),
    [("d4", "Agreement"), ("swmh", "huggingface"), ("pas", "osf.io"), ("usmle-mental", "data fetch")],
)
def test_where_to_apply_is_said(dataset: str, words: str) -> None:
    text = how_to_apply(card(dataset))
    assert words in text
    assert f"trustmh data import {dataset} PATH" in text


def test_what_is_brought_wrongly_is_told_with_where_the_right_thing_is_had(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    d4(tmp_path / "broken")
    (tmp_path / "broken" / "raw_data_test.json").write_text("[")
    for path in ("nowhere", "empty", "broken"):
        text = refusal("d4", tmp_path / path)
        assert "https://x-lance.github.io/D4/" in text
        assert text.endswith("trustmh data import d4 PATH")


def test_the_open_suite_needs_no_import(tmp_path: Path) -> None:
    with pytest.raises(TrustmhError, match="ships inside"):
        how_to_apply(card("open-ethics"))
    with pytest.raises(TrustmhError, match="ships inside"):
        import_dataset(card("open-ethics"), tmp_path)
