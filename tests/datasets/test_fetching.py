"""Fetching: a file reaches the cache with the pinned hash or not at all."""

from __future__ import annotations

import io
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.datasets.cache_in import REVISION, ROWS, blob, made_card, older, pinned, tree
from tests.datasets.file_server import Served, serving
from trustmh.datasets.cache import data_folder, unfinished_folder
from trustmh.datasets.catalogue import Card, DataFile
from trustmh.datasets.fetching import Fetched, FetchProgress, TermsNotAcceptedError, fetch
from trustmh.datasets.transfer import Patience
from trustmh.items import TrustmhError

PLACE = f"/some/where/{REVISION}/in"
QUICK = Patience(connect=2, read=2, tries=2, pause=0.01)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRUSTMH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def server() -> Iterator[Served]:
    with serving(Served({f"{PLACE}/a/x.jsonl": ROWS})) as served:
        yield served


def get(card: Card, server: Served, **options: Any) -> Fetched:
    return fetch(card, base=server.address, patience=QUICK, **options)


def refusal(card: Card, server: Served, **options: bool) -> str:
    """The refusal's line; the cache is the same before and after, and nothing unfinished is left but locks."""
    before = tree(data_folder())
    with pytest.raises(TrustmhError) as caught:
        get(card, server, **options)
    assert tree(data_folder()) == before
    assert [name for name in tree(unfinished_folder()) if not name.endswith(".lock")] == []
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_file_with_the_pinned_hash_is_where_loaders_look(server: Served) -> None:
    fetched = get(made_card(pinned("a/x.jsonl", ROWS)), server)
    assert (fetched.came, fetched.were_there) == (1, 0)
    assert tree(data_folder()) == {"a/x.jsonl": ROWS}


def test_what_is_there_is_not_fetched_again(server: Served) -> None:
    card = made_card(pinned("a/x.jsonl", ROWS))
    get(card, server)
    fetched = get(card, server)
    assert (fetched.came, fetched.were_there) == (0, 1)
    assert len(server.requests) == 1


def test_a_file_that_was_changed_in_the_cache_is_replaced(server: Served) -> None:
    card = made_card(pinned("a/x.jsonl", ROWS))
    path = get(card, server).paths[0]
    path.write_bytes(b"tampered")
    get(card, server)
    assert path.read_bytes() == ROWS


def test_a_file_known_by_its_git_blob_is_checked_by_it(server: Served) -> None:
    entry = DataFile(path="a/x.jsonl", git_blob=blob(ROWS), source="in/a/x.jsonl")
    get(made_card(entry), server)
    assert tree(data_folder()) == {"a/x.jsonl": ROWS}
    server.files[f"{PLACE}/a/x.jsonl"] = ROWS + b"\n"
    (data_folder() / "a/x.jsonl").unlink()
    assert "not the pinned file" in refusal(made_card(entry), server)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (ROWS.replace(b"one", b"ONE"), "not the pinned file"),
        (ROWS[:-5], "less than"),
        (ROWS + b"more", "more than"),
        (b"<!doctype html><p>log in".ljust(len(ROWS)), "web page"),
        (b"", "less than"),
    ],
)
def test_another_answer_is_refused_and_the_cache_is_untouched(server: Served, answer: bytes, words: str) -> None:
    (data_folder() / "a").mkdir(parents=True)
    (data_folder() / "a/x.jsonl").write_bytes(b"an earlier file")
    server.files[f"{PLACE}/a/x.jsonl"] = answer
    assert words in refusal(made_card(pinned("a/x.jsonl", ROWS)), server)


def test_half_a_download_without_a_length_is_refused_by_its_hash(server: Served) -> None:
    server.length, server.cut_after = False, [9]
    assert "not the pinned file" in refusal(made_card(pinned("a/x.jsonl", ROWS)), server)


def test_a_download_that_was_cut_off_goes_on_at_the_next_command(server: Served) -> None:
    card = made_card(pinned("a/x.jsonl", ROWS))
    server.cut_after = [9, 0]
    with pytest.raises(TrustmhError, match="run the same command again"):
        get(card, server)
    assert tree(data_folder()) == {}
    server.cut_after, server.requests = [], []
    get(card, server)
    assert server.requests == ["bytes=9-"]
    assert tree(data_folder()) == {"a/x.jsonl": ROWS}


def test_bytes_kept_from_a_forged_answer_do_not_survive_the_hash(server: Served) -> None:
    card = made_card(pinned("a/x.jsonl", ROWS))
    good = server.files[f"{PLACE}/a/x.jsonl"]
    server.etag = '"same"'
    server.files[f"{PLACE}/a/x.jsonl"], server.cut_after = b"z" * len(ROWS), [9, 0]
    with pytest.raises(TrustmhError):
        get(card, server)
    server.files[f"{PLACE}/a/x.jsonl"], server.cut_after = good, []
    assert "not the pinned file" in refusal(card, server)
    get(card, server)
    assert tree(data_folder()) == {"a/x.jsonl": ROWS}


