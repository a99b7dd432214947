"""Rubrics as data: a TOML file a clinician can read, validated into :class:`Rubric`."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from trustmh.items import LANGUAGES, Language, TrustmhError

_EXAMPLE: Mapping[Language, str] = {"en": "Example:", "zh": "例子："}


@dataclass(frozen=True, slots=True)
class Criterion:
    """One thing a judge scores: either a whole-number scale (``low``..``high``) or a closed set of ``labels``."""

    id: str
    text: Mapping[Language, str]
    low: int | None = None
    high: int | None = None
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """A solved case shown to the judge: texts by slot, and the score of every criterion."""

    language: Language
    parts: Mapping[str, str]
    scores: Mapping[str, int | str]


@dataclass(frozen=True, slots=True)
class Rubric:
    """A judge's instructions.

    Attributes:
        id: name used in keys, grades and reports.
        version: bumped when the text changes; part of every verdict call's key.
        source: where the rubric comes from (paper, dataset's authors, ours).
        role: the judge's system message per language.
        task: what to do, per language; may name the slots. Ends in the solved examples of that language, if any.
        slots: names of the untrusted texts, in the order they are shown.
        slot_titles: heading of each slot per language.
        criteria: what is scored.
        examples: solved cases, already part of ``task``; kept for checks. A small judge needs them.
    """

    id: str
    version: int
    source: str
    role: Mapping[Language, str]
    task: Mapping[Language, str]
    slots: tuple[str, ...]
    slot_titles: Mapping[str, Mapping[Language, str]]
    criteria: tuple[Criterion, ...]
    examples: tuple[Example, ...] = ()

    @property
    def protocol(self) -> str:
        """The tag that verdict calls carry in their key."""
        return f"rubric:{self.id}/{self.version}"


def load_rubric(path: Path) -> Rubric:
    """Read a rubric file. Raises :class:`TrustmhError` naming the file and the field that is wrong."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        criteria = tuple(_criterion(entry) for entry in data["criteria"])
        slots = tuple(entry["id"] for entry in data["slots"])
        titles = {entry["id"]: entry["title"] for entry in data["slots"]}
        examples = tuple(_example(entry, slots, criteria) for entry in data.get("examples", ()))
        return Rubric(
            id=data["id"],
            version=int(data["version"]),
            source=data["source"],
            role=data["role"],
            task={one: _with_examples(text, one, examples, titles) for one, text in data["task"].items()},
            slots=slots,
            slot_titles=titles,
            criteria=criteria,
            examples=examples,
        )
    except KeyError as error:
        raise TrustmhError(f"rubric {path.name}: the field {error} is missing; see docs/rubrics.md") from error
    except (OSError, ValueError, TypeError) as error:
        raise TrustmhError(f"rubric {path.name}: {error}; see docs/rubrics.md") from error


def _criterion(entry: Mapping[str, object]) -> Criterion:
    labels = entry.get("labels", ())
    scale = entry.get("scale")
    if bool(labels) == bool(scale):
        raise ValueError(f"criterion {entry.get('id')}: give either scale = [low, high] or labels = [...]")
    low, high = scale if isinstance(scale, list) else (None, None)
    text = entry["text"]
    if not isinstance(text, dict) or not isinstance(labels, list | tuple):
        raise ValueError(f"criterion {entry.get('id')}: text must be a table of languages, labels a list")
    return Criterion(id=str(entry["id"]), text=text, low=low, high=high, labels=tuple(str(x) for x in labels))


def _example(entry: Mapping[str, object], slots: tuple[str, ...], criteria: tuple[Criterion, ...]) -> Example:
    language, parts, scores = entry["language"], entry["parts"], entry["scores"]
    if language not in LANGUAGES or not isinstance(parts, dict) or not isinstance(scores, dict):
        raise ValueError("an example needs language, parts and scores")
    if not set(parts) <= set(slots) or set(scores) != {criterion.id for criterion in criteria}:
        raise ValueError(f"example {parts}: its parts must be slots and its scores the criteria of this rubric")
    for criterion in criteria:
        score = scores[criterion.id]
        on_scale = (
            criterion.low is not None
            and criterion.high is not None
            and score in range(criterion.low, criterion.high + 1)
        )
        if score not in criterion.labels and not on_scale:
            raise ValueError(f"example {parts}: {criterion.id} = {score!r} is off its scale")
    return Example(language, parts, scores)


def _with_examples(
    task: str, language: str, examples: tuple[Example, ...], titles: Mapping[str, Mapping[Language, str]]
) -> str:
    blocks = [task]
    for example in examples:
        if example.language == language:
            texts = [f"{titles[slot][example.language]}: {text}" for slot, text in example.parts.items()]
            answer = json.dumps(dict(example.scores), ensure_ascii=False)
            blocks.append("\n".join([_EXAMPLE[example.language], *texts, answer]))
    return "\n\n".join(blocks)
