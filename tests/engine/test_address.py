"""Addresses: what is one, what may be recorded of it, and that a refused one is not shown."""

from __future__ import annotations

import pytest

from trustmh.engine.address import check_address, without_login
from trustmh.items import TrustmhError


@pytest.mark.parametrize(
    ("address", "recorded"),
    [
        ("http://localhost:8000/v1", "http://localhost:8000/v1"),
        ("https://user:hunter2@Example.org/v1/", "https://example.org/v1/"),
        ("http://user:hun@ter2@host:80", "http://host:80"),
        ("http://user@[::1]:8000/v1", "http://[::1]:8000/v1"),
        ("http://müller.example/v1", "http://müller.example/v1"),
        ("http://under_score.example.", "http://under_score.example."),
    ],
)
def test_an_address_is_recorded_without_its_login(address: str, recorded: str) -> None:
    check_address(address, said="--base-url", example="http://localhost")
    assert without_login(address) == recorded


@pytest.mark.parametrize(
    "address",
    [
        "",
        "hunter2",
        "hunter2:8000/v1",
        "ftp://hunter2",
        "http://",
        "http:///hunter2",
        "http://[::1/hunter2",
        "http://hunter2:0",
        "http://hunter2:99999",
        "http://hunter2:port",
        "http://hunter2..example",
        f"http://{'hunter2' * 10}",
        "http://\N{GRINNING FACE}.hunter2",
        "http://hunter2/v1?key=hunter2",
        "http://hunter2/v1?",
        "http://hunter2/v1#hunter2",
        "http://user:12/hunter2@host",
        "http://user:hunter2\\@host",
        "http://hunter2/v 1",
        "http://hunter2/v1\n",
        "http://hunter2/\udcff",
    ],
)
def test_what_is_none_is_refused_and_not_shown(address: str) -> None:
    with pytest.raises(TrustmhError, match=r"^SOME_URL: an address such as http://localhost was expected") as caught:
        check_address(address, said="SOME_URL", example="http://localhost")
    assert "hunter2" not in str(caught.value)
