"""ConfAIde tiers 1, 2a and 2b: one self-contained prompt a line, mean human ratings in a second file.

Item fields: ``prompt`` (the line as it stands, literal backslash-n included). Gold is the mean human rating. Ids are
``confaide-<tier>:<line>`` from 0. Tiers 2a and 2b tell the same 98 flows, so items of one flow share a cluster.
"""

from __future__ import annotations

from pathlib import Path

from trustmh.datasets.catalogue import card
from trustmh.datasets.counts import check_counts
from trustmh.datasets.files import read_text
from trustmh.items import Item, TrustmhError


def load(tier: str, prompts: Path, labels: Path) -> list[Item]:
    """Items of one tier (``1``, ``2a`` or ``2b``). Raises :class:`TrustmhError` when the files do not fit together."""
    lines = read_text(prompts).splitlines()
    ratings = [_rating(text, labels, number) for number, text in enumerate(read_text(labels).split(), start=1)]
    if len(lines) != len(ratings):
        raise TrustmhError(f"{prompts}: {len(lines)} prompts but {len(ratings)} ratings in {labels.name}")
    for number, line in enumerate(lines, start=1):
        if not any(char.isalpha() for char in line):
            raise TrustmhError(
                f"{prompts}:{number}: a prompt was expected, found {line[:40]!r}; are prompts and ratings swapped?"
            )
    dataset = f"confaide-{tier}"
    family = "confaide-1" if tier == "1" else "confaide-2"
    items = [
        Item(
            id=f"{dataset}:{index}",
            dataset=dataset,
            language="en",
            fields={"prompt": line},
            gold=rating,
            cluster=f"{family}:{index}",
            groups={"tier": tier},
        )
        for index, (line, rating) in enumerate(zip(lines, ratings, strict=True))
    ]
    check_counts(card(dataset), [item.gold for item in items], prompts)
    return items


def _rating(text: str, path: Path, number: int) -> float:
    try:
        return float(text)
    except ValueError:
        raise TrustmhError(f"{path}: value {number} is not a number: {text[:40]!r}") from None
