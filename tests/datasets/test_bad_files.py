"""Every way a file from outside can be wrong is one clear line, raised before memory is spent."""

from __future__ import annotations

import gzip
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trustmh.datasets import (
    confaide,
    cpsycoune,
    crisis,
    cssrs,
    d4,
    elephant,
    emobench,
    esconv,
    psyharm,
    psyleak,
    psyqa,
    swmh,
    usmle,
)
from trustmh.datasets.csv_rows import iterate_csv
from trustmh.datasets.files import MAX_LINE_BYTES, iterate_jsonl, parse_json, read_json_array
from trustmh.items import TrustmhError

Load = Callable[[Path], Iterable[object]]

JSONL: dict[str, Load] = {"usmle": usmle.iterate, "emobench": emobench.iterate}
JSON: dict[str, Load] = {
    "d4": d4.iterate,
    "esconv": esconv.conversations,
    "crisis": crisis.iterate,
    "psyqa": psyqa.iterate,
    "cpsycoune": cpsycoune.iterate,
}
CSV: dict[str, Load] = {
    "cssrs": cssrs.iterate,
    "swmh": swmh.iterate,
    "oeq": elephant.iterate_oeq,
    "aita": elephant.iterate_aita,
    "pas": elephant.iterate_pas,
    "psyharm": psyharm.iterate,
    "crisis rubric": crisis.protocol,
}
ALL = {**JSONL, **JSON, **CSV}


def message(load: Load, path: Path) -> str:
    with pytest.raises(TrustmhError) as caught:
        list(load(path))
    text = str(caught.value)
    assert "\n" not in text
    assert str(path) in text
    assert len(text) < 600
    return text


def zipped() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr(zipfile.ZipInfo("train.csv"), "text,label\n" * 50)
    return data.getvalue()


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "empty"),
        (b"\n\n  \n", ""),
        (gzip.compress(b"text,label\n" * 100, mtime=0), "gzip archive"),
        (gzip.compress(b"text,label\n" * 100, mtime=0)[:20], "gzip archive"),
        ("text".encode("utf-16"), "UTF-16 text"),
        (zipped(), "zip archive"),
        (zipped()[:30], "zip archive"),
        (b"<!DOCTYPE html><html><body>Sign in</body></html>", "web page"),
        (b"\xef\xbb\xbf\n <html>\n", "web page"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "LFS pointer"),
        (b"PAR1\x15\x04", "Parquet"),
        ("text,label\n抑郁,self.depression\n".encode("gb18030"), ""),
        (b"text,label\nfine,self.Anxiety\n\xff\xfe,self.Anxiety\n", ""),
        (b"t\x00e\x00x\x00t\x00", ""),
        (b"\x00" * 4096, ""),
        (b"{" * 100_000, ""),
        (b"[" * 100_000, ""),
        (b"wrong,columns\n1,2\n", ""),
        (b'{"wrong": "keys"}\n', ""),
        (b'[{"wrong": "keys"}]', ""),
        (b"[]", ""),
        (b"null", ""),
        (b'[1, "a"]', ""),
        (b'"just a text"', ""),
    ],
)
def test_no_loader_takes_a_wrong_file(name: str, data: bytes, expected: str, tmp_path: Path) -> None:
    path = tmp_path / "data"
    path.write_bytes(data)
    assert re.search(expected, message(ALL[name], path))


@pytest.mark.parametrize("name", ALL)
def test_a_folder_and_a_missing_file_are_named(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    assert "folder" in message(ALL[name], folder)
    assert "no such file" in message(ALL[name], tmp_path / "absent")


@pytest.mark.parametrize("name", CSV)
def test_ten_million_columns_are_refused_before_they_are_split(name: str, tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    path.write_bytes(b"a," * 10_000_000)
    assert "commas" in message(CSV[name], path)


@pytest.mark.parametrize("name", ["usmle", "d4", "cpsycoune"])
def test_ten_million_columns_of_json_are_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / "wide.json"
    path.write_bytes(b"[" + b"0," * 10_000_000 + b"0]")
    message(ALL[name], path)


def test_a_line_longer_than_any_item_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "long"
    path.write_bytes(b"a" * (MAX_LINE_BYTES + 10))
    assert "line of more than" in message(iterate_jsonl, path)
    assert "line of more than" in message(lambda file: iterate_csv(file, ("a",)), path)


@pytest.mark.parametrize("token", ["NaN", "Infinity", "-Infinity"])
def test_nan_in_json_is_refused_unless_the_file_is_known_for_it(token: str, tmp_path: Path) -> None:
    path = tmp_path / "scores.json"
    path.write_text(f'[{{"evaluation": {token}}}]', encoding="utf-8")
    assert "is not JSON" in message(read_json_array, path)
    assert read_json_array(path, nan_is_null=True) == [{"evaluation": None}]


def test_half_a_surrogate_pair_is_no_text_but_a_pair_is() -> None:
    with pytest.raises(TrustmhError, match="surrogate"):
        parse_json(rb'{"a": "\ud83d"}', "x")
    assert parse_json(rb'{"a": "\ud83d\ude00"}', "x") == {"a": "\U0001f600"}
    assert parse_json(rb'{"a": "\\ud83d"}', "x") == {"a": r"\ud83d"}


def test_a_row_cut_short_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "cut.csv"
    path.write_text("text,label\na,self.Anxiety\nb", encoding="utf-8")
    assert "line 3" in message(swmh.iterate, path)
    path.write_text('text,label\n"a,self.Anxiety\n', encoding="utf-8")
    assert "truncated" in message(swmh.iterate, path)


def test_the_line_of_a_wrong_byte_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mixed.csv"
    path.write_bytes("text,label\n好,self.Anxiety\n".encode() + "好,self.Anxiety\n".encode("gbk"))
    assert "byte 0 of line 3" in message(swmh.iterate, path)


def test_a_message_never_quotes_a_post(tmp_path: Path) -> None:
    secret = "what nobody should read in a log"
    path = tmp_path / "posts.csv"
    path.write_text(f'User,Post,Label\nuser-0,"{secret}",Ideation\n', encoding="utf-8")
    assert secret not in message(cssrs.iterate, path)
    path.write_text(json.dumps([{"inputs": secret, "all_labels": [secret], "label": secret}]), encoding="utf-8")
    assert secret not in message(crisis.iterate, path)


def test_a_story_file_cut_in_the_middle_is_refused(tmp_path: Path) -> None:
    story, control = tmp_path / "story.txt", tmp_path / "control.txt"
    story.write_text("<BEGIN><a,b,c,to provide help>\nhalf a story", encoding="utf-8")
    control.write_text("Is it ok?", encoding="utf-8")
    with pytest.raises(TrustmhError, match="truncated"):
        list(psyleak.iterate(story, control))


@given(st.binary(max_size=300))
def test_no_bytes_at_all_escape_as_another_error(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any-bytes"
    path.write_bytes(data)
    for load in ALL.values():
        with pytest.raises(TrustmhError):
            list(load(path))


def test_ratings_in_the_place_of_prompts_are_refused(tmp_path: Path) -> None:
    (tmp_path / "prompts.txt").write_text("3.8\n2.0\n")
    (tmp_path / "ratings.txt").write_text("3.8\n2.0\n")
    with pytest.raises(TrustmhError, match=r"prompts.txt:1: a prompt was expected, found '3.8'.*swapped"):
        confaide.load("1", tmp_path / "prompts.txt", tmp_path / "ratings.txt")
