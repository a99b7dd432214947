"""A file is there whole or not at all, whatever the disk does."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from trustmh.items import TrustmhError
from trustmh.results.atomic_file import read_text, write_atomically


def test_folders_are_made_and_nothing_else_is_left(tmp_path: Path) -> None:
    write_atomically(tmp_path / "a" / "b.json", b"one")
    assert (tmp_path / "a" / "b.json").read_bytes() == b"one"
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["b.json"]


def test_the_file_is_as_readable_as_any_other(tmp_path: Path) -> None:
    write_atomically(tmp_path / "one", b"")
    (tmp_path / "two").write_bytes(b"")
    assert (tmp_path / "one").stat().st_mode == (tmp_path / "two").stat().st_mode


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "results.json"
    write_atomically(path, b"old")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(TrustmhError, match=r"No space left on device.*make room"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_where_the_folder_should_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("", encoding="utf-8")
    with pytest.raises(TrustmhError, match="cannot write"):
        write_atomically(tmp_path / "run" / "results.json", b"")


def test_reading_names_what_was_expected_and_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(TrustmhError, match=r"no run record at .*; start again"):
        read_text(tmp_path / "none", "run record", "start again")
    (tmp_path / "latin").write_bytes(b"\xe9")
    with pytest.raises(TrustmhError, match="not UTF-8 text; start again"):
        read_text(tmp_path / "latin", "run record", "start again")


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_atomically(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_what_is_no_regular_file_is_never_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(TrustmhError, match="no regular file"):
        write_atomically(tmp_path / "pipe", b"x")
    assert (tmp_path / "pipe").is_fifo()
