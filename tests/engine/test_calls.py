from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.conftest import make_call
from trustmh.engine.calls import Answer, Call, Usage
from trustmh.items import Decoding, Message, Reply, Stop

BASE = Call("openai/m", (Message("system", "s"), Message("user", "u")), Decoding(10), "subtask/1")


def test_key_is_the_same_in_every_process() -> None:
    assert make_call("hello", model="m").key == "7e7c7f46e0b12da2f19d601fa6564665c997e8225d8512791b9edde74cc19805"


@pytest.mark.parametrize(
    "other",
    [
        dataclasses.replace(BASE, model="openai/n"),
        dataclasses.replace(BASE, messages=(Message("user", "su"),)),
        dataclasses.replace(BASE, messages=(Message("user", "s"), Message("user", "u"))),
        dataclasses.replace(BASE, messages=(Message("system", "su"), Message("user", ""))),
        dataclasses.replace(BASE, messages=tuple(reversed(BASE.messages))),
        dataclasses.replace(BASE, decoding=Decoding(11)),
        dataclasses.replace(BASE, decoding=Decoding(10, 0.5)),
        dataclasses.replace(BASE, decoding=Decoding(10, top_p=1.0)),
        dataclasses.replace(BASE, protocol="subtask/2"),
        dataclasses.replace(BASE, sample=1),
    ],
)
def test_whatever_may_change_the_answer_changes_the_key(other: Call) -> None:
    assert other.key != BASE.key


def test_a_number_written_in_two_ways_is_one_call() -> None:
    whole = dataclasses.replace(BASE, decoding=Decoding(10, 1, 1))
    assert whole.key == dataclasses.replace(BASE, decoding=Decoding(10, 1.0, 1.0)).key


@given(st.text(), st.text(alphabet=st.characters()), st.sampled_from(Stop), st.booleans())
def test_an_answer_survives_being_written(text: str, reasoning: str, stop: Stop, metered: bool) -> None:
    answer = Answer(
        Reply(text, stop, reasoning), Usage(4, 3, 2, 1) if metered else None, "served", 1.25, ("temperature",)
    )
    written = answer.to_json()
    assert written.isascii()
    assert Answer.from_json(written) == answer


@given(st.text(alphabet=st.characters(exclude_categories=[])))
def test_any_prompt_has_a_key(prompt: str) -> None:
    assert len(make_call(prompt).key) == 64
