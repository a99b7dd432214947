"""SWMH (Ji et al., arXiv 2004.07601): posts and the forum they come from. Gated; the user brings the files.

CSV files ``train.csv``, ``val.csv`` and ``test.csv`` with columns text and label, the label being the forum. It is a weak
label, not a diagnosis. Item fields: ``text``, ``kind`` (``forum``). Gold is one of :data:`LABELS`. Ids are
``swmh:<file>-<row>``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from trustmh.datasets.catalogue import card
from trustmh.datasets.counts import check_counts
from trustmh.datasets.csv_rows import iterate_csv
from trustmh.items import Item, TrustmhError

#: The forums as the files spell them, by our labels.
LABELS: Mapping[str, str] = {
    "self.depression": "depression",
    "self.SuicideWatch": "suicidal",
    "self.Anxiety": "anxiety",
    "self.bipolar": "bipolar",
    "self.offmychest": "offmychest",
}


def load(*paths: Path) -> list[Item]:
    """All posts of the files in order. Raises :class:`TrustmhError` for a broken file or counts unlike the card's."""
    items = [item for path in paths for item in iterate(path)]
    check_counts(card("swmh"), [item.gold for item in items], paths[0], ids=(item.id for item in items))
    return items


def iterate(path: Path) -> Iterator[Item]:
    """The posts of one file one by one, in flat memory, without a look at the counts."""
    for index, row in enumerate(iterate_csv(path, ("text", "label"))):
        label = LABELS.get(row["label"].strip())
        if label is None:
            raise TrustmhError(f"{path}: row {index}: label is none of {', '.join(LABELS)}")
        yield Item(
            id=f"swmh:{path.stem}-{index}",
            dataset="swmh",
            language="en",
            fields={"text": row["text"].strip(), "kind": "forum"},
            gold=label,
            cluster=f"swmh:{path.stem}-{index}",
            groups={"kind": "forum"},
        )
