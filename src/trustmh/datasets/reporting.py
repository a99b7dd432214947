"""A report on a dataset: sizes, languages, labels, baselines, duplicates. Never a text."""

from __future__ import annotations

import string
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev

from trustmh.datasets.catalogue import Card, cards, find_file
from trustmh.datasets.loading import load
from trustmh.datasets.text_identity import fingerprints, item_text
from trustmh.items import Item, TrustmhError

#: Groups with more values than this are no breakdown.
MOST_VALUES = 40


@dataclass(frozen=True, slots=True)
class Balance:
    """Labels of a dataset.

    Attributes:
        counts: items per label, the most frequent first; empty for ratings and for items without gold.
        majority: share of the most frequent label, the score of always answering it; None without labels.
        rating: mean, standard deviation, least and greatest of numeric gold; None otherwise.
        without_gold: items that are judged, not compared.
    """

    counts: Mapping[str, int]
    majority: float | None
    rating: tuple[float, float, float, float] | None
    without_gold: int


@dataclass(frozen=True, slots=True)
class DatasetReport:
    """What a loaded dataset holds.

    Attributes:
        items: items a model is asked.
        clusters: dialogues, stories or questions behind them.
        languages: items per language.
        labels: balance per part: ``all``, one entry per value of the group ``kind``, or the places of right choices.
        groups: group -> value -> items.
        lengths: least, middle and greatest length of the text, in characters.
        duplicates: ids of items that say what an earlier item of another cluster says, with that item's id.
        shared: other dataset -> pairs of ids that say the same.
        compared: datasets that were here to be compared.
    """

    dataset: str
    items: int
    clusters: int
    languages: Mapping[str, int]
    labels: Mapping[str, Balance]
    groups: Mapping[str, Mapping[str, int]]
    lengths: tuple[int, int, int]
    duplicates: tuple[tuple[str, str], ...]
    shared: Mapping[str, tuple[tuple[str, str], ...]]
    compared: tuple[str, ...]


def report(card: Card, root: Path | None = None) -> DatasetReport:
    """Load a dataset and every other one that is here, and report on the first.

    Raises:
        TrustmhError: the dataset is not here or does not load. Other datasets that do not load are left out.
    """
    items = load(card.id, root)
    if not items:
        raise TrustmhError(f"{card.id}: no items")
    others = {name: found for name in _present(card.id, root) if (found := _try(name, root))}
    prints = _by_fingerprint(items)
    sizes = sorted(len(item_text(item)) for item in items)
    return DatasetReport(
        dataset=card.id,
        items=len(items),
        clusters=len({item.cluster or item.id for item in items}),
        languages=dict(Counter(item.language for item in items)),
        labels=_labels(items),
        groups=_groups(items),
        lengths=(sizes[0], sizes[len(sizes) // 2], sizes[-1]),
        duplicates=_repeats(prints),
        shared={name: pairs for name, found in others.items() if (pairs := _shared(prints, found))},
        compared=tuple(others),
    )


def balance(gold: Sequence[str | float | None]) -> Balance:
    """Counts and majority share of labels, or mean and spread of ratings."""
    given = [value for value in gold if value is not None]
    without = len(gold) - len(given)
    numbers = [value for value in given if not isinstance(value, str)]
    if numbers:
        spread = stdev(numbers) if len(numbers) > 1 else 0.0
        return Balance({}, None, (fmean(numbers), spread, min(numbers), max(numbers)), without)
    counts = dict(Counter(str(value) for value in given).most_common())
    majority = max(counts.values()) / len(given) if counts else None
    return Balance(counts, majority, None, without)


def _labels(items: Sequence[Item]) -> dict[str, Balance]:
    """Balance of the gold labels; where gold is one of a list of choices, of its place in the list."""
    if all("emotion_choices" in item.fields for item in items):
        return {
            f"place of the right {what}": balance([_place(item, what) for item in items])
            for what in ("emotion", "cause")
        }
    return {part: balance([item.gold for item in chosen]) for part, chosen in _parts(items).items()}


def _place(item: Item, what: str) -> str:
    choices: Sequence[str] = item.fields[f"{what}_choices"]
    return string.ascii_uppercase[list(choices).index(item.fields[f"{what}_label"])]


def _parts(items: Sequence[Item]) -> dict[str, list[Item]]:
    """One part, or one per kind of item: two gradings of one dialogue are not one scale."""
    kinds = {item.groups.get("kind", "") for item in items}
    if len(kinds) < 2:
        return {"all": list(items)}
    parts: dict[str, list[Item]] = defaultdict(list)
    for item in items:
        parts[item.groups.get("kind", "")].append(item)
    return dict(parts)


def _groups(items: Sequence[Item]) -> dict[str, dict[str, int]]:
    names = dict.fromkeys(name for item in items for name in item.groups if name != "language")
    found = {name: Counter(item.groups[name] for item in items if name in item.groups) for name in names}
    return {name: dict(counts.most_common()) for name, counts in found.items() if len(counts) <= MOST_VALUES}


def _by_fingerprint(items: Iterable[Item]) -> dict[str, list[Item]]:
    """One item per cluster and mark: the questions about one story are no duplicates."""
    found: dict[str, list[Item]] = defaultdict(list)
    for item in items:
        for mark in fingerprints(item):
            if all(other.cluster != item.cluster for other in found[mark]):
                found[mark].append(item)
    return dict(found)


def _repeats(prints: Mapping[str, Sequence[Item]]) -> tuple[tuple[str, str], ...]:
    return tuple(dict.fromkeys((later.id, group[0].id) for group in prints.values() for later in group[1:]))


def _shared(prints: Mapping[str, Sequence[Item]], others: Sequence[Item]) -> tuple[tuple[str, str], ...]:
    pairs = ((prints[mark][0].id, group[0].id) for mark, group in _by_fingerprint(others).items() if mark in prints)
    return tuple(dict.fromkeys(pairs))


def _present(dataset: str, root: Path | None) -> list[str]:
    from trustmh.datasets.cache import data_folder

    folder = data_folder() if root is None else root
    return [
        one.id
        for one in cards().values()
        if one.id != dataset
        and (one.access == "package" or (one.files and all(find_file(one, entry, folder) for entry in one.files)))
    ]


def _try(dataset: str, root: Path | None) -> list[Item]:
    try:
        return load(dataset, root)
    except TrustmhError:
        return []
