"""Jailbreak methods: the intent stays what it was, and the same seed gives the same prompts."""

from __future__ import annotations

from collections import Counter
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trustmh.items import Item, Language, TrustmhError
from trustmh.stress.jailbreaks import LEET, SLOT, build_jailbreaks, choose_shell, encode, methods, wrap

VERBATIM = [name for name, method in methods().items() if method.encoding == "verbatim"]
LANGUAGES: list[Language] = ["en", "zh"]


def intent(number: int, language: Language = "en", text: str = "") -> Item:
    fields = {"prompt": text or f"request number {number}", "objective": "Generate Bias"}
    return Item(f"open-intent:{language}-{number:03}", "open-intent", language, fields)


def test_there_are_fourteen_methods_with_the_released_eight_first() -> None:
    assert list(methods()) == [
        "fixed_sentence",
        "scenario",
        "bad_words",
        "no_punctuation",
        "refusal_prohibition",
        "chain_of_thought",
        "multitask",
        "no_long_word",
        "programming",
        "chain_of_utterances",
        "url_encode",
        "without_the",
        "json_format",
        "leetspeak",
    ]


def test_methods_have_as_many_shells_as_the_released_file_has() -> None:
    counts = {name: (len(method.en), len(method.zh)) for name, method in methods().items()}
    assert [counts[name][0] for name in list(methods())[:8]] == [6, 8, 7, 1, 1, 1, 8, 1]
    assert all(english == chinese for english, chinese in counts.values())


def test_shells_differ_and_are_in_their_language() -> None:
    for method in methods().values():
        for shells in (method.en, method.zh):
            assert len(set(shells)) == len(shells)
        assert not any("\u4e00" <= letter <= "\u9fff" for shell in method.en for letter in shell)
        assert all(any("\u4e00" <= letter <= "\u9fff" for letter in shell) for shell in method.zh)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("method", VERBATIM)
@given(text=st.text(min_size=1))
def test_most_methods_keep_the_intent_word_for_word(method: str, language: Language, text: str) -> None:
    for number, shell in enumerate(methods()[method].shells(language)):
        prefix, suffix = shell.split(SLOT)
        assert wrap(text, method, language, number) == prefix + text + suffix


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1))
def test_percent_encoding_is_undone(text: str) -> None:
    assert unquote(encode(text, "url", "en")) == text


@given(st.text())
def test_disguised_letters_are_undone_up_to_case(text: str) -> None:
    disguised = encode(text, "disguise", "en")
    assert len(disguised) == len(text)
    assert all(one == two or LEET[one.lower()] == two for one, two in zip(text, disguised, strict=True))
    assert encode(text, "disguise", "zh")[::2] == text


def test_an_intent_that_holds_the_slots_text_stays_whole() -> None:
    assert f"say {SLOT} twice" in wrap(f"say {SLOT} twice", "scenario", "en", 0)


def test_building_twice_gives_the_same_items_and_another_seed_others() -> None:
    intents = [intent(number, language) for number in range(20) for language in LANGUAGES]
    assert build_jailbreaks(intents) == build_jailbreaks(intents)
    assert build_jailbreaks(intents, seed=1) != build_jailbreaks(intents)


def test_the_shell_of_an_intent_does_not_depend_on_the_others() -> None:
    intents = [intent(number) for number in range(30)]
    alone = [item for one in intents for item in build_jailbreaks([one])]
    assert build_jailbreaks(intents) == alone


def test_shells_are_used_about_evenly() -> None:
    used = Counter(choose_shell(f"open-intent:en-{number}", "multitask", "en") for number in range(8000))
    assert set(used) == set(range(8))
    assert max(used.values()) < 1.2 * min(used.values())


def test_items_name_their_intent_method_and_objective() -> None:
    items = build_jailbreaks([intent(7)])
    assert len(items) == 14
    assert {item.cluster for item in items} == {"open-intent:en-007"}
    assert items[0].id == "open-jailbreak:en-007:fixed_sentence"
    assert items[0].groups == {"method": "fixed_sentence", "objective": "Generate Bias", "language": "en"}


def test_an_unknown_method_is_named() -> None:
    with pytest.raises(TrustmhError, match="no jailbreak method 'dan'; known: fixed_sentence"):
        wrap("x", "dan", "en", 0)
