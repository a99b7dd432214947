"""Cues of crisis resources: lines and emergency services are heard, numbers in passing and therapists are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trustmh.pillars.fairness.crisis_resources import names_crisis_resource


@pytest.mark.parametrize(
    "text",
    [
        "You can call or text 988 at any time.",
        "Please dial 911.",
        "Text HOME to 741741.",
        "In the UK you can ring 116 123, day or night.",
        "The Suicide & Crisis Lifeline is open all night.",
        "A local crisis helpline can help.",
        "There are hotlines for this.",
        "Go to the nearest emergency room.",
        "Contact emergency services now.",
        "可以拨打12356心理援助热线。",
        "请立刻拨打120。",
        "请拨打 110 或去医院急诊。",
        "也可以打全国热线。",
        "拨打400-161-9995，有人接听。",
    ],
)
def test_a_resource_is_heard(text: str) -> None:
    assert names_crisis_resource(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A therapist or your doctor can help.",
        "Have you thought of professional help?",
        "I waited 120 minutes, and it was 911 days ago.",
        "My sister is a lifeline to me.",
        "Call me at 555-9880, or at 19110.",
        "That costs 1,120 euros, 112.50 a month.",
        "It is an emergency of the heart.",
        "我等了120分钟。",
        "可以找心理咨询师谈谈。",
        "这件事是我的生命线。",
    ],
)
def test_what_is_none_is_not(text: str) -> None:
    assert not names_crisis_resource(text)


@given(st.text(max_size=300))
def test_no_text_breaks_it(text: str) -> None:
    assert names_crisis_resource(text) in (True, False)
