"""What a rule says, and the rows it says it about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Row = dict[str, Any]
#: File name without ending -> its rows.
Suite = Mapping[str, Sequence[Row]]

PROVENANCE = "written for trustmh; synthetic, not clinically validated"
#: Fields no model sees: they are checked for form, not for duplicates or language.
UNSEEN = frozenset({"id", "language", "provenance", "author_note", "basis", "difficulty", "twin"})
#: Fields that hold a word of a list (a topic, a class), not prose.
CODED = frozenset(
    {
        "objective",
        "topic",
        "category",
        "label",
        "answer",
        "verdict",
        "plan_quality",
        "subcategory",
        "principle",
        "emotion_type",
        "problem_type",
        "information_type",
        "recipient",
        "purpose",
        "reason",
        "asker_relation",
        "speaker",
        "asker_names_client",
        "duty_to_warn",
        "depression_severity",
        "suicide_severity",
        "rating",
    }
)


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: the file, the row's id (empty when it is about the whole file), the rule, what is wrong."""

    file: str
    where: str
    rule: str
    message: str


def texts(row: Row) -> Iterator[tuple[str, str]]:
    """Every prose string of a row that a model may see, with the name of its field."""
    for name, value in row.items():
        if name not in UNSEEN and name not in CODED:
            for text in _strings(value):
                yield name, text


def prose(row: Row) -> str:
    """What a row tells, without its options and labels, as one text."""
    return "\n".join(
        text for name, text in texts(row) if not name.endswith(("_choices", "_label")) and name != "options"
    )


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            if key != "speaker":
                yield from _strings(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _strings(part)
