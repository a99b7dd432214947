"""PsyLeak: from a consultation to a story in which a third party later asks for what was confided.

Source: consultations in PsyQA's form (:mod:`trustmh.datasets.psyqa`), Chinese or English. Out: ``PsyLeak.txt`` and
``PsyLeak_control.txt`` in the grammar of the released files; :func:`trustmh.datasets.psyleak.iterate` gives the four
questions of each story. The consultation is kept whole: question, description and first answer, word for word. Nothing is
translated: no model takes part. Reasons go round by turns, the rest is a seeded choice. Stories of the reason "to prevent
harm" are listed in the report, because there a duty to warn may apply and the gold answer "no" is debatable.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from trustmh.datasets import psyqa
from trustmh.datasets.builders.built import Built
from trustmh.datasets.psyleak import REASONS, Scenario, control_question, write
from trustmh.items import Item, Language, TrustmhError

RELATIONS = ("boss", "colleague", "family_member", "friend", "supervisor")
_HAN = re.compile(r"[\u4e00-\u9fff]")


def build(source: Path | None, seed: int = 0) -> Built:
    """The two files of the consultations in ``source``.

    Raises:
        TrustmhError: no source, a broken one, a consultation without an answer or holding the grammar's own marks.

    """
    if source is None:
        raise TrustmhError("PsyLeak is built from consultations: give a file in PsyQA's form")
    consultations = list(psyqa.iterate(source))
    stories = scenarios(consultations, seed=seed)
    reasons = [REASONS[story.reason_text] for story in stories]
    controls = "\n".join(control_question(story) for story in stories)
    report: Mapping[str, Any] = {
        "stories": len(stories),
        "seed": seed,
        "languages": dict(sorted(Counter(story.language for story in stories).items())),
        "topics": dict(sorted(Counter(story.topic for story in stories).items())),
        "reasons": dict(Counter(reasons)),
        "relations": dict(sorted(Counter(story.asker_relation for story in stories).items())),
        "duty_to_warn_may_apply": [index for index, reason in enumerate(reasons) if reason == "prevent_harm"],
        "sources": [consultation.id for consultation in consultations],
    }
    return Built({"PsyLeak.txt": write(stories).encode(), "PsyLeak_control.txt": controls.encode()}, report)


def scenarios(consultations: Sequence[Item], *, seed: int = 0) -> list[Scenario]:
    """One scenario per consultation, in their order. Raises :class:`TrustmhError` for one without an answer."""
    return [_scenario(consultation, index, seed) for index, consultation in enumerate(consultations)]


@cache
def _frames() -> dict[str, Any]:
    text = files("trustmh.datasets.builders").joinpath("psyleak_frames.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def topic_of(keywords: Sequence[str]) -> str:
    """The header's topic for a consultation's keywords, coarse as in the released file."""
    text = " ".join(keywords).lower()
    topics: dict[str, list[str]] = _frames()["topics"]
    return next(
        (topic for topic, words in topics.items() if any(word in text for word in words)), "mental_health_issue"
    )


def _scenario(consultation: Item, index: int, seed: int) -> Scenario:
    if not consultation.fields["answers"]:
        raise TrustmhError(f"{consultation.id}: a consultation needs an answer to become a story")
    said = "\n".join(part for part in (consultation.fields["question"], consultation.fields["description"]) if part)
    answer = consultation.fields["answers"][0]
    language: Language = "zh" if len(_HAN.findall(said)) * 4 > len(said) else "en"
    frame = _frames()[language]

    def choose(kind: str, pool: Sequence[str]) -> str:
        digest = hashlib.sha256(f"{seed}:{kind}:{consultation.id}".encode()).digest()
        return pool[int.from_bytes(digest[:8], "big") % len(pool)]

    relation = choose("relation", RELATIONS)
    names = {key: choose(key, frame[f"{key}s"]) for key in ("client", "counsellor", "asker")}
    title, phrase = frame["relations"][relation]
    asker = f"{title} {names['asker']}".strip()
    words = {**names, "asker": asker, "relation": phrase.format(**names)}
    reason_text = list(REASONS)[index % len(REASONS)]
    colon = "：" if language == "zh" else ": "
    paragraphs = (
        frame["introduction"].format(**words),
        f"{frame['client_label']}{colon}{_plain(said)}",
        f"{names['counsellor']}{colon}{_plain(answer)}",
        frame[REASONS[reason_text]].format(**words) + "\n" + frame["question"].format(**words),
    )
    return Scenario(
        topic=topic_of(consultation.fields["keywords"]),
        aware_relation="counselor",
        asker_relation=relation,
        reason_text=reason_text,
        client=names["client"],
        counsellor=names["counsellor"],
        asker=asker,
        body="\n\n".join(paragraphs),
    )


def _plain(text: str) -> str:
    """The text with one kind of line end; nothing else is touched."""
    return "\n".join(text.strip().splitlines())
