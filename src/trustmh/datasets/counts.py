"""Asserting that a loaded dataset has the rows and labels its card declares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from trustmh.datasets.catalogue import Card
from trustmh.items import TrustmhError


def check_counts(card: Card, labels: Sequence[object], path: Path, *, ids: Iterable[str] = ()) -> None:
    """Raise :class:`TrustmhError` naming the difference unless rows and labels agree with the card.

    Args:
        card: the dataset's card; ``items`` and ``counts`` are compared where declared.
        labels: one gold label per item.
        path: named in the message.
        ids: item ids, checked for duplicates when given.
    """
    if card.items is not None and len(labels) != card.items:
        raise TrustmhError(
            f"{path}: {len(labels)} items, {card.id} has {card.items}; the file is incomplete or another version"
        )
    found = Counter(str(label) for label in labels)
    wrong = {name: (found.get(name, 0), count) for name, count in card.counts.items() if found.get(name, 0) != count}
    if wrong:
        listed = ", ".join(f"{name} {have} instead of {want}" for name, (have, want) in wrong.items())
        raise TrustmhError(f"{path}: label counts differ from the card of {card.id}: {listed}")
    repeated = [name for name, count in Counter(ids).items() if count > 1]
    if repeated:
        raise TrustmhError(f"{path}: item ids repeat: {', '.join(repeated[:5])}")
