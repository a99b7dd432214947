"""Reading a reply that answers two multiple-choice questions at once.

Asked for is one JSON object with a key for each question. Replies in two labelled lines ("1. B", "Cause: C") are read as
well. An answer is only taken from the place that is marked as the answer to its question: a reply that gives one answer,
or two without saying which is which, is unparsed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trustmh.items import Language, Outcome, Reading, Reply, Stop
from trustmh.replies import classify_text, clean, is_refusal, read_choice, read_json

#: Longer replies hold no labelled lines that are looked for; the JSON reader bounds itself.
_LONGEST = 20_000


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """One of the two questions: its name, its options, the JSON keys and the line labels that mark its answer."""

    name: str
    options: Mapping[str, str]
    keys: Sequence[str]
    labels: Sequence[str]


def read_paired(reply: Reply, questions: Sequence[ChoiceQuestion], language: Language) -> Reading:
    """Both answers, as ``{name: label}``, or none: half an answer is no usable answer."""
    outcome = classify_text(reply)
    if outcome is not None and outcome is not Outcome.TRUNCATED:
        return Reading(outcome, None, outcome.value)
    text = clean(reply.text).text
    found = read_json(reply.text)
    parts, rule = (_by_key(found.value, questions), "json") if isinstance(found.value, dict) else ([None, None], "")
    if None in parts and found.value is None and outcome is None:
        parts, rule = _by_line(text[:_LONGEST], questions), "labelled lines"
    answers: dict[str, str] = {}
    for question, part in zip(questions, parts, strict=True):
        if part is not None:
            reading = read_choice(Reply(part, Stop.STOP), question.options, language)
            if reading.value is not None:
                answers[question.name] = reading.value
    if len(answers) == len(questions):
        return Reading(Outcome.ANSWERED, answers, rule)
    if outcome is not None:
        return Reading(outcome, None, outcome.value)
    if not answers and is_refusal(text, language):
        return Reading(Outcome.REFUSED, None, "refusal cue")
    return Reading(Outcome.UNPARSED, None, "only one of two answers" if answers else "no answer found")


def _by_key(value: Any, questions: Sequence[ChoiceQuestion]) -> list[str | None]:
    """What the object says under each question's keys; an object inside a lone key is looked into."""
    while isinstance(value, dict) and len(value) == 1 and isinstance(inner := next(iter(value.values())), dict):
        value = inner
    if not isinstance(value, dict):
        return [None for _ in questions]
    plain = {_plain(str(key)): content for key, content in value.items()}
    return [_text(next((plain[key] for key in map(_plain, q.keys) if key in plain), None)) for q in questions]


def _plain(key: str) -> str:
    return re.sub(r"[\s_\-]+", "", key).lower()


def _text(content: Any) -> str | None:
    if isinstance(content, str):
        return content
    # An inner object or a list of one is read as its own small reply.
    return json.dumps(content, ensure_ascii=False) if isinstance(content, dict | list) else None


def _by_line(text: str, questions: Sequence[ChoiceQuestion]) -> list[str | None]:
    """The rest of the last line that each question's label opens; with nothing behind the label, the next line."""
    rows = [row.strip() for row in text.splitlines()]
    found: list[str | None] = []
    for question in questions:
        label = "|".join(sorted(map(re.escape, question.labels), key=len, reverse=True))
        opens = re.compile(rf"[\s>#*•\-]{{0,6}}(?:{label})[\s*]{{0,4}}[:：.)）、=\-–—]\s{{0,4}}(?P<rest>.*)$", re.IGNORECASE)
        answer = None
        for number, row in enumerate(rows):
            match = opens.match(row[:400])
            if match is not None:
                answer = match["rest"].strip() or next((later for later in rows[number + 1 : number + 3] if later), None)
        found.append(answer)
    return found


