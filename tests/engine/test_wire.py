from __future__ import annotations

from typing import Any

import pytest

from trustmh.engine.wire import dropped
from trustmh.items import Decoding


@pytest.mark.parametrize(
    ("request_sent", "expected"),
    [
        ({"temperature": 0.0, "max_tokens": 50}, ()),
        ({"temperature": 0, "max_completion_tokens": 50, "messages": []}, ()),
        ({"max_tokens": 50}, ("temperature",)),
        ({"temperature": 1.0, "max_tokens": 50}, ("temperature=1.0",)),
        ({"temperature": 0.0, "max_output_tokens": 16}, ("max_tokens=16",)),
        ({"generation_config": {"temperature": 0.0, "maxOutputTokens": 50}}, ()),
        ({"max_tokens": 50, "messages": [{"temperature": 0.0}], "tools": {"temperature": 0.0}}, ("temperature",)),
        ({"temperature": True, "max_tokens": 50}, ("temperature",)),
        (None, ()),
    ],
)
def test_what_was_not_sent_as_asked_is_named(request_sent: dict[str, Any] | None, expected: tuple[str, ...]) -> None:
    assert dropped(Decoding(50), request_sent) == expected


def test_top_p_counts_only_when_it_was_asked_for() -> None:
    sent = {"temperature": 0.0, "max_tokens": 50}
    assert dropped(Decoding(50, 0.0, 0.9), sent) == ("top_p",)
    assert dropped(Decoding(50, 0.0, 0.9), {**sent, "topP": 0.9}) == ()
