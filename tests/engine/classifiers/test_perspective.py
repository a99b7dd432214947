"""Perspective API against a server on loopback: rate, retries, nulls, resuming, and a key that is never shown."""

from __future__ import annotations

import asyncio
import gzip
import sqlite3
import time
from pathlib import Path

import pytest

from tests.engine.classifiers.conftest import KEY, by_length, refused, scored
from tests.engine.stub_server import Request, Response, StubServer
from trustmh.engine.calls import Chat
from trustmh.engine.classifiers.perspective import PerspectiveChat
from trustmh.engine.classifiers.scoring import Score, score_texts
from trustmh.engine.redact import redact
from trustmh.engine.store import CallStore
from trustmh.items import Language, TrustmhError

TEXTS: list[tuple[str, Language]] = [("a" * 10, "en"), ("b" * 20, "en"), ("你好", "zh")]


def chat(server: StubServer, *, rate: float = 1000.0, timeout: float = 30.0) -> PerspectiveChat:
    address = f"http://127.0.0.1:{server.port}"
    return PerspectiveChat(address=address, requests_per_second=rate, pause=0.001, timeout=timeout)


def score(
    server: StubServer, store: CallStore, texts: list[tuple[str, Language]] = TEXTS, *, rate: float = 1000.0
) -> list[Score]:
    return asyncio.run(score_texts(chat(server, rate=rate), store, texts))


def test_scores_come_back_in_order_and_nothing_is_left_with_the_provider(
    perspective: StubServer, store: CallStore
) -> None:
    assert [one.value for one in score(perspective, store)] == [0.1, 0.2, 0.02]
    body = perspective.requests[-1].body
    assert body["doNotStore"] is True
    assert body["requestedAttributes"] == {"TOXICITY": {}}
    assert body["languages"] == ["zh"]


def test_a_second_run_asks_for_what_is_missing_only(perspective: StubServer, store: CallStore) -> None:
    perspective.respond = lambda request: (
        refused(400, "language not supported") if request.body["languages"] == ["zh"] else by_length(request)
    )
    first = score(perspective, store)
    assert [one.value for one in first] == [0.1, 0.2, None]
    assert "language not supported" in first[2].reason
    perspective.respond = by_length
    before = len(perspective.requests)
    assert [one.value for one in score(perspective, store)] == [0.1, 0.2, 0.02]
    assert len(perspective.requests) == before + 1


def test_the_rate_is_kept_retries_included(perspective: StubServer, store: CallStore) -> None:
    times: list[float] = []

    def slow(request: Request) -> Response:
        times.append(time.monotonic())
        return refused(429, "quota") if len(times) == 2 else by_length(request)

    perspective.respond = slow
    began = time.monotonic()
    assert None not in [one.value for one in score(perspective, store, rate=20.0)]
    assert len(times) == 4
    assert times[-1] - began >= 3 * 0.05


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_may_pass_is_tried_again_and_then_stays_null(
    perspective: StubServer, store: CallStore, status: int
) -> None:
    perspective.respond = lambda _: refused(status, "later")
    found = score(perspective, store, TEXTS[:1])
    assert found[0].value is None
    assert f"after 5 attempts: {status} later" in found[0].reason
    assert len(perspective.requests) == 5


@pytest.mark.parametrize(
    "answer",
    [
        Response(body=b"no json"),
        Response(body=b"{}"),
        Response(body=b"[1]"),
        Response(body=b"[" * 200_000),
        Response(400, b"[" * 200_000),
        Response(body=b" " * 300_000),
        Response(body=b"\xff\xfe\x00"),
        Response(body=gzip.compress(b"{}"), headers=("content-encoding: gzip",)),
        scored(10**400),
        scored(float("nan")),
        scored("high"),
        scored(1.5),
        scored(None),
        scored(True),
        refused(400, "unable to detect language"),
    ],
)
def test_an_answer_without_a_score_is_null_and_not_zero(
    perspective: StubServer, store: CallStore, answer: Response
) -> None:
    perspective.respond = lambda _: answer
    found = score(perspective, store, TEXTS[:1])
    assert found[0].value is None
    assert found[0].reason


def test_a_connection_that_breaks_is_tried_again(perspective: StubServer, store: CallStore) -> None:
    perspective.respond = lambda request: (
        Response(body=b"x" * 50, cut=5) if len(perspective.requests) == 1 else by_length(request)
    )
    assert score(perspective, store, TEXTS[:1])[0].value == 0.1


