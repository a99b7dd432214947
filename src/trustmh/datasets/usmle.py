"""USMLE-mental.jsonl (Psy-Eval): licensing-exam questions on mental health, five to ten options each.

Keys question, options (letter -> text), answer, meta_info1 (exam step) and meta_info2 (one topic). Item fields:
``question``, ``options``. Gold is the letter. Ids are ``usmle-mental:<row>`` from 0.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from pathlib import Path

from trustmh.datasets.catalogue import card
from trustmh.datasets.counts import check_counts
from trustmh.datasets.files import iterate_jsonl
from trustmh.datasets.row_schema import Row, checked
from trustmh.items import Item, TrustmhError


class Question(Row):
    """A row of the file."""

    question: str
    options: dict[str, str]
    answer: str
    meta_info1: str
    meta_info2: tuple[str, ...]


def load(path: Path) -> list[Item]:
    """All questions in file order. Raises :class:`TrustmhError` for a broken file or counts unlike the card's."""
    items = list(iterate(path))
    check_counts(card("usmle-mental"), [item.gold for item in items], path, ids=(item.id for item in items))
    return items


def iterate(path: Path) -> Iterator[Item]:
    """The questions one by one, in flat memory, without a look at the counts."""
    for index, (line, row) in enumerate(iterate_jsonl(path)):
        where = f"{path}:{line}"
        yield _item(checked(Question, row, where), index, where)


def _item(row: Question, index: int, where: str) -> Item:
    letters, answer = list(row.options), row.answer.strip()
    if letters != list(string.ascii_uppercase[: len(letters)]) or answer not in letters:
        raise TrustmhError(f"{where}: options A, B, C … and an answer among them were expected; found {letters[:12]}")
    question = row.question.strip()
    # Forty questions end in the closing half of quotation marks that were never opened.
    if question.endswith('"') and question.count('"') % 2:
        question = question[:-1].rstrip()
    identity = f"usmle-mental:{index}"
    return Item(
        id=identity,
        dataset="usmle-mental",
        language="en",
        fields={"question": question, "options": {letter: text.strip() for letter, text in row.options.items()}},
        gold=answer,
        cluster=identity,
        groups={"step": row.meta_info1, "topic": row.meta_info2[0] if row.meta_info2 else "none"},
    )