def archive(members: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as packed:
        for name, body in members.items():
            packed.writestr(name, body)
    return data.getvalue()


MEMBER = {"source": "in/all.zip", "member": "data/x.jsonl"}


def test_a_file_inside_an_archive_is_taken_out_and_checked(server: Served) -> None:
    server.files[f"{PLACE}/all.zip"] = archive({"top/data/x.jsonl": ROWS, "top/code.py": b"1"})
    get(made_card(pinned("a/x.jsonl", ROWS, **MEMBER)), server)
    assert tree(data_folder()) == {"a/x.jsonl": ROWS}


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"top/data/x.jsonl": b"other"}, "not the pinned file"),
        ({"other": ROWS}, "0 files"),
        ({"a/data/x.jsonl": ROWS, "b/data/x.jsonl": ROWS}, "2 files"),
        ({"top/data/x.jsonl": ROWS, "../../x": b"1"}, "outside"),
        ({"top/data/x.jsonl": ROWS * 1000}, "more than"),
    ],
)
def test_an_archive_that_is_not_right_is_refused(server: Served, members: dict[str, bytes], words: str) -> None:
    server.files[f"{PLACE}/all.zip"] = archive(members)
    assert words in refusal(made_card(pinned("a/x.jsonl", ROWS, **MEMBER)), server)


def test_half_an_archive_is_refused(server: Served) -> None:
    server.files[f"{PLACE}/all.zip"] = archive({"data/x.jsonl": ROWS})[:40]
    assert "truncated or damaged" in refusal(made_card(pinned("a/x.jsonl", ROWS, **MEMBER)), server)


def test_terms_must_be_accepted_before_anything_is_asked_for(server: Served) -> None:
    card = made_card(pinned("a/x.jsonl", ROWS), terms="Academic use only.")
    with pytest.raises(TermsNotAcceptedError, match="Academic use only"):
        get(card, server)
    assert server.requests == []
    get(card, server, accept_licence=True)
    assert get(card, server).were_there == 1


@pytest.mark.parametrize("access", ["gated", "agreement", "package"])
def test_what_is_not_open_is_not_fetched(server: Served, access: str) -> None:
    text = refusal(made_card(pinned("a/x.jsonl", ROWS), access=access), server)
    assert ("import made" in text) or access == "package"
    assert server.requests == []


def test_the_older_edition_comes_only_when_it_is_asked_for(server: Served) -> None:
    server.files[f"{PLACE}/old.csv"] = ROWS
    entry = DataFile(path="a/new.csv", editions=(older("old.csv", ROWS),))
    card = made_card(entry, apply="Ask there.")
    text = refusal(card, server)
    assert "Ask there." in text
    assert "--older-edition" in text
    get(card, server, older=True)
    assert tree(data_folder()) == {"old.csv": ROWS}


def test_a_file_without_any_hash_is_never_fetched(server: Served) -> None:
    assert "no verified address" in refusal(made_card(DataFile(path="a/x.jsonl", source="in/a/x.jsonl")), server)


def test_companions_come_when_they_are_asked_for(server: Served) -> None:
    server.files[f"{PLACE}/LICENSE"] = b"free"
    card = made_card(
        pinned("a/x.jsonl", ROWS), companions=(pinned("LICENSE", b"free").model_dump(exclude={"editions"}),)
    )
    assert len(get(card, server).paths) == 1
    assert len(get(card, server, companions=True).paths) == 2


def test_two_that_fetch_at_once_fetch_once(server: Served) -> None:
    card = made_card(pinned("a/x.jsonl", ROWS))
    failures: list[BaseException] = []

    def run() -> None:
        try:
            get(card, server)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(server.requests) == 1


def test_a_cache_that_cannot_be_written_is_one_line(server: Served, cache: Path) -> None:
    cache.write_text("a file where the folder should be")
    with pytest.raises(TrustmhError, match="TRUSTMH_CACHE"):
        get(made_card(pinned("a/x.jsonl", ROWS)), server)


def test_progress_names_the_file_and_ends_at_its_size(server: Served) -> None:
    seen: list[FetchProgress] = []
    fetch(made_card(pinned("a/x.jsonl", ROWS)), base=server.address, patience=QUICK, progress=seen.append)
    assert seen[-1] == FetchProgress("made", "x.jsonl", len(ROWS), len(ROWS))
