"""Reading a reply that answers two multiple-choice questions at once.

Asked for is one JSON object with a key for each question. Labelled replies ("1. B", "Cause: C") are read as well, and so
is an object that the cap cut off after both answers. An answer is only taken from the place that is marked as the answer
to its question: a reply that gives one answer, or two without saying which is which, is unparsed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trustmh.items import Language, Outcome, Reading, Reply, Stop
from trustmh.replies import classify_text, clean, is_refusal, read_choice, read_json

#: Labels and cut objects are looked for in so many characters; the JSON reader bounds itself.
_LONGEST = 20_000
_MEMBER = re.compile(
    r'["“](?P<key>[^"“”:\n]{1,30})["”]\s{0,4}[:：]\s{0,4}["“](?P<text>[^"“”\\\n]{1,300})["”]\s{0,4}[,，}]'
)

Parts = list[str | None]


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """One of the two questions: its name, its options, the JSON keys and the written labels that mark its answer.

    A label that is a bare number counts at the beginning of a line only.
    """

    name: str
    options: Mapping[str, str]
    keys: Sequence[str]
    labels: Sequence[str]


def read_paired(reply: Reply, questions: Sequence[ChoiceQuestion], language: Language) -> Reading:
    """Both answers, as ``{name: label}``, or none: half an answer is no usable answer."""
    outcome = classify_text(reply)
    if outcome is not None and outcome is not Outcome.TRUNCATED:
        return Reading(outcome, None, outcome.value)
    cleaned = clean(reply.text)
    parts, rule = _marked(reply, cleaned.body[:_LONGEST], cleaned.text[:_LONGEST], questions)
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
    if not answers and is_refusal(cleaned.text, language):
        return Reading(Outcome.REFUSED, None, "refusal cue")
    return Reading(Outcome.UNPARSED, None, "only one of two answers" if answers else "no answer found")


def _marked(reply: Reply, body: str, text: str, questions: Sequence[ChoiceQuestion]) -> tuple[Parts, str]:
    """What stands in the marked place of each question, and how the places were marked."""
    found = read_json(reply.text)
    if isinstance(found.value, dict):
        return _by_key(found.value, questions), "json"
    if found.value is not None:
        return [None for _ in questions], ""
    if "{" in body:
        return _by_key({match["key"]: match["text"] for match in _MEMBER.finditer(body)}, questions), "cut json"
    return _by_label(text, questions), "labelled"


def _by_key(value: Any, questions: Sequence[ChoiceQuestion]) -> Parts:
    """What the object says under each question's keys; an object inside a lone key is looked into."""
    while isinstance(value, dict) and len(value) == 1 and isinstance(inner := next(iter(value.values())), dict):
        value = inner
    plain = {_plain(str(key)): content for key, content in value.items()}
    return [_text(next((plain[key] for key in map(_plain, q.keys) if key in plain), None)) for q in questions]


def _plain(key: str) -> str:
    return re.sub(r"[\s_\-]+", "", key).lower()


def _text(content: Any) -> str | None:
    if isinstance(content, str):
        return content
    # An inner object or a list of one is read as its own small reply.
    return json.dumps(content, ensure_ascii=False) if isinstance(content, dict | list) else None


def _by_label(text: str, questions: Sequence[ChoiceQuestion]) -> Parts:
    """The first line behind each question's last label, as far as the next label."""
    marks = sorted(
        (match.start(), match.end(), place) for place, q in enumerate(questions) for match in _label(q).finditer(text)
    )
    found: Parts = [None for _ in questions]
    for number, (_, end, place) in enumerate(marks):
        stop = marks[number + 1][0] if number + 1 < len(marks) else len(text)
        found[place] = next((line.strip() for line in text[end:stop].splitlines() if line.strip()), None)
    return found


def _label(question: ChoiceQuestion) -> re.Pattern[str]:
    digits = "|".join(label for label in question.labels if label.isdigit())
    words = "|".join(
        sorted((re.escape(label) for label in question.labels if not label.isdigit()), key=len, reverse=True)
    )
    return re.compile(
        rf"(?:^[ \t>#*(•\-]{{0,6}}(?:{digits})[ \t*]{{0,3}}[:.)、]|(?<![\w])(?:{words})[ \t*]{{0,3}}[:=\-–—])[ \t*]{{0,4}}",
        re.IGNORECASE | re.MULTILINE,
    )
