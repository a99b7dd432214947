from __future__ import annotations

import asyncio
import json
import logging
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from tests.engine.conftest import KEY, MODEL
from tests.engine.stub_server import Request, Response, StubServer, completion, echo, failure, response_object
from trustmh.engine.calls import Answer, CallError, Usage
from trustmh.engine.models import open_model
from trustmh.items import Decoding, Message, Stop, TrustmhError

HELLO = (Message("system", "be brief"), Message("user", "hello"))


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses between attempts, noted and not waited for."""
    noted: list[float] = []

    async def note(seconds: float) -> None:
        noted.append(seconds)

    monkeypatch.setattr("inspect_ai.model._retry._sleep", note)
    return noted


def ask(server: StubServer, *, name: str = MODEL, decoding: Decoding | None = None, **options: Any) -> Answer:
    async def once() -> Answer:
        try:
            return await chat.answer(HELLO, decoding or Decoding(50))
        finally:
            await chat.release()

    with open_model(name, base_url=server.url, max_retries=options.pop("max_retries", 2), **options) as chat:
        return asyncio.run(once())


def refusal(server: StubServer, **options: Any) -> CallError:
    with pytest.raises(CallError) as caught:
        ask(server, **options)
    assert "\n" not in str(caught.value)
    return caught.value


def test_what_is_sent_and_what_comes_back(server: StubServer) -> None:
    answer = ask(server, decoding=Decoding(77, 0.0, 0.5))
    assert answer.reply.text == "you said hello"
    assert answer.reply.stop is Stop.STOP
    assert answer.usage == Usage(10, 5)
    assert answer.served_model == "stub-served"
    assert answer.seconds > 0
    assert answer.dropped == ()
    (request,) = server.requests
    assert request.body["messages"] == [
        {"role": "system", "content": "be brief"},
        {"role": "user", "content": "hello"},
    ]
    assert (request.body["max_tokens"], request.body["temperature"], request.body["top_p"]) == (77, 0.0, 0.5)
    assert request.body["model"] == "some-model"
    assert request.headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize(
    ("response", "text", "stop"),
    [
        (completion("cut", finish="length"), "cut", Stop.MAX_TOKENS),
        (completion("", finish="content_filter"), "", Stop.CONTENT_FILTER),
        (completion(None, finish="content_filter"), "", Stop.CONTENT_FILTER),
        (completion("part", finish="content_filter"), "part", Stop.CONTENT_FILTER),
        (completion("odd", finish="something_new"), "odd", Stop.UNKNOWN),
        (completion(None), "", Stop.STOP),
        (completion(""), "", Stop.STOP),
        (completion(" \n spaces stay \n"), " \n spaces stay \n", Stop.STOP),
        (failure(400, "blocked by policy", code="content_filter"), "", Stop.CONTENT_FILTER),
        (completion(None, refusal="I will not help with that."), "I will not help with that.", Stop.STOP),
        (completion("", refusal="I will not help with that."), "I will not help with that.", Stop.STOP),
    ],
)
def test_stop_reasons_and_empty_replies(server: StubServer, response: Response, text: str, stop: Stop) -> None:
    server.respond = lambda request: response
    answer = ask(server)
    assert (answer.reply.text, answer.reply.stop) == (text, stop)


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"message": "WORDS"}},
        {"error": "WORDS"},
        {"detail": "WORDS"},
        {"detail": [{"loc": ["body"], "msg": "WORDS"}]},
        {"object": "error", "message": "WORDS"},
        {"error": {"message": {"detail": "WORDS"}}},
        ["WORDS"],
    ],
)
def test_a_prompt_that_is_too_long_is_known_in_every_form_of_error_body(server: StubServer, body: object) -> None:
    words = "maximum context length is 10 tokens"
    server.respond = lambda request: Response(400, json.dumps(body).replace("WORDS", words).encode())
    error = refusal(server)
    assert error.too_long
    assert words in str(error)


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_separate_reasoning_is_kept_apart(server: StubServer, field: str) -> None:
    server.respond = lambda request: completion("B", usage=True, **dict[str, Any]({field: "thinking of A"}))
    answer = ask(server)
    assert (answer.reply.text, answer.reply.reasoning) == ("B", "thinking of A")


def test_a_reply_without_usage_has_none_and_needs_no_tokenizer(server: StubServer) -> None:
    server.respond = lambda request: completion("A", usage=False)
    assert ask(server).usage is None


def test_half_a_character_does_not_break_what_is_written_later(server: StubServer) -> None:
    server.respond = lambda request: completion("sad \ud83d")
    assert ask(server).reply.text == "sad \ufffd"


def first_then(*first: Response) -> Callable[[Request], Response]:
    return lambda request: first[request.seen] if request.seen < len(first) else echo(request)


@pytest.mark.parametrize(
    "bad",
    [
        failure(500),
        failure(503),
        failure(429, "slow down"),
        Response(200, b'{"half": '),
        Response(200, b""),
        Response(200, completion("cut off in the middle").body, cut=40),
        Response(200, b'{"choices": []}'),
        Response(200, b'{"error": {"message": "busy"}}'),
    ],
)
def test_what_may_pass_is_tried_again(server: StubServer, bad: Response) -> None:
    server.respond = first_then(bad)
    assert ask(server).reply.text == "you said hello"
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("bad", "words", "cause", "tries"),
    [
        (failure(500, "kaputt"), "500, the server failed: kaputt", "500", 3),
        (failure(429, "slow down"), "429, too many requests or the quota is used up: slow down", "429", 3),
        (failure(401, "who are you"), "401, the key was not accepted: who are you", "401", 1),
        (failure(404, "unknown model"), "404, no such model or address: unknown model", "404", 1),
        (failure(400, "no such field"), "400, the request was refused: no such field", "no such field", 1),
        (
            failure(400, "too long", code="context_length_exceeded"),
            "the prompt is longer than the model takes: too long",
            None,
            1,
        ),
        (failure(400, "maximum context length is 9"), "400, the prompt is longer than the model takes", None, 1),
        (failure(413, "too large"), "413, the prompt is longer than the model takes: too large", None, 1),
        # What is said to be too long is not always the prompt.
        (failure(400, "'user' is too long"), "400, the request was refused", "'user' is too long", 1),
        (failure(400, "took too long, try again"), "400, the request was refused", "took too long, try again", 1),
        (
            failure(500, "the prompt is longer than the model takes"),
            "500, the server failed: the prompt is longer than the model takes",
            "500",
            3,
        ),
        (Response(200, b'{"half": '), "the server's answer could not be read", "malformed", 3),
        (Response(200, b'{"choices": []}'), "the server's answer could not be read", "malformed", 3),
        (Response(200, b"[]"), "the server's answer could not be read", "malformed", 3),
        (Response(200, b"[" * 100_000), "the server's answer could not be read", "malformed", 3),
        (Response(200, b"x" * 100, cut=40), "no answer from the server", "unreachable", 3),
    ],
)
def test_what_stays_wrong_is_one_line_after_bounded_tries(
    server: StubServer, bad: Response, words: str, cause: str | None, tries: int
) -> None:
    server.respond = lambda request: bad
    error = refusal(server)
    assert words in str(error)
    assert str(error).startswith(f"{MODEL}: ")
    assert cause is None or error.cause == cause
    assert len(server.requests) == tries


def test_pauses_between_attempts_grow_and_their_number_is_the_one_asked_for(
    server: StubServer, waits: list[float]
) -> None:
    server.respond = lambda request: failure(503)
    refusal(server, max_retries=4)
    assert len(server.requests) == 5
    assert len(waits) == 4
    assert waits[-1] > waits[0] > 1
    server.requests.clear()
    refusal(server, max_retries=0)
    assert len(server.requests) == 1


def test_a_reply_that_never_comes_is_given_up(server: StubServer) -> None:
    server.respond = lambda request: Response(delay=30)
    assert refusal(server, timeout=1, max_retries=0).cause == "unreachable"


def test_a_server_that_is_not_there_is_unreachable(server: StubServer) -> None:
    with StubServer() as gone:
        server.port = gone.port
    assert refusal(server).cause == "unreachable"


def test_a_refused_temperature_is_left_out_and_recorded(server: StubServer) -> None:
    def picky(request: Request) -> Response:
        if "temperature" in request.body:
            return failure(400, "Unsupported value: 'temperature' does not support 0.0 with this model.")
        return echo(request)

    server.respond = picky
    answer = ask(server)
    assert answer.reply.text == "you said hello"
    assert answer.dropped == ("temperature",)


@pytest.mark.parametrize("name", ["openai/o3-mini", "openai/gpt-5"])
def test_models_that_reason_get_no_temperature(server: StubServer, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    server.respond = lambda request: response_object("B")
    answer = ask(server, name=name)
    assert (answer.reply.text, answer.reply.stop) == ("B", Stop.STOP)
    assert answer.dropped == ("temperature",)
    assert answer.usage == Usage(10, 7, 4, 0)
    # The model layer first finds out whether the account may see reasoning summaries.
    sent = server.requests[-1].body
    assert "temperature" not in sent
    assert sent["max_output_tokens"] == 50


def test_errors_hold_no_key_and_no_prompt(server: StubServer) -> None:
    server.respond = lambda request: failure(400, f"header was {request.headers['authorization']}")
    message = str(refusal(server))
    assert "header was" in message
    assert KEY not in message
    assert "be brief" not in message


def test_one_chat_serves_one_event_loop_after_another(server: StubServer) -> None:
    with warnings.catch_warnings(), open_model(MODEL, base_url=server.url) as chat:
        warnings.simplefilter("error", ResourceWarning)

        async def once() -> str:
            answers = await asyncio.gather(*(chat.answer(HELLO, Decoding(50)) for _ in range(5)))
            await chat.release()
            return answers[0].reply.text

        assert [asyncio.run(once()) for _ in range(3)] == ["you said hello"] * 3


def test_the_run_record_names_model_versions_and_address_without_secrets(server: StubServer) -> None:
    address = server.url.replace("http://", "http://user:word@")
    with open_model(MODEL, base_url=address) as chat:
        record = chat.describe()
        assert (chat.name, chat.identity, chat.connections) == (MODEL, MODEL, 10)
    assert record["provider"] == "openai-api"
    assert record["base_url"] == server.url
    assert record["inspect_ai"].count(".") == 2


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nosuch/model", "there is no provider 'nosuch'"),
        ("nosuch/model", "baseline/constant or replay/FOLDER"),
        ("gpt-4o", "name it as PROVIDER/MODEL"),
        ("", "name it as PROVIDER/MODEL"),
        ("openai/gpt-4o", "OPENAI_API_KEY, AZUREAI_OPENAI_API_KEY, or managed identity (Entra ID) must be set in the"),
        (
            "openai-api/nokey/model",
            "model 'openai-api/nokey/model': NOKEY_API_KEY must be set in the environment. Set it and run again; a server "
            "that asks for no key takes any value",
        ),
        ("openai-api/odd/model", "its address must be given with --base-url, or ODD_BASE_URL be set"),
        ("openai-api/nokey", "must include a service prefix"),
        ("anthropic/claude", "pip install anthropic"),
        ("local/unknown", "there are local/smollm2, local/qwen2.5-coder-1.5b"),
    ],
)
def test_a_model_that_cannot_be_opened_is_one_line(monkeypatch: pytest.MonkeyPatch, name: str, words: str) -> None:
    for variable in ("OPENAI_API_KEY", "AZUREAI_OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("ODD_API_KEY", "any")
    with pytest.raises(TrustmhError) as caught, open_model(name):
        pass
    message = str(caught.value)
    assert words in message
    assert "\n" not in message
    assert "[bold]" not in message


@pytest.mark.parametrize("key", ["sk-é", "sk-a\nb", "sk-a b", "“sk-a”", "sk-a\n"])
@pytest.mark.parametrize("name", ["openai/gpt-4o", "openai-api/odd/model"])
def test_what_cannot_be_a_key_is_refused_and_never_shown(monkeypatch: pytest.MonkeyPatch, name: str, key: str) -> None:
    for variable in ("OPENAI_API_KEY", "ODD_API_KEY"):
        monkeypatch.setenv(variable, key)
    with (
        pytest.raises(TrustmhError, match=f"the key of {name} in the environment holds blanks") as caught,
        open_model(name, base_url="http://127.0.0.1:9/v1"),
    ):
        pass
    assert "sk-" not in str(caught.value)


@pytest.mark.parametrize(
    "options",
    [
        {"connections": 0},
        {"timeout": 0},
        {"timeout": float("nan")},
        {"timeout": float("inf")},
        {"max_retries": -1},
        {"threads": 2},
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(TrustmhError), open_model(MODEL, **options):
        pass


def test_loggers_are_left_as_they_were(server: StubServer) -> None:
    logger = logging.getLogger("inspect_ai")
    before = logger.level
    with open_model(MODEL, base_url=server.url):
        assert logger.level == logging.CRITICAL
    assert logger.level == before


@pytest.mark.parametrize(
    "address",
    [
        "not a url",
        "localhost:8000/v1",
        "ftp://localhost/v1",
        "http:///v1",
        "http://[::1/v1",
        "http://user:hunter2@localhost:99999/v1",
        "http://user:hunter2@local host/v1",
        "http://localhost:port/v1",
        "http://localhost/v1\n",
        "http://localhost/v1?token=hunter2",
        "",
    ],
)
def test_an_address_that_is_none_is_refused_before_any_call(address: str) -> None:
    with pytest.raises(TrustmhError, match="--base-url") as caught, open_model(MODEL, base_url=address):
        pass
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize("body", [b"<html>hello</html>", b'{"choices": [', b""])
def test_an_answer_that_is_no_json_is_said_to_be_that(server: StubServer, body: bytes) -> None:
    server.respond = lambda request: Response(200, body)
    message = str(refusal(server, max_retries=0))
    assert "the server's answer could not be read: " in message
    assert not message.rsplit(": ", 1)[1].isdigit()


@pytest.mark.parametrize("content", [5, [{"type": "text", "text": "words that must not be shown"}]])
def test_an_answer_of_the_wrong_type_is_not_quoted_on_the_terminal(server: StubServer, content: Any) -> None:
    server.respond = lambda request: completion(None, content=content)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        refusal(server, max_retries=0)
    assert not [warning for warning in told if "Pydantic" in str(warning.message)]
