"""Every file of a data folder is recognised, and what is not the published file is said plainly."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from trustmh.datasets.verifying import Standing, Verification, recognise, verify
from trustmh.items import TrustmhError


@pytest.fixture
def copy(tmp_path: Path, shared: Path) -> Path:
    """Some of the real files, to be spoiled."""
    for name in ("confaide", "usmle_mental", "cssrs"):
        shutil.copytree(shared / "upstream" / name, tmp_path / name)
        (tmp_path / name).chmod(0o755)
        for path in (tmp_path / name).iterdir():
            path.chmod(0o644)
    return tmp_path


def standing(found: Verification, name: str) -> Standing:
    return next(file.standing for file in found.files if file.path.name == name)


def test_every_upstream_file_is_recognised_and_only_the_masked_one_is_not_accepted(shared: Path) -> None:
    found = verify(shared / "upstream")
    assert Counter(file.standing for file in found.files) == {
        Standing.PINNED: 73,
        Standing.SAMPLE: 2,
        Standing.MASKED: 1,
    }
    assert [file.path.name for file in found.files if not file.accepted] == ["masked_500_Reddit_users_posts_labels.csv"]
    assert "is not the published 7be0336be18f5b19" in next(file.note for file in found.files if not file.accepted)
    assert found.incomplete == {}
    assert set(found.missing) == {"aita-yta", "d4", "esconv", "oeq", "pas", "psyqa", "swmh"}
    assert not found.ok


@pytest.mark.parametrize("name", ["cssrs", "c-ssrs-500"])
def test_the_masked_copy_is_accepted_when_it_is_allowed(shared: Path, name: str) -> None:
    assert verify(shared / "upstream", allow_unpinned=[name]).ok


def test_allowing_another_dataset_does_not_help(shared: Path) -> None:
    assert not verify(shared / "upstream", allow_unpinned=["usmle-mental"]).ok


def test_a_changed_file_is_not_the_pinned_one(copy: Path) -> None:
    with (copy / "usmle_mental/USMLE-mental.jsonl").open("ab") as stream:
        stream.write(b"\n")
    found = verify(copy, allow_unpinned=["cssrs"])
    assert standing(found, "USMLE-mental.jsonl") is Standing.ALTERED
    assert not found.ok
    assert verify(copy, allow_unpinned=["cssrs", "usmle-mental"]).ok


def test_a_file_under_another_name_is_recognised_by_its_hash(copy: Path) -> None:
    (copy / "usmle_mental/USMLE-mental.jsonl").rename(copy / "q.bin")
    found = verify(copy, allow_unpinned=["cssrs"])
    file = next(file for file in found.files if file.path.name == "q.bin")
    assert (file.standing, file.datasets) == (Standing.PINNED, ("usmle-mental",))
    assert "USMLE-mental.jsonl" in file.note


@pytest.mark.parametrize("data", [b"", b"who knows"])
def test_a_file_that_nobody_knows_is_unknown_and_not_accepted(copy: Path, data: bytes) -> None:
    (copy / "mine.csv").write_bytes(data)
    found = verify(copy, allow_unpinned=["cssrs"])
    assert standing(found, "mine.csv") is Standing.UNKNOWN
    assert not found.ok


def test_a_dataset_that_is_half_here_is_named_with_what_it_lacks(copy: Path) -> None:
    (copy / "confaide/tier_2_labels.txt").unlink()
    found = verify(copy, allow_unpinned=["cssrs"])
    assert found.incomplete == {"confaide-2a": ("tier_2_labels.txt",), "confaide-2b": ("tier_2_labels.txt",)}
    assert not found.ok


def test_a_gated_file_is_recognised_by_its_name_and_needs_to_be_allowed(tmp_path: Path) -> None:
    for split in ("train", "val", "test"):
        (tmp_path / f"raw_data_{split}.json").write_text("[]")
    found = verify(tmp_path)
    assert {file.standing for file in found.files} == {Standing.UNPINNED}
    assert found.complete == ("d4",)
    assert not found.ok
    assert verify(tmp_path, allow_unpinned=["d4"]).ok


def test_hidden_files_and_links_are_left_out(copy: Path) -> None:
    (copy / ".DS_Store").write_text("x")
    (copy / "link.csv").symlink_to(copy / "usmle_mental/USMLE-mental.jsonl")
    names = {file.path.name for file in verify(copy).files}
    assert not names & {".DS_Store", "link.csv"}


def test_nothing_to_verify_is_not_a_success(tmp_path: Path) -> None:
    with pytest.raises(TrustmhError, match="no files"):
        verify(tmp_path)
    with pytest.raises(TrustmhError, match="no such folder"):
        verify(tmp_path / "nowhere")
    with pytest.raises(TrustmhError, match="no dataset"):
        verify(tmp_path, allow_unpinned=["nonsense"])


def test_progress_counts_to_the_end(copy: Path) -> None:
    seen: list[tuple[int, int]] = []
    found = verify(copy, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(number, len(found.files)) for number in range(1, len(found.files) + 1)]


def test_a_file_is_recognised_as_one_of_its_dataset_only(copy: Path) -> None:
    tiers = copy / "confaide"
    assert recognise(tiers / "tier_2a.txt", "confaide-2a") is Standing.PINNED
    assert recognise(copy / "cssrs/masked_500_Reddit_users_posts_labels.csv", "c-ssrs-500") is Standing.MASKED
    shutil.copy(tiers / "tier_2b.txt", tiers / "tier_2a.txt")
    assert recognise(tiers / "tier_2a.txt", "confaide-2a") is Standing.ALTERED
