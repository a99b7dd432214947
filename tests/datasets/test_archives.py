"""Archives from outside: no member leaves its folder, nothing grows without bound, damage is one line."""

from __future__ import annotations

import gzip
import io
import stat
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trustmh.datasets import archives
from trustmh.datasets.archives import take_gzip, take_zip_member, zip_members
from trustmh.items import TrustmhError


def packed(path: Path, members: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def refusal(path: Path) -> str:
    with pytest.raises(TrustmhError) as caught:
        zip_members(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_member_is_written_where_the_caller_says(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.zip", {"deep/down/x.csv": b"text", "y": b""})
    assert zip_members(path) == ["deep/down/x.csv", "y"]
    take_zip_member(path, "deep/down/x.csv", tmp_path / "here", 100)
    assert (tmp_path / "here").read_bytes() == b"text"


@pytest.mark.parametrize(
    "name", ["../x", "a/../../x", "/etc/x", "C:/x", "c:x", "a\\..\\x", "\\\\host\\x", "..", "a/..", "./../x"]
)
def test_a_path_that_leaves_the_folder_refuses_the_whole_archive(tmp_path: Path, name: str) -> None:
    path = packed(tmp_path / "a.zip", {"good.csv": b"1", name: b"2"})
    assert "outside" in refusal(path)
    with pytest.raises(TrustmhError, match="outside"):
        take_zip_member(path, "good.csv", tmp_path / "here", 100)
    assert not (tmp_path / "here").exists()


def test_a_link_refuses_the_whole_archive(tmp_path: Path) -> None:
    entry = zipfile.ZipInfo("link")
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr(entry, "/etc/passwd")
    assert "link" in refusal(tmp_path / "a.zip")


def test_two_members_of_one_name_are_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("x", "1")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("x", "2")
    assert "one name" in refusal(tmp_path / "a.zip")


def test_an_encrypted_member_is_refused(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.zip", {"x": b"1"})
    data = bytearray(path.read_bytes())
    data[6] |= 1
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(data)
    assert "encrypted" in refusal(path)


def test_too_many_members_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_MEMBERS", 3)
    assert "more than 3" in refusal(packed(tmp_path / "a.zip", {str(number): b"" for number in range(4)}))


def test_a_bomb_is_refused_by_what_it_says_and_by_what_it_does(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.zip", {"x": b"0" * 30_000_000})
    with pytest.raises(TrustmhError, match="more than"):
        take_zip_member(path, "x", tmp_path / "here", 100_000_000)
    with pytest.raises(TrustmhError, match="more than"):
        take_zip_member(path, "x", tmp_path / "here", 1000)
    data = bytearray(path.read_bytes())
    for place in (22, data.rindex(b"PK\x01\x02") + 24):
        data[place : place + 4] = (500).to_bytes(4, "little")
    path.write_bytes(data)
    with pytest.raises(TrustmhError):
        take_zip_member(path, "x", tmp_path / "here", 1000)
    assert not (tmp_path / "here").exists() or (tmp_path / "here").stat().st_size <= 1000


@pytest.mark.parametrize("keep", [0, 3, 10, 60, 90])
def test_a_truncated_zip_is_one_line(tmp_path: Path, keep: int) -> None:
    path = packed(tmp_path / "a.zip", {"x.csv": b"a,b\n" * 30})
    path.write_bytes(path.read_bytes()[:keep])
    assert "truncated or damaged" in refusal(path)


def test_a_damaged_member_is_one_line(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.zip", {"x.csv": bytes(range(256)) * 40})
    data = bytearray(path.read_bytes())
    data[60:80] = b"\x00" * 20
    path.write_bytes(data)
    with pytest.raises(TrustmhError, match="truncated or damaged"):
        take_zip_member(path, "x.csv", tmp_path / "here", 100_000)


@given(st.binary(max_size=200))
def test_any_bytes_are_an_archive_or_one_line(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("zip") / "a.zip"
    path.write_bytes(b"PK\x03\x04" + data)
    assert "\n" not in refusal(path)


@pytest.mark.parametrize("keep", [5, 12, -8, -1])
def test_a_truncated_gzip_is_one_line_and_leaves_nothing(tmp_path: Path, keep: int) -> None:
    path = tmp_path / "x.gz"
    path.write_bytes(gzip.compress(b"text,label\n" * 100)[:keep])
    with pytest.raises(TrustmhError, match="truncated or damaged"):
        take_gzip(path, tmp_path / "here", 10_000)
    assert not (tmp_path / "here").exists()


def test_a_gzip_bomb_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    packed_bytes = io.BytesIO()
    with gzip.open(packed_bytes, "wb") as handle:
        handle.write(b"0" * 40_000_000)
    (tmp_path / "x.gz").write_bytes(packed_bytes.getvalue())
    with pytest.raises(TrustmhError, match="unpacks to more"):
        take_gzip(tmp_path / "x.gz", tmp_path / "here", 1_000_000_000)
    assert not (tmp_path / "here").exists()
