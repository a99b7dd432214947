"""Downloads: whole, continued, or refused with one line; never half a file taken for a whole one."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.datasets.file_server import Served, serving
from trustmh.datasets.transfer import Patience, Wanted, download, shown
from trustmh.datasets.unfinished import Unfinished
from trustmh.items import TrustmhError

BODY = os.urandom(300_000)
QUICK = Patience(connect=2, read=2, tries=3, pause=0.01)


@pytest.fixture
def server() -> Iterator[Served]:
    with serving(Served({"/file": BODY})) as served:
        yield served


@pytest.fixture
def part(tmp_path: Path) -> Unfinished:
    return Unfinished(tmp_path / "x.part")


def get(
    served: Served,
    part: Unfinished,
    *,
    limit: int = len(BODY),
    exact: bool = True,
    patience: Patience = QUICK,
    path: str = "/file",
) -> list[int]:
    seen: list[int] = []
    download(Wanted(served.address + path, part, limit, exact, seen.append), patience)
    return seen


def refusal(served: Served, part: Unfinished, **options: object) -> str:
    with pytest.raises(TrustmhError) as caught:
        get(served, part, **options)  # type: ignore[arg-type]
    text = str(caught.value)
    assert "\n" not in text
    assert len(text) < 300
    return text


def test_a_whole_file_comes_and_its_progress_is_told(server: Served, part: Unfinished) -> None:
    seen = get(server, part)
    assert part.path.read_bytes() == BODY
    assert seen == sorted(seen)
    assert seen[-1] == len(BODY)


def test_a_cut_connection_is_continued_from_where_it_stopped(server: Served, part: Unfinished) -> None:
    server.cut_after = [100_000, 50_000]
    get(server, part)
    assert part.path.read_bytes() == BODY
    assert server.requests == ["", "bytes=100000-", "bytes=150000-"]


def test_a_line_that_keeps_dropping_gets_there_as_long_as_something_comes(server: Served, part: Unfinished) -> None:
    server.cut_after = [40_000] * 6
    get(server, part, patience=Patience(2, 2, tries=2, pause=0.01))
    assert part.path.read_bytes() == BODY


def test_a_later_command_goes_on_with_what_an_earlier_one_kept(server: Served, part: Unfinished) -> None:
    server.cut_after = [70_000] + [0] * 3
    assert "run the same command again" in refusal(server, part)
    assert part.size == 70_000
    server.cut_after, server.requests = [], []
    get(server, part)
    assert part.path.read_bytes() == BODY
    assert server.requests == ["bytes=70000-"]


def test_a_file_that_changed_on_the_server_is_fetched_from_the_start(server: Served, part: Unfinished) -> None:
    server.cut_after = [70_000] + [0] * 3
    refusal(server, part)
    other = os.urandom(len(BODY))
    server.files["/file"], server.cut_after = other, []
    get(server, part)
    assert part.path.read_bytes() == other


@pytest.mark.parametrize("fault", ["no validator", "no ranges", "weak tag"])
def test_what_cannot_be_continued_starts_again(server: Served, part: Unfinished, fault: str) -> None:
    server.cut_after = [70_000]
    if fault == "no validator":
        server.etag = ""
    elif fault == "weak tag":
        server.etag = 'W/"1"'
    else:
        server.ranges = False
    get(server, part)
    assert part.path.read_bytes() == BODY
    assert server.requests == (["", ""] if fault != "no ranges" else ["", "bytes=70000-"])


@pytest.mark.parametrize("start", ["60000", "9" * 5000], ids=["another", "no number"])
def test_a_piece_from_another_place_is_not_joined_on(server: Served, part: Unfinished, start: str) -> None:
    server.cut_after = [70_000] + [0] * 3
    refusal(server, part)
    server.cut_after, server.extra = [], {"Content-Range": f"bytes {start}-{len(BODY) - 1}/{len(BODY)}"}
    get(server, part)
    assert part.path.read_bytes() == BODY


def test_a_finished_download_that_was_never_used_is_fetched_cleanly(server: Served, part: Unfinished) -> None:
    get(server, part)
    get(server, part)
    assert part.path.read_bytes() == BODY


@pytest.mark.parametrize(
    "note", ["", "{", "[]", "[" * 100_000, '{"address": 1}', json.dumps({"address": "other", "validator": "x"})]
)
def test_bytes_without_a_fitting_note_are_not_trusted(server: Served, part: Unfinished, note: str) -> None:
    part.path.write_bytes(b"z" * 1000)
    part.path.with_suffix(".json").write_text(note)
    get(server, part)
    assert part.path.read_bytes() == BODY
    assert server.requests == [""]


def test_half_a_download_without_a_length_is_told_by_its_size_only_to_the_caller(
    server: Served, part: Unfinished
) -> None:
    server.length, server.cut_after = False, [1000]
    get(server, part)
    assert part.size == 1000


@pytest.mark.parametrize("kind", ["text/html; charset=utf-8", "text/plain", "application/octet-stream"])
def test_a_web_page_is_refused_and_not_kept(server: Served, part: Unfinished, kind: str) -> None:
    server.files["/file"], server.content_type = b"\n <!DOCTYPE html><title>Log in</title>", kind
    assert "web page" in refusal(server, part, limit=10_000, exact=False)
    assert not part.path.exists()


@pytest.mark.parametrize(
    ("status", "words"), [(404, "no such file"), (403, "refused"), (401, "login"), (418, "418"), (204, "204")]
)
def test_an_answer_that_is_no_file_names_its_status(server: Served, part: Unfinished, status: int, words: str) -> None:
    server.statuses = [status]
    assert words in refusal(server, part)


def test_a_busy_server_is_asked_again(server: Served, part: Unfinished) -> None:
    server.statuses = [503, 429]
    get(server, part)
    assert part.path.read_bytes() == BODY


def test_a_server_that_stays_busy_is_given_up(server: Served, part: Unfinished) -> None:
    server.statuses = [503] * 9
    assert "503" in refusal(server, part)
    assert len(server.requests) == QUICK.tries


@pytest.mark.parametrize("length", [True, False])
def test_a_file_that_is_too_large_is_refused(server: Served, part: Unfinished, length: bool) -> None:
    server.length = length
    assert "more than the 1,000" in refusal(server, part, limit=1000, exact=False)
    assert not part.path.exists()


def test_a_file_of_another_size_than_pinned_is_refused_before_it_is_fetched(server: Served, part: Unfinished) -> None:
    assert "less than" in refusal(server, part, limit=len(BODY) + 1)


def test_a_packed_answer_that_unpacks_beyond_the_limit_is_refused(server: Served, part: Unfinished) -> None:
    server.files["/file"], server.extra = gzip.compress(b"0" * 50_000_000), {"Content-Encoding": "gzip"}
    assert "more than" in refusal(server, part, limit=100_000, exact=False)
    assert not part.path.exists()


@pytest.mark.parametrize(
    "place", ["file:///etc/hostname", "ftp://127.0.0.1/x", "gopher://x", "data:text/plain,x", "javascript:1"]
)
def test_a_redirect_to_anything_but_the_web_is_refused(server: Served, part: Unfinished, place: str) -> None:
    server.location = place
    assert "refused" in refusal(server, part)
    assert not part.path.exists()


def test_endless_redirects_end(server: Served, part: Unfinished) -> None:
    server.location = "/file"
    assert "redirects more than" in refusal(server, part)


def test_a_redirect_to_the_file_is_followed(server: Served, part: Unfinished) -> None:
    with serving(Served(location=server.address + "/file")) as first:
        get(first, part)
    assert part.path.read_bytes() == BODY


def test_a_server_that_says_nothing_is_given_up_in_time(server: Served, part: Unfinished) -> None:
    server.drip = 5
    assert "no answer in time" in refusal(server, part, patience=Patience(1, 0.2, tries=2, pause=0.01))


def test_a_server_that_drips_is_given_up_in_time(server: Served, part: Unfinished) -> None:
    server.drip = 0.02
    patience = Patience(1, 1, slow_after=0.2, slow_bytes=1000, tries=1, pause=0.01)
    assert "too slow" in refusal(server, part, patience=patience)


def test_nobody_there_is_one_line(part: Unfinished) -> None:
    with serving(Served()) as served:
        gone = Served(address=served.address)
    assert "tries" in refusal(gone, part)


@pytest.mark.parametrize("address", ["ftp://127.0.0.1/", "file:///etc/", "nonsense"])
def test_an_address_of_another_kind_is_refused(part: Unfinished, address: str) -> None:
    assert "address" in refusal(Served(address=address), part, path="")


def test_addresses_are_shown_without_credentials_and_query() -> None:
    assert shown("https://me:secret@host/x/y?token=1") == "https://host/x/y"


def test_the_proxy_of_the_environment_is_used(part: Unfinished, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(Served({"http://files.invalid/file": BODY})) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.address)
        monkeypatch.setenv("http_proxy", proxy.address)
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)
        get(Served(address="http://files.invalid"), part)
    assert part.path.read_bytes() == BODY
