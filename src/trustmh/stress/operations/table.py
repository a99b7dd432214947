"""The one table of perturbation operations: name, level, languages, rates, and whether the meaning may change.

A rate is the share of a level's units (characters, words, sentences) that are edited. Where several operations share a
pass, the pass edits the mean of their rates and each edit picks its operation in proportion to its rate. The rates of
``character.delete`` and ``word.delete`` are those found in an earlier copy of the reference code (1 / 2.5 / 4 % and
5 / 12 / 20 %); the other operations of those levels take the same ones, so that a level's decay curve does not depend
on the mix. The rates of the sentence level are this project's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from trustmh.items import LANGUAGES, Language
from trustmh.stress.draws import Draws
from trustmh.stress.operations.change import Change
from trustmh.stress.operations.character.case import case
from trustmh.stress.operations.character.delete import delete as delete_character
from trustmh.stress.operations.character.homoglyph import homoglyph
from trustmh.stress.operations.character.homophone import homophone
from trustmh.stress.operations.character.insert import insert
from trustmh.stress.operations.character.keyboard import keyboard
from trustmh.stress.operations.character.repeat import repeat as repeat_character
from trustmh.stress.operations.character.script import script
from trustmh.stress.operations.character.shape import shape
from trustmh.stress.operations.character.swap import swap as swap_characters
from trustmh.stress.operations.character.symbol import symbol
from trustmh.stress.operations.character.width import width
from trustmh.stress.operations.sentence import irrelevant
from trustmh.stress.operations.sentence.punctuation import punctuation
from trustmh.stress.operations.sentence.reorder import reorder
from trustmh.stress.operations.sentence.repeat import repeat as repeat_sentence
from trustmh.stress.operations.sentence.truncate import truncate
from trustmh.stress.operations.word.contraction import contraction
from trustmh.stress.operations.word.delete import delete as delete_word
from trustmh.stress.operations.word.misspell import misspell
from trustmh.stress.operations.word.negate import negate
from trustmh.stress.operations.word.repeat import repeat as repeat_word
from trustmh.stress.operations.word.stop_words import stop_words
from trustmh.stress.operations.word.swap import swap as swap_words

Level = Literal["character", "word", "sentence"]
#: In the order in which levels are stacked: each is applied to what the one before it left (paper, figure of the engine).
LEVELS: tuple[Level, ...] = ("character", "word", "sentence")

Intensity = Literal["low", "medium", "high"]
INTENSITIES: tuple[Intensity, ...] = ("low", "medium", "high")

#: Units are those of the operation's own level, hence Any.
Edit = Callable[[Any, int, Draws], Change | None]

EN: tuple[Language, ...] = ("en",)
ZH: tuple[Language, ...] = ("zh",)


class Rates(NamedTuple):
    """Share of a level's units edited at each intensity."""

    low: float
    medium: float
    high: float


RATES: dict[Level, Rates] = {
    "character": Rates(0.01, 0.025, 0.04),
    "word": Rates(0.05, 0.12, 0.20),
    "sentence": Rates(0.20, 0.40, 0.60),
}


@dataclass(frozen=True, slots=True)
class Operation:
    """One way to perturb a text.

    Attributes:
        name: ``<level>.<operation>``.
        level: whose units it acts on.
        languages: where it applies by default.
        edit: called with the level's units, the number of one, and draws; gives a change, or None where it does not fit.
        rates: share of the units edited at each intensity.
        changes_meaning: True for operations that may turn the right answer into another; off by default.
        moves: True when guarded text is carried along whole, so that only its being split matters.
        spells: True when it writes a word that was not there, so that it could write a negation or a number.
    """

    name: str
    level: Level
    languages: tuple[Language, ...]
    edit: Edit
    rates: Rates
    changes_meaning: bool = False
    moves: bool = False
    spells: bool = False


def _of(level: Level, name: str, edit: Edit, languages: tuple[Language, ...] = LANGUAGES, **flags: bool) -> Operation:
    return Operation(f"{level}.{name}", level, languages, edit, RATES[level], **flags)


OPERATIONS: tuple[Operation, ...] = (
    _of("character", "delete", delete_character, spells=True),
    _of("character", "insert", insert, spells=True),
    _of("character", "repeat", repeat_character, spells=True),
    _of("character", "swap", swap_characters, spells=True),
    _of("character", "case", case, EN, spells=True),
    _of("character", "homoglyph", homoglyph, EN, spells=True),
    _of("character", "symbol", symbol, spells=True),
    _of("character", "keyboard", keyboard, EN, spells=True),
    _of("character", "homophone", homophone, ZH, spells=True),
    _of("character", "shape", shape, ZH, spells=True),
    _of("character", "width", width, ZH, spells=True),
    _of("character", "script", script, ZH, spells=True),
    _of("word", "delete", delete_word),
    _of("word", "repeat", repeat_word),
    _of("word", "swap", swap_words),
    _of("word", "misspell", misspell, spells=True),
    _of("word", "contraction", contraction, EN, spells=True),
    _of("word", "stop-words", stop_words),
    _of("word", "negate", negate, changes_meaning=True),
    _of("sentence", "irrelevant-before", irrelevant.before),
    _of("sentence", "irrelevant-inside", irrelevant.inside),
    _of("sentence", "irrelevant-after", irrelevant.after),
    _of("sentence", "repeat", repeat_sentence),
    _of("sentence", "reorder", reorder, moves=True),
    _of("sentence", "punctuation", punctuation),
    _of("sentence", "truncate", truncate, changes_meaning=True),
)

BY_NAME: dict[str, Operation] = {operation.name: operation for operation in OPERATIONS}
