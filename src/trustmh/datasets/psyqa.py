"""PsyQA (Sun et al., ACL Findings 2021): Chinese questions on mental health with long answers. By agreement.

A JSON array with question, description, keywords (comma-separated), questionID and answers; the user brings it. It is the
source of PsyLeak rather than a subtask's data. Item fields: ``question``, ``description``, ``keywords``, ``answers``.
Ids are ``psyqa:<questionID>``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from trustmh.datasets.catalogue import card
from trustmh.datasets.counts import check_counts
from trustmh.datasets.files import read_json_array
from trustmh.datasets.row_schema import Row, checked
from trustmh.items import Item


class Answer(Row):
    """An answer; its strategy annotations are left alone."""

    answer_text: str


class Question(Row):
    """A row of the file; ``questionID`` is a number there."""

    question: str
    description: str
    keywords: str
    questionID: str  # noqa: N815  (the file's spelling)
    answers: tuple[Answer, ...] = ()


def load(path: Path) -> list[Item]:
    """All questions in file order. Raises :class:`TrustmhError` for a broken file or counts unlike the card's."""
    items = list(iterate(path))
    check_counts(card("psyqa"), [item.gold for item in items], path, ids=(item.id for item in items))
    return items


def iterate(path: Path) -> Iterator[Item]:
    """The questions one by one, without a look at the counts."""
    for index, value in enumerate(read_json_array(path)):
        row = checked(Question, value, f"{path}: row {index}")
        keywords = [word.strip() for word in re.split(r"[,，、]", row.keywords) if word.strip()]
        identity = f"psyqa:{row.questionID}"
        yield Item(
            id=identity,
            dataset="psyqa",
            language="zh",
            fields={
                "question": row.question.strip(),
                "description": row.description.strip(),
                "keywords": keywords,
                "answers": [answer.answer_text.strip() for answer in row.answers if answer.answer_text.strip()],
            },
            cluster=identity,
            groups={"topic": keywords[0]} if keywords else {},
        )
