"""Declared rates hold over ten thousand sentences a language and level."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from tests.stress.texts import chinese, english
from trustmh.stress.operations.table import INTENSITIES, LEVELS, OPERATIONS, RATES
from trustmh.stress.perturb import perturb

SENTENCES = 10_000


@cache
def sentences(language: str) -> list[str]:
    return english(SENTENCES) if language == "en" else chinese(SENTENCES)


def counts(language: Any, texts: list[str], intensity: Any, **options: Any) -> tuple[int, int, float]:
    """Edits, units, and the edits that the declared rate asks for with at least one a text."""
    edits = units = 0
    wanted = 0.0
    for text in texts:
        one = perturb(text, language, intensity=intensity, seed=11, **options).passes[0]
        edits += len(one.edits)
        units += one.units
        wanted += max(1.0, one.declared * one.units)
    return edits, units, wanted


@pytest.mark.parametrize("intensity", INTENSITIES)
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("level", ["character", "word"])
def test_rate_of_a_level_is_the_declared_one(level: Any, language: str, intensity: Any) -> None:
    edits, units, wanted = counts(language, sentences(language), intensity, level=level)
    assert units > 100_000
    assert edits == pytest.approx(wanted, rel=0.04)
    if wanted == pytest.approx(getattr(RATES[level], intensity) * units, rel=0.01):
        assert edits / units == pytest.approx(getattr(RATES[level], intensity), rel=0.04)


@pytest.mark.parametrize("intensity", INTENSITIES)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_rate_of_the_sentence_level_is_the_declared_one(language: str, intensity: Any) -> None:
    all_texts = sentences(language)
    joint = " " if language == "en" else ""
    texts = [joint.join(all_texts[at : at + 10]) for at in range(0, SENTENCES, 10)]
    edits, units, wanted = counts(language, texts, intensity, level="sentence")
    assert units == SENTENCES
    assert edits == pytest.approx(wanted, rel=0.04)
    assert edits / units == pytest.approx(getattr(RATES["sentence"], intensity), rel=0.04)


EVERYWHERE = [
    "character.delete",
    "character.insert",
    "character.repeat",
    "character.swap",
    "character.case",
    "character.symbol",
    "character.keyboard",
    "word.delete",
    "word.repeat",
    "word.swap",
]


@pytest.mark.parametrize("name", EVERYWHERE)
def test_single_operation_that_fits_everywhere_reaches_its_rate(name: str) -> None:
    edits, _, wanted = counts("en", sentences("en")[:2000], "high", operations=[name])
    assert edits == pytest.approx(wanted, rel=0.04)


#: A single sentence has no place between sentences, and the generated ones hold nothing to contract.
NEEDS_MORE = ("sentence.irrelevant-inside", "sentence.reorder", "word.contraction")


@pytest.mark.parametrize("operation", [one for one in OPERATIONS if not one.changes_meaning], ids=lambda one: one.name)
def test_no_operation_exceeds_its_rate(operation: Any) -> None:
    for language in operation.languages:
        edits, _, wanted = counts(language, sentences(language)[:500], "high", operations=[operation.name])
        assert edits <= wanted * 1.06
        if operation.name not in NEEDS_MORE:
            assert edits > 0


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_level_uses_all_its_operations(level: Any, language: Any) -> None:
    texts = [
        " ".join(["I am sure we're going. She is kind.", *sentences(language)[at : at + 5]]) for at in range(0, 3000, 5)
    ]
    used = Counter(
        edit.operation
        for text in texts
        for edit in perturb(text, language, level=level, intensity="high", seed=1).edits
    )
    expected = {
        one.name for one in OPERATIONS if one.level == level and language in one.languages and not one.changes_meaning
    }
    assert set(used) == expected
