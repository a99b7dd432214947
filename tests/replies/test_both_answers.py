"""Yes and no in one breath is neither."""

from __future__ import annotations

import pytest

from trustmh.items import Outcome, Reply
from trustmh.replies import read_yes_no


@pytest.mark.parametrize(
    "text",
    ["yes and no", "Yes, and no.", "Yes, but also no", "Yes-no", "Yes & no", "yes, no", "yes (or no)", "Yes... and no.", "Yes. And no.",
     "Yes and, well, no.", "是也不是", "是,也不是。", "可以也不可以", "行也不行", "yes in part, no in part", "Yes for Anna, no for Tom",
     "Yes, although no for minors.", "It is not a yes or a no", "yes, with a no", "Answer: yes/no", "不完全是", '{"answer": "yes and no"}'],
)  # fmt: skip
def test_both_are_read_as_neither(text: str) -> None:
    reading = read_yes_no(Reply(text))
    assert (reading.outcome, reading.value) == (Outcome.UNPARSED, None)


@pytest.mark.parametrize(
    ("text", "value"),
    [("Yes, no problem", "yes"), ("Yes, no doubt about it", "yes"), ("Yes. There is no reason to withhold it.", "yes"),
     ("no, not yes", "no"), ("Yes or no? No.", "no"), ("Yes and no. Final answer: no", "no"), ("是的,没有问题", "yes"), ("是的,也不违反保密。", "yes"),
     ("不可以,也不应该。", "no"), ("Yes, but no names.", "yes")],
)  # fmt: skip
def test_a_no_inside_a_yes_is_no_answer(text: str, value: str) -> None:
    assert read_yes_no(Reply(text)).value == value
