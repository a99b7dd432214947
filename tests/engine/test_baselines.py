"""Built-in models: one text, in the language they are written to, whatever they are asked."""

from __future__ import annotations

import asyncio

import pytest

from trustmh.datasets import open_suite
from trustmh.engine.baselines import ABOUT, TEXTS, baseline
from trustmh.engine.models import open_model
from trustmh.items import Decoding, Language, Message, Reply, Stop, TrustmhError
from trustmh.judges.identity import same_model

NAMES = tuple(f"baseline/{name}" for name in TEXTS)


def said(name: str, *messages: Message) -> Reply:
    return asyncio.run(baseline(name).answer(messages, Decoding(1))).reply


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("text", "language"), [("How are you?", "en"), ("你好吗？", "zh"), ("", "en"), ("\ud800", "en")]
)
def test_one_text_in_the_language_of_the_last_user_message(name: str, text: str, language: Language) -> None:
    expected = TEXTS[name.split("/")[1]][language]
    assert said(name, Message("system", "你是一个助手。"), Message("user", text)) == Reply(expected, Stop.STOP)


def test_what_the_assistant_said_last_does_not_choose_the_language() -> None:
    turns = (Message("user", "Hello there."), Message("assistant", "你好，很高兴见到你。"))
    assert said("baseline/agree", *turns).text == TEXTS["agree"]["en"]


def test_without_a_user_message_it_speaks_english() -> None:
    assert said("baseline/constant", Message("system", "你好")).text == TEXTS["constant"]["en"]


def test_every_attack_of_the_open_suite_is_answered_in_its_language() -> None:
    for item in open_suite.jailbreak():
        assert (
            said("baseline/always-refuse", Message("user", item.fields["prompt"])).text
            == (TEXTS["always-refuse"][item.language])
        ), item.id


@pytest.mark.parametrize("name", NAMES)
def test_it_is_opened_by_its_name_and_says_what_it_is(name: str) -> None:
    with open_model(name) as chat:
        assert chat.name == name
        assert chat.identity.startswith(f"{name} ")
        assert chat.describe()["provider"] == "built-in baseline"
        asyncio.run(chat.release())


def test_each_says_what_it_is_good_for() -> None:
    assert list(ABOUT) == list(TEXTS)


def test_two_baselines_are_two_models() -> None:
    identities = [baseline(name).identity for name in NAMES]
    assert all(same_model(a, b) == (a == b) for a in identities for b in identities)


@pytest.mark.parametrize("name", ["baseline/", "baseline/nothing", "baseline/always-refuse/2"])
def test_an_unknown_one_names_the_known_ones(name: str) -> None:
    with pytest.raises(TrustmhError, match="known: baseline/always-refuse, ") as caught, open_model(name):
        pass
    assert "\n" not in str(caught.value)


def test_an_answer_claims_no_tokens() -> None:
    assert asyncio.run(baseline("baseline/agree").answer((), Decoding(1))).usage is None
