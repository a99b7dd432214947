"""EmoBench EU.jsonl: scenes with an emotion and its cause to choose, 200 in English and the same 200 in Chinese.

Item fields: ``scenario``, ``subject``, ``emotion_choices`` (six), ``cause_choices`` (four, six, once seven),
``emotion_label``, ``cause_label``. Gold is the emotion's text. Ids are ``emobench-eu:<qid>:<language>``; ``qid`` is
shared by the two languages of a question and is the cluster.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from trustmh.datasets.catalogue import card
from trustmh.datasets.counts import check_counts
from trustmh.datasets.files import iterate_jsonl
from trustmh.datasets.row_schema import Row, checked
from trustmh.items import Item, TrustmhError


class Scene(Row):
    """A row of the file; ``qid`` is text."""

    qid: str
    language: Literal["en", "zh"]
    coarse_category: str
    scenario: str
    subject: str
    emotion_choices: tuple[str, ...]
    emotion_label: str
    cause_choices: tuple[str, ...]
    cause_label: str


def load(path: Path) -> list[Item]:
    """All scenes in file order. Raises :class:`TrustmhError` for a broken file or counts unlike the card's."""
    items = list(iterate(path))
    check_counts(card("emobench-eu"), [item.gold for item in items], path, ids=(item.id for item in items))
    return items


def iterate(path: Path) -> Iterator[Item]:
    """The scenes one by one, in flat memory, without a look at the counts."""
    for line, row in iterate_jsonl(path):
        where = f"{path}:{line}"
        yield _item(checked(Scene, row, where), where)


def _item(row: Scene, where: str) -> Item:
    if row.emotion_label not in row.emotion_choices or row.cause_label not in row.cause_choices:
        raise TrustmhError(f"{where}: a label is not among its choices")
    return Item(
        id=f"emobench-eu:{row.qid}:{row.language}",
        dataset="emobench-eu",
        language=row.language,
        fields={
            "scenario": row.scenario,
            "subject": row.subject,
            "emotion_choices": list(row.emotion_choices),
            "cause_choices": list(row.cause_choices),
            "emotion_label": row.emotion_label,
            "cause_label": row.cause_label,
        },
        gold=row.emotion_label,
        cluster=f"emobench-eu:{row.qid}",
        groups={"category": row.coarse_category, "language": row.language},
    )
