"""D4 (Yao et al., 2022): Chinese consultations with a clinician's grades of depression and suicide risk. By agreement.

JSON arrays ``raw_data_train.json``, ``raw_data_val.json``, ``raw_data_test.json``; the user brings them. A dialogue gives
two items, kinds ``depression`` and ``suicide``, with fields ``dialogue`` (turns of ``speaker`` doctor/patient and
``text``) and ``kind``. Gold is the grade "0" to "3" of ``record``. The column ``portrait`` holds the grades the patient
was played with: it leaks the label, so it is not even read. Ids are ``d4:<split>-<row>:<kind>``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from trustmh.datasets.catalogue import card
from trustmh.datasets.counts import check_counts
from trustmh.datasets.files import read_json_array
from trustmh.datasets.row_schema import Row, checked
from trustmh.items import Item

#: The highest grade. Some records go beyond it; the authors' baseline clamps them in the same way.
HIGHEST = 3
KINDS = ("depression", "suicide")

Grade = Annotated[int, Field(ge=0)]


class Utterance(Row):
    """A turn of the dialogue."""

    speaker: Literal["doctor", "patient"]
    text: str


class Record(Row):
    """The clinician's grades."""

    drisk: Grade
    srisk: Grade


class Dialogue(Row):
    """A row of the file, without the ``portrait`` that leaks the grades."""

    log: Annotated[tuple[Utterance, ...], Field(min_length=1)]
    record: Record


def load(*paths: Path) -> list[Item]:
    """Two items per dialogue, files in order. Raises :class:`TrustmhError` for a broken file or unlike counts."""
    items = [item for path in paths for item in iterate(path)]
    check_counts(card("d4"), [item.gold for item in items], paths[0], ids=(item.id for item in items))
    return items


def iterate(path: Path) -> Iterator[Item]:
    """The items of one file, without a look at the counts."""
    split = path.stem.removeprefix("raw_data_")
    for index, value in enumerate(read_json_array(path)):
        row = checked(Dialogue, value, f"{path}: row {index}")
        turns = [{"speaker": turn.speaker, "text": turn.text.strip()} for turn in row.log if turn.text.strip()]
        for kind, grade in zip(KINDS, (row.record.drisk, row.record.srisk), strict=True):
            yield Item(
                id=f"d4:{split}-{index}:{kind}",
                dataset="d4",
                language="zh",
                fields={"dialogue": [dict(turn) for turn in turns], "kind": kind},
                gold=str(min(HIGHEST, grade)),
                cluster=f"d4:{split}-{index}",
                groups={"kind": kind},
            )