def test_nobody_listening_is_null_with_a_reason(perspective: StubServer, store: CallStore) -> None:
    nobody = PerspectiveChat(address="http://127.0.0.1:9", requests_per_second=1000.0, pause=0.001)
    found = asyncio.run(score_texts(nobody, store, TEXTS[:1]))
    assert found[0].value is None
    assert "after 5 attempts" in found[0].reason


@pytest.mark.parametrize(
    ("text", "reason"), [("  ", "empty"), ("x" * 20_481, "longer than"), ("长" * 7_000, "longer than")]
)
def test_what_cannot_be_scored_is_not_sent(perspective: StubServer, store: CallStore, text: str, reason: str) -> None:
    found = score(perspective, store, [(text, "en")])
    assert found[0].value is None
    assert reason in found[0].reason
    assert perspective.requests == []


def test_many_texts_that_cannot_be_scored_do_not_stop_the_others(perspective: StubServer, store: CallStore) -> None:
    perspective.respond = lambda request: (
        refused(400, "not supported") if request.body["languages"] == ["zh"] else by_length(request)
    )
    texts: list[tuple[str, Language]] = [(f"中文 {number}", "zh") for number in range(30)]
    found = score(perspective, store, [*texts, ("abcde", "en")])
    assert [one.value for one in found] == [None] * 30 + [0.05]


@pytest.mark.parametrize(
    ("status", "message"), [(403, "forbidden"), (400, "API key not valid. Please pass a valid API key.")]
)
def test_a_refused_key_stops_the_run_at_once_and_is_not_shown(
    perspective: StubServer, store: CallStore, status: int, message: str
) -> None:
    perspective.respond = lambda _: refused(status, f"{message} {KEY}")
    with pytest.raises(TrustmhError, match="refuses the key in PERSPECTIVE_API_KEY") as caught:
        score(perspective, store)
    assert KEY not in str(caught.value)
    assert len(perspective.requests) == 1


def test_the_key_is_in_a_header_and_in_no_address_file_or_record(
    perspective: StubServer, store: CallStore, tmp_path: Path
) -> None:
    perspective.respond = lambda request: (
        refused(500, f"bad {KEY}") if request.body["languages"] == ["zh"] else by_length(request)
    )
    one = chat(perspective)
    found = asyncio.run(score_texts(one, store, TEXTS))
    assert perspective.requests[0].headers["x-goog-api-key"] == KEY
    assert KEY not in str(found) + str(one.describe()) + one.identity
    with sqlite3.connect(store.path) as connection:
        dumped = "".join(connection.iterdump())
    assert "bad" in dumped
    assert KEY not in dumped


@pytest.mark.parametrize("status", [200, 302, 400, 404, 429, 500])
@pytest.mark.parametrize("shown", range(2, 26, 4))
def test_no_piece_of_the_key_is_shown_where_an_answer_is_cut(
    perspective: StubServer, store: CallStore, monkeypatch: pytest.MonkeyPatch, status: int, shown: int
) -> None:
    key = "0Q1W2R3T4Z5U6P7S8D9F0G1H2J"
    monkeypatch.setenv("PERSPECTIVE_API_KEY", key)
    # A message holds 200 characters of an answer.
    said = "".join(f"{'x' * (limit - shown)}{key} " for limit in (120, 80, 200))
    perspective.respond = lambda _: Response(status, said.encode())
    found = score(perspective, store, TEXTS[:1])
    assert found[0].value is None
    assert not any(key[start : start + 2] in found[0].reason for start in range(len(key) - 1))


def many(count: int) -> list[tuple[str, Language]]:
    return [(f"text {number}", "en") for number in range(count)]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Response(404, b"<html>not here</html>"), "404 <html>not here</html>"),
        (refused(404, "Requested entity was not found."), "404 Requested entity was not found"),
        (Response(302, headers=("location: /elsewhere",)), "302"),
        (Response(405), "405"),
        (Response(400, b"Bad Request"), "400 Bad Request"),
        (Response(body=b"<html>welcome</html>"), "holds no score"),
        (Response(body=b"x" * 300_000), "too long an answer"),
        (scored(1.5), "holds no score"),
    ],
)
def test_an_address_where_no_perspective_is_stops_the_run(
    perspective: StubServer, store: CallStore, answer: Response, words: str
) -> None:
    perspective.respond = lambda _: answer
    with pytest.raises(TrustmhError, match="20 calls in a row failed") as caught:
        score(perspective, store, many(30))
    assert f"no Perspective API at http://127.0.0.1:{perspective.port}: " in str(caught.value)
    assert words in str(caught.value)
    assert len(perspective.requests) == 20


