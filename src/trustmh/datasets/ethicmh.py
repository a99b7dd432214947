"""EthicMH.csv: TrustMH-Bench's copy of EthicsMH, repaired at load.

Columns index, subcategory, scenario, options, reasoning_task, expected_reasoning (a letter), model_behavior,
real_world_impact, viewpoints and one nameless column. Item fields: ``subcategory``, ``scenario``, ``options`` (letter ->
text), ``task``, ``pitfalls`` (the row's known failure modes). Gold is the letter. Ids are ``ethicmh:<index>``.
"""

from __future__ import annotations

import re
from pathlib import Path

from trustmh.datasets.catalogue import card
from trustmh.datasets.counts import check_counts
from trustmh.datasets.csv_rows import read_csv
from trustmh.datasets.digits import whole_number
from trustmh.datasets.files import decode, read_bytes
from trustmh.items import Item, TrustmhError

COLUMNS = (
    "index",
    "subcategory",
    "scenario",
    "options",
    "reasoning_task",
    "expected_reasoning",
    "model_behavior",
)
#: Where the file lost a byte of a typographic mark, these three bytes are left. The mark swallowed the blank after it.
LOST = b"\xe9\x88\x3f"
#: Stands for a lost mark while the text is decoded; no text holds this private-use character.
MARK = "\ue000"
_NON_ASCII = re.compile(r"[^\x00-\x7f]+")
_OPTION = re.compile(r"^([A-D])\.\s?(.*)$")


def load(path: Path) -> list[Item]:
    """All rows in file order. Raises :class:`TrustmhError` for a broken file or counts that differ from the card's."""
    rows = read_csv(path, COLUMNS, text=repair(read_bytes(path), path))
    items = [_item(row, path) for row in rows]
    check_counts(card("ethicmh"), [item.gold for item in items], path)
    return items


def repair(data: bytes, path: Path) -> str:
    """The text the file was meant to hold.

    Typographic marks were once decoded as GBK and saved as UTF-8 (a right quote and "s" became two Chinese characters);
    encoding each non-ASCII run as GBK and decoding it as UTF-8 undoes that. A text that is already clean is unchanged:
    its marks do not survive that round trip and are kept.
    """
    text = decode(data.replace(LOST, MARK.encode()), path)
    text = _NON_ASCII.sub(lambda run: _undo_gbk(run.group()), text)
    # A lost mark swallowed the blank behind it: a dash stands after a blank, a quote closes after a full stop,
    # anything else is an apostrophe.
    text = text.replace(f" {MARK}", " — ").replace(f".{MARK}", ".” ")
    return text.replace(MARK, "’ ")


def _undo_gbk(run: str) -> str:
    if MARK in run:
        return MARK.join(_undo_gbk(part) if part else "" for part in run.split(MARK))
    try:
        return run.encode("gbk").decode("utf-8")
    except UnicodeError:
        return run


def _item(row: dict[str, str], path: Path) -> Item:
    number = row["index"].strip()
    where = f"{path}: row with index {number!r}"
    if whole_number(number) is None:
        raise TrustmhError(f"{where}: index is not a whole number")
    options: dict[str, str] = {}
    for line in row["options"].strip().splitlines():
        match = _OPTION.match(line.strip())
        if match:
            options[match.group(1)] = match.group(2).strip()
    gold = row["expected_reasoning"].strip()
    if list(options) != ["A", "B", "C", "D"] or gold not in options:
        raise TrustmhError(
            f"{where}: options A to D and a gold letter were expected; found {list(options)} and {gold[:20]!r}"
        )
    return Item(
        id=f"ethicmh:{number}",
        dataset="ethicmh",
        language="en",
        fields={
            "subcategory": row["subcategory"].strip(),
            "scenario": row["scenario"].strip(),
            "options": options,
            "task": row["reasoning_task"].strip(),
            "pitfalls": row["model_behavior"].strip(),
        },
        gold=gold,
        cluster=f"ethicmh:{number}",
        groups={"subcategory": row["subcategory"].strip()},
    )
