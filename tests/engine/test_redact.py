from __future__ import annotations

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
    ],
)
def test_ordinary_words_stay(text: str) -> None:
    assert redact(text) == text


def test_short_values_of_the_environment_do_not_blank_out_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("USE_TOKEN", "true")
    assert redact("it is true") == "it is true"


@given(st.text(alphabet=st.characters(exclude_categories=[])))
def test_a_message_is_one_printable_line_of_bounded_length(text: str) -> None:
    line = one_line(text, 80)
    assert len(line) <= 80
    assert line.isprintable()
    line.encode("utf-8")