def test_a_server_that_fails_in_other_words_each_time_stops_the_run(perspective: StubServer, store: CallStore) -> None:
    perspective.respond = lambda _: refused(503, f"request {len(perspective.requests)} failed")
    with pytest.raises(TrustmhError, match="20 calls in a row failed"):
        score(perspective, store, many(30))
    assert len(perspective.requests) == 100


@pytest.mark.parametrize("status", [400, 413])
def test_what_is_said_of_one_text_says_nothing_of_the_next(
    perspective: StubServer, store: CallStore, status: int
) -> None:
    perspective.respond = lambda _: refused(status, "this text cannot be scored")
    assert [one.value for one in score(perspective, store, many(30))] == [None] * 30
    assert len(perspective.requests) == 30


def test_a_server_that_drips_is_given_up_in_time(perspective: StubServer, store: CallStore) -> None:
    # Each byte comes well within the limit between two bytes; all of them would take half a minute.
    perspective.respond = lambda _: Response(body=b" " * 300, drip=0.1)
    began = time.monotonic()
    found = asyncio.run(score_texts(chat(perspective, timeout=0.4), store, TEXTS[:1]))
    assert found[0].value is None
    assert "after 5 attempts: no whole answer within 0.4 seconds" in found[0].reason
    assert 5 * 0.4 <= time.monotonic() - began < 10


def test_what_a_403_says_is_read_in_full(perspective: StubServer, store: CallStore) -> None:
    perspective.respond = lambda _: refused(403, f"Method does not allow {KEY} here")
    with pytest.raises(TrustmhError) as caught:
        score(perspective, store)
    said = "Perspective API refuses the key in PERSPECTIVE_API_KEY (403 Method does not allow [hidden] here); set another one"
    assert (str(caught.value), redact(str(caught.value))) == (said, said)


@pytest.mark.parametrize(
    "broken", ["schlüssel-lang-genug", "half-a-key\nother-half", "half-a-key other-half", "half-a-key\tother-half"]
)
def test_what_cannot_be_a_key_is_refused_unseen_and_unsent(monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    monkeypatch.setenv("PERSPECTIVE_API_KEY", broken)
    with pytest.raises(TrustmhError, match=r"^PERSPECTIVE_API_KEY holds blanks, [^\n]*: copy the key again$") as caught:
        PerspectiveChat()
    assert not any(part in str(caught.value) for part in broken.split())


def test_without_a_key_the_user_is_told_which_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PERSPECTIVE_API_KEY", raising=False)
    with pytest.raises(TrustmhError, match="set PERSPECTIVE_API_KEY"):
        PerspectiveChat()


def test_another_server_is_named_by_the_environment_and_its_password_is_not_recorded(
    perspective: StubServer, store: CallStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERSPECTIVE_BASE_URL", f"http://user:hidden-word@127.0.0.1:{perspective.port}/")
    one = PerspectiveChat(requests_per_second=1000.0, pause=0.001)
    assert asyncio.run(score_texts(one, store, TEXTS[:1]))[0].value == 0.1
    assert one.describe()["address"] == f"http://127.0.0.1:{perspective.port}"


@pytest.mark.parametrize(
    "address", ["localhost:8000", "ftp://host", "http://", "http://host/?key=hidden-word", "http://host#hidden-word"]
)
def test_an_address_that_is_none_is_said_before_anything_is_sent(
    perspective: StubServer, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("PERSPECTIVE_BASE_URL", address)
    with pytest.raises(TrustmhError, match="PERSPECTIVE_BASE_URL: an address such as https://") as caught:
        PerspectiveChat()
    assert "hidden-word" not in str(caught.value)


def test_half_a_surrogate_pair_is_sent_as_a_mark_and_not_a_crash(perspective: StubServer, store: CallStore) -> None:
    assert score(perspective, store, [("broken \ud83d end", "en")])[0].value is not None
    assert perspective.requests[-1].body["comment"]["text"] == "broken ? end"


def test_it_is_a_chat_like_any_model(perspective: StubServer) -> None:
    one: Chat = chat(perspective)
    assert one.connections == 1
    assert one.name == "classifier/perspective"
