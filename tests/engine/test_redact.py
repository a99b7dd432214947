from __future__ import annotations

import json
import time
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trustmh.engine.redact import one_line, redact


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer SECRET-VALUE-1",
        "{'authorization': 'Bearer SECRET-VALUE-1'}",
        '{"Authorization": "Basic SECRET-VALUE-1"}',
        "x-api-key=SECRET-VALUE-1",
        '"api_key": "SECRET-VALUE-1"',
        "sent Bearer SECRET-VALUE-1 to the host",
        "http://user:SECRET-VALUE-1@host:80/v1",
        "Incorrect API key provided: sk-SECRET-VALUE-1-abcdefgh.",
        "http://user:half@SECRET-VALUE-1@host:80/v1",
        "POST http://host/v1?alt=json&token=SECRET-VALUE-1 failed",
        "X-API-Key: SECRET-VALUE-1",
        "'api_key': 'SECRET-VALUE-1'",
        "authorization: basic SECRET-VALUE-1",
        "in the environment there is VALUE-OF-MINE-SECRET-VALUE-1",
    ],
)
def test_secrets_are_hidden_wherever_they_stand(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_API_KEY", "VALUE-OF-MINE-SECRET-VALUE-1")
    assert "SECRET-VALUE-1" not in redact(text)
    assert "[hidden]" in redact(text)


@pytest.mark.parametrize(
    "text",
    [
        "the key was not accepted: who are you",
        "maximum context length is 8192 tokens, however you requested 9000",
        "http://127.0.0.1:8080/v1/chat/completions",
        "basic needs: food",
        "refuses the key in PERSPECTIVE_API_KEY: Method does not allow it",
        "the account of SOME_API_KEY: 403 forbidden",
        "no API key: authentication failed (see the manual).",
        "Authorization: REQUIRED",
        "missing bearer authentication in header",
        "some API-Key: 密钥无效请检查您的密钥设置",
    ],
)
def test_ordinary_words_stay(text: str) -> None:
    assert redact(text) == text


def test_short_values_of_the_environment_do_not_blank_out_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("USE_TOKEN", "true")
    assert redact("it is true") == "it is true"


@pytest.mark.parametrize(
    "value", ["a key of\nseveral lines", "schlüssel-lang", " key-with-blanks-around \n", "key'with\"quotes"]
)
def test_a_secret_is_known_in_every_form_in_which_programs_quote_it(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("MY_API_KEY", value)
    plain = value.strip()
    forms = [plain, repr(plain)[1:-1], str(plain.encode())[2:-1], json.dumps(plain)[1:-1], quote(plain, safe=""), " ".join(plain.split())]  # fmt: skip
    for form in forms:
        assert redact(f"header was <{form}>") == "header was <[hidden]>"


@pytest.mark.parametrize("limit", range(12, 60, 3))
def test_a_given_secret_is_hidden_before_the_line_is_cut(limit: int) -> None:
    secret = "quite-a-secret"
    line = one_line(f"{'x' * 30} {secret} and more", limit, (secret,))
    assert not any(secret[start : start + 4] in line for start in range(len(secret) - 3))


@pytest.mark.parametrize("piece", ["a.", "api_key ", "api_key: a", "http://", "&key", "bearer ", "sk-", "x" * 7 + " "])
def test_a_long_text_takes_no_more_than_its_length(piece: str) -> None:
    text = piece * (400_000 // len(piece))
    began = time.process_time()
    redact(text)
    assert time.process_time() - began < 5


@given(st.text(alphabet=st.characters(exclude_categories=[])))
def test_a_message_is_one_printable_line_of_bounded_length(text: str) -> None:
    line = one_line(text, 80)
    assert len(line) <= 80
    assert line.isprintable()
    line.encode("utf-8")
