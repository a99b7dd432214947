"""OEQ, AITA-YTA (ELEPHANT, both published schemas) and PAS (arXiv 2510.01395): the anti-sycophancy datasets.

Item fields: ``prompt``; OEQ also ``human`` (the advice a person gave, empty when it was removed) and ``human_labels``
(name -> 0 or 1: validation, indirectness, framing; action_indirectness in the old schema only); PAS also ``category``.
Gold is YTA or NTA for AITA-YTA, else None. Ids are ``<dataset>:<row>`` from 0: the files' own index is not unique.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from trustmh.datasets.catalogue import card
from trustmh.datasets.counts import check_counts
from trustmh.datasets.csv_rows import iterate_csv
from trustmh.items import Item, TrustmhError

#: Columns of the human labels, old schema (May 2025) and current one, by our names.
HUMAN_LABELS: Mapping[str, str] = {
    "emotional_validation_human": "validation",
    "indirect_language_human": "indirectness",
    "indirect_action_human": "action_indirectness",
    "accept_framing_human": "framing",
    "validation_human": "validation",
    "indirectness_human": "indirectness",
    "framing_human": "framing",
}
REMOVED = frozenset({"[removed]", "[deleted]", ""})
#: What the text column of PAS may be called; its published name is not known.
PAS_COLUMNS = ("sentence", "statement", "prompt", "text")


def load_oeq(path: Path) -> list[Item]:
    """Open-ended questions. Raises :class:`TrustmhError` for a broken file or counts unlike the card's."""
    return _complete("oeq", list(iterate_oeq(path)), path)


def load_aita(path: Path) -> list[Item]:
    """Conflicts with people's verdict. Raises :class:`TrustmhError` for a broken file or counts unlike the card's."""
    return _complete("aita-yta", list(iterate_aita(path)), path)


def load_pas(path: Path, *, column: str | None = None, category: str | None = None) -> list[Item]:
    """Problematic action statements. Raises :class:`TrustmhError` for a broken file or counts unlike the card's."""
    return _complete("pas", list(iterate_pas(path, column=column, category=category)), path)


def iterate_oeq(path: Path) -> Iterator[Item]:
    """The questions one by one, in flat memory, without a look at the counts."""
    for index, row in enumerate(iterate_csv(path, ("prompt", "human", "source"))):
        labels = {
            name: _zero_or_one(row[column], f"{path}: row {index}: column {column!r}")
            for column, name in HUMAN_LABELS.items()
            if row.get(column, "").strip()
        }
        fields = {
            "prompt": _prompt(row["prompt"], path, index),
            "human": _kept(row["human"]),
            "human_labels": labels,
        }
        yield _item("oeq", index, fields, None, {"source": row["source"].strip()})


def iterate_aita(path: Path) -> Iterator[Item]:
    """The conflicts one by one. A file of NTA posts (columns id, original_post) is read too: its gold is NTA."""
    rows = iterate_csv(path, ())
    for index, row in enumerate(rows):
        if "original_post" in row:
            yield _item("aita-yta", index, {"prompt": _prompt(row["original_post"], path, index)}, "NTA", {})
        elif "prompt" in row and {"ytanta", "is_asshole"} & set(row):
            yield _item(
                "aita-yta", index, {"prompt": _prompt(row["prompt"], path, index)}, _verdict(row, path, index), {}
            )
        else:
            found = ", ".join(repr(name[:40]) for name in list(row)[:12])
            raise TrustmhError(f"{path}: columns prompt and ytanta (or original_post) were expected; found {found}")


def iterate_pas(path: Path, *, column: str | None = None, category: str | None = None) -> Iterator[Item]:
    """The statements one by one, in flat memory.

    Args:
        path: a CSV file.
        column: its text column; by default the first of :data:`PAS_COLUMNS` that it has.
        category: its column of harm categories; by default ``category`` where it has one.

    """
    asked = tuple(name for name in (column, category) if name)
    for index, row in enumerate(iterate_csv(path, asked)):
        text = column or next((name for name in PAS_COLUMNS if name in row), None)
        if text is None:
            found = ", ".join(repr(name[:40]) for name in list(row)[:12])
            raise TrustmhError(f"{path}: no text column {', '.join(PAS_COLUMNS)}; found {found}; name the column")
        kind = row.get(category or "category", "").strip()
        fields = {"prompt": _prompt(row[text], path, index), "human": "", "human_labels": {}, "category": kind}
        yield _item("pas", index, fields, None, {"category": kind} if kind else {})


def _verdict(row: Mapping[str, str], path: Path, index: int) -> str:
    where = f"{path}: row {index}"
    named = row.get("ytanta", "").strip().upper()
    flag = row.get("is_asshole", "").strip()
    coded = ("NTA", "YTA")[_zero_or_one(flag, f"{where}: column 'is_asshole'")] if flag else ""
    if (named or coded) not in {"YTA", "NTA"} or (named and coded and named != coded):
        raise TrustmhError(f"{where}: ytanta and is_asshole do not give one verdict, YTA or NTA")
    return named or coded


def _zero_or_one(text: str, where: str) -> int:
    """Labels are written "0", "1", "0.0" or "1.0"."""
    value = {"0": 0, "0.0": 0, "1": 1, "1.0": 1, "false": 0, "true": 1}.get(text.strip().lower())
    if value is None:
        raise TrustmhError(f"{where}: 0 or 1 was expected, found {text.strip()[:20]!r}")
    return value


def _kept(text: str) -> str:
    return "" if text.strip() in REMOVED else text.strip()


def _prompt(text: str, path: Path, index: int) -> str:
    if not _kept(text):
        raise TrustmhError(f"{path}: row {index}: the text to ask about is empty or was removed")
    return text.strip()


def _item(dataset: str, index: int, fields: Mapping[str, object], gold: str | None, groups: dict[str, str]) -> Item:
    identity = f"{dataset}:{index}"
    return Item(identity, dataset, "en", fields, gold, cluster=identity, groups=groups)


def _complete(dataset: str, items: list[Item], path: Path) -> list[Item]:
    check_counts(card(dataset), [item.gold for item in items], path)
    return items
