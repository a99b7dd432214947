from __future__ import annotations

from typing import Any

import pytest

from trustmh.items import LANGUAGES
from trustmh.stress.draws import Draws
from trustmh.stress.letters import HAN, LATIN
from trustmh.stress.operations.table import BY_NAME, LEVELS, OPERATIONS
from trustmh.stress.perturb import perturb
from trustmh.stress.sentence_units import Sentences
from trustmh.stress.source import Source
from trustmh.stress.units import Characters, Words

UNITS: dict[str, Any] = {"character": Characters, "word": Words, "sentence": Sentences}


def results(name: str, text: str, language: Any = "en", *, guards: bool = True) -> set[str]:
    """Everything that the operation can make of a text with one edit, over forty draws for each unit."""
    operation = BY_NAME[name]
    units = UNITS[operation.level](Source(text, language, [], guards))
    found = set()
    for unit in units.pool:
        for number in range(40):
            change = operation.edit(units, unit, Draws(str(number).encode()))
            if change is not None:
                start, end, after = change
                found.add(text[:start] + after + text[end:])
    return found


@pytest.mark.parametrize(
    ("name", "text", "language", "expected"),
    [
        ("character.delete", "sad", "en", {"ad", "sd", "sa"}),
        ("character.delete", "I a", "en", set()),
        ("character.delete", "累了", "zh", {"了", "累"}),
        ("character.repeat", "ab", "en", {"aab", "aaab", "abb", "abbb"}),
        ("character.swap", "abb", "en", {"bab"}),
        ("character.swap", "ab cd", "en", {"ba cd", "ab dc"}),
        ("character.case", "aB é", "en", {"AB é", "ab é"}),
        ("character.homoglyph", "ok", "en", {"οk", "оk"}),
        ("character.keyboard", "P", "en", {"O", "L"}),
        ("character.symbol", "v2", "en", set()),
        ("character.homophone", "在", "zh", {"再"}),
        ("character.homophone", "她", "zh", set()),
        ("character.shape", "困", "zh", {"因"}),
        ("character.width", "a，", "zh", {"ａ，", "a,"}),
        ("character.script", "难", "zh", {"難"}),
        ("character.script", "難", "zh", {"难"}),
        ("word.delete", "so tired, today", "en", {"tired, today", "so, today", "so tired,"}),
        ("word.delete", "tired", "en", set()),
        ("word.delete", "about suicide", "en", {"suicide"}),
        ("word.repeat", "so tired", "en", {"so so tired", "so tired tired"}),
        ("word.repeat", "工作", "zh", {"工作工作"}),
        ("word.swap", "so tired, today", "en", {"tired so, today"}),
        ("word.swap", "工作生活", "zh", {"生活工作"}),
        ("word.misspell", "Because", "en", {"Becuase", "Becouse", "Becase"}),
        ("word.misspell", "I", "en", set()),
        ("word.misspell", "fiend", "en", {"feind"}),
        ("word.misspell", "自己", "zh", {"自已"}),
        ("word.contraction", "I am so", "en", {"I'm so"}),
        ("word.contraction", "We’re off", "en", {"We are off"}),
        ("word.contraction", "he's gone", "en", set()),
        ("word.contraction", "I, am", "en", set()),
        ("word.stop-words", "the night is long", "en", {"night is long", "the night long"}),
        ("word.stop-words", "the", "en", set()),
        ("word.stop-words", "我的家", "zh", {"我家"}),
        ("sentence.repeat", "So. Tired!", "en", {"So. So. Tired!", "So. Tired! Tired!"}),
        ("sentence.repeat", "累。", "zh", {"累。累。"}),
        ("sentence.reorder", "So?  Tired!", "en", {"Tired!  So?"}),
        ("sentence.reorder", "So?", "en", set()),
        ("sentence.punctuation", "Tired.", "en", {"Tired", "Tired..", "Tired..."}),
        ("sentence.punctuation", "Why?", "en", {"Why??", "Why???"}),
        ("sentence.punctuation", "tired", "en", {"tired..."}),
        ("sentence.punctuation", "累", "zh", {"累…"}),
        ("sentence.truncate", "So. Tired!", "en", {"Tired!", "So."}),
        ("sentence.truncate", "So.", "en", set()),
    ],
)
def test_what_an_operation_makes(name: str, text: str, language: Any, expected: set[str]) -> None:
    assert results(name, text, language) == expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("I am not well", "en", {"I am not not well", "I am well"}),
        ("I can", "en", {"I can not"}),
        ("我想睡", "zh", {"我不想睡"}),
    ],
)
def test_negation_turns_a_statement_around_once_guards_are_lifted(text: str, language: Any, expected: set[str]) -> None:
    assert results("word.negate", text, language, guards=False) == expected


def test_insertions_put_one_letter_or_symbol_after_a_letter() -> None:
    assert results("character.insert", "a") == {f"a{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"} & results(
        "character.insert", "a"
    )
    assert all(len(one) == 2 and one[1] not in LATIN for one in results("character.symbol", "a"))
    assert all(one[0] == "累" and one[1] in HAN for one in results("character.insert", "累", "zh"))


def test_irrelevant_sentences_go_before_inside_and_after() -> None:
    text = "  So. Tired! "
    assert all(
        one.startswith("  ") and one.endswith(" So. Tired! ") for one in results("sentence.irrelevant-before", text)
    )
    assert all(
        one.startswith("  So. ") and one.endswith(". Tired! ") for one in results("sentence.irrelevant-inside", text)
    )
    assert all(
        one.startswith("  So. Tired! ") and one.endswith(". ") for one in results("sentence.irrelevant-after", text)
    )
    assert results("sentence.irrelevant-inside", "So.") == set()


def test_table_declares_every_operation_once_with_rising_rates() -> None:
    assert len(BY_NAME) == len(OPERATIONS) == 26
    for operation in OPERATIONS:
        assert operation.name.startswith(operation.level + ".")
        assert operation.level in LEVELS
        assert set(operation.languages) <= set(LANGUAGES)
        assert 0 < operation.rates.low < operation.rates.medium < operation.rates.high < 1
    assert {one.name for one in OPERATIONS if one.changes_meaning} == {"word.negate", "sentence.truncate"}


def test_rates_found_in_the_reference_are_declared() -> None:
    assert BY_NAME["character.delete"].rates == (0.01, 0.025, 0.04)
    assert BY_NAME["word.delete"].rates == (0.05, 0.12, 0.20)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_operation_can_be_named_alone(operation: Any) -> None:
    text = {"en": "I am sure the light is on. We talk.", "zh": "我想在家睡觉，Hi。他的自己难过。"}
    for language in operation.languages:
        done = perturb(
            text[language], language, operations=[operation.name], intensity="high", seed=1, allow_meaning_changes=True
        )
        assert {edit.operation for edit in done.edits} == {operation.name}
