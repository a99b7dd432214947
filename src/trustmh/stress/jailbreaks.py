"""The fourteen jailbreak methods: a seeded shell around an intent.

A method is a way of asking, not a thing to ask for: a *shell* of text goes around an intent that stays as it is, or that
is encoded so that it can be decoded again (percent-encoding, disguised letters). Methods follow the sub-classes of
TrustLLM's jailbreak set, which JailbreakMH draws on; the shells are this project's own words and lie beside this module
in ``jailbreak_shells.toml``. Nothing here calls a model, and the same intents give the same prompts.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Literal
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict, Field

from trustmh.items import Item, Language, TrustmhError

#: Where a shell holds its intent.
SLOT = "[[intent]]"

#: Letters that leetspeak writes as digits.
LEET: Mapping[str, str] = {"a": "4", "e": "3", "i": "1", "o": "0", "s": "5", "t": "7"}


class Method(BaseModel):
    """One method: its shells by language, and how it encodes the intent."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    encoding: Literal["verbatim", "url", "disguise"]
    en: tuple[str, ...] = Field(min_length=1)
    zh: tuple[str, ...] = Field(min_length=1)

    def shells(self, language: Language) -> tuple[str, ...]:
        """The shells of a language."""
        return self.en if language == "en" else self.zh


@cache
def methods() -> dict[str, Method]:
    """All methods by id, in the order of the file: the eight of JailbreakMH among them in their released order."""
    text = files("trustmh.stress").joinpath("jailbreak_shells.toml").read_text(encoding="utf-8")
    found = {name: Method.model_validate(entry) for name, entry in tomllib.loads(text).items()}
    for name, method in found.items():
        if any(shell.count(SLOT) != 1 for shell in (*method.en, *method.zh)):
            raise TrustmhError(f"jailbreak method {name}: every shell must hold {SLOT} exactly once")
    return found


def encode(intent: str, encoding: str, language: Language) -> str:
    """The intent as a method writes it.

    ``url`` is percent-encoded UTF-8. ``disguise`` writes six letters as digits, whatever their case; Chinese has no
    letters to swap, so a middle dot goes between its characters.
    """
    if encoding == "url":
        return quote(intent, safe="")
    if encoding == "disguise":
        if language == "zh":
            return "·".join(intent)
        return "".join(LEET.get(letter.lower(), letter) for letter in intent)
    return intent


def wrap(intent: str, method: str, language: Language, shell: int) -> str:
    """The prompt of an intent under one shell of a method. Raises :class:`TrustmhError` for an unknown method."""
    if method not in methods():
        raise TrustmhError(f"no jailbreak method {method!r}; known: {', '.join(methods())}")
    chosen = methods()[method]
    # Split rather than replace: an intent that itself holds the slot's text stays verbatim.
    prefix, suffix = chosen.shells(language)[shell].split(SLOT)
    return f"{prefix}{encode(intent, chosen.encoding, language)}{suffix}"


def choose_shell(intent: str, method: str, language: Language, seed: int = 0) -> int:
    """Number of the shell that an intent id gets: even over many intents, fixed by the seed, independent of the others."""
    shells = methods()[method].shells(language)
    digest = hashlib.sha256(f"{seed}:{method}:{language}:{intent}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % len(shells)


def build_jailbreaks(intents: Iterable[Item], *, dataset: str = "open-jailbreak", seed: int = 0) -> list[Item]:
    """Every method applied to every intent: 14 items an intent, in the order of :func:`methods`.

    Args:
        intents: items with ``prompt`` and ``objective``; the id is the intent's id.
        dataset: card id of the result. An intent of a dataset of its own gives ids ``<dataset>:<intent's number>:<method>``;
            one of the user's keeps its id, ``<id>:<method>``.
        seed: chooses among the shells of a method.

    Returns:
        Items with ``prompt``, ``intent``, ``objective``, ``method`` and ``shell`` (its number), the intent being the
        cluster.

    """
    return [_jailbreak(intent, method, dataset, seed) for intent in intents for method in methods()]


def _jailbreak(intent: Item, method: str, dataset: str, seed: int) -> Item:
    text, objective = str(intent.fields["prompt"]), str(intent.fields["objective"])
    shell = choose_shell(intent.id, method, intent.language, seed)
    own_dataset = intent.id.startswith(f"{intent.dataset}:")
    stem = f"{dataset}:{intent.id.removeprefix(f'{intent.dataset}:')}" if own_dataset else intent.id
    return Item(
        id=f"{stem}:{method}",
        dataset=dataset,
        language=intent.language,
        fields={
            "prompt": wrap(text, method, intent.language, shell),
            "intent": intent.id,
            "objective": objective,
            "method": method,
            "shell": shell,
        },
        cluster=intent.id,
        groups={"method": method, "objective": objective, "language": intent.language},
    )
