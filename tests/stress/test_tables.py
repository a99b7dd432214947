"""The lists under ``data/`` hold what their use needs."""

from __future__ import annotations

from importlib.resources import files

import pytest

from trustmh.items import Language
from trustmh.stress import han_tables
from trustmh.stress.guards import decisive_words, guarded_characters, guarded_words, says_guarded
from trustmh.stress.letters import HAN, LATIN
from trustmh.stress.tables import character_groups, toml_table


@pytest.mark.parametrize("name", ["homophones", "scripts"])
def test_generated_table_is_what_its_sources_give(name: str) -> None:
    text = getattr(han_tables, name)(han_tables.common_characters())
    assert files("trustmh.stress").joinpath("data", f"{name}.txt").read_text(encoding="utf-8") == text


@pytest.mark.parametrize(("name", "least"), [("homophones", 1_500), ("scripts", 2_000), ("shapes", 450)])
def test_groups_are_of_distinct_ideographs_each_in_one_group(name: str, least: int) -> None:
    text = files("trustmh.stress").joinpath("data", f"{name}.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    characters = "".join(lines)
    assert set(characters) <= HAN
    assert len(set(characters)) == len(characters) >= least
    assert all(len(line) >= 2 for line in lines)
    assert character_groups(name)[lines[0][0]] == lines[0][1:]


def test_keyboard_neighbours_are_mutual() -> None:
    keyboard: dict[str, str] = toml_table("letters")["keyboard"]
    assert set(keyboard) == set("abcdefghijklmnopqrstuvwxyz")
    assert all(key in keyboard[neighbour] for key, neighbours in keyboard.items() for neighbour in neighbours)


def test_homoglyphs_are_of_other_scripts() -> None:
    glyphs: dict[str, str] = toml_table("letters")["homoglyphs"]
    assert all(key in LATIN and not set(alike) & LATIN for key, alike in glyphs.items())


def test_misspellings_are_other_words_and_none_is_guarded() -> None:
    for language, table in toml_table("words")["misspellings"].items():
        for word, wrong in table.items():
            assert word not in wrong, (language, word)
            assert not any(says_guarded(one) for one in wrong) or says_guarded(word), (language, word)


def test_stop_words_and_contractions_are_not_guarded() -> None:
    stop = toml_table("words")["stop_words"]
    assert not guarded_words() & set(stop["en"])
    assert not guarded_characters() & set("".join(stop["zh"]))
    for pair in toml_table("words")["contractions"]["pairs"]:
        assert not any(says_guarded(form) for form in pair)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_irrelevant_sentences_negate_and_count_nothing_and_no_label_rests_on_them(language: Language) -> None:
    sentences = toml_table("sentences")["irrelevant"][language]
    assert len(set(sentences)) == len(sentences) >= 24
    for sentence in sentences:
        assert sentence[-1] in ".。"
        assert not says_guarded(sentence), sentence
        words = sentence.lower().strip(".").split() if language == "en" else sentence
        assert not [word for word in decisive_words(language) if word in words], sentence


def test_stop_words_leave_time_and_side_alone() -> None:
    stop = toml_table("words")["stop_words"]
    assert not {"in", "on", "at", "to", "of", "was", "were", "had", "did", "then", "well"} & set(stop["en"])
    assert not {"把", "跟", "和", "吗", "在"} & set(stop["zh"])
