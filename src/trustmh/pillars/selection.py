"""Taking a part of a subtask's items: by language, and a few of each kind for a short run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from trustmh.datasets.open_rows import rows_from
from trustmh.items import Item, Language, TrustmhError
from trustmh.pillars.subtask import Source, Subtask, gold_label


def select(subtask: Subtask, source: Source, limit: int | None) -> list[Item]:
    """The items of a subtask in the wanted languages, at most ``limit`` units of them.

    Raises:
        TrustmhError: data not found or broken, or no item in these languages.
    """
    items = in_languages(load_items(subtask, source), source.languages)
    return items if limit is None else first_units(items, limit, subtask.unit, subtask.stratum)


class NotInSuiteError(TrustmhError):
    """A subtask without a dataset in the suite that is asked for."""


def load_items(subtask: Subtask, source: Source) -> list[Item]:
    """All items of a subtask. A suite of the user's own goes the way of the open suite, with other rows.

    Raises:
        TrustmhError: data not found or broken; :class:`NotInSuiteError` when there is no dataset to look for.
    """
    if not subtask.datasets.get("paper" if source.suite == "paper" else "open"):
        raise NotInSuiteError(
            f"{subtask.id} has no dataset in the {source.suite} suite; it has one in: "
            f"{', '.join(name for name, datasets in subtask.datasets.items() if datasets) or 'none'}. Name another --suite, "
            "or leave it out with --subtask"
        )
    if source.suite != "own":
        return subtask.load(source)
    if source.root is None:
        raise TrustmhError("--suite own needs the folder of your files: give it with --data DIR")
    if not source.root.is_dir():
        raise TrustmhError(f"{source.root}: no such folder; give the folder of your files with --data")
    with rows_from(source.root):
        return subtask.load(replace(source, suite="open"))


def in_languages(items: Sequence[Item], languages: Sequence[Language]) -> list[Item]:
    """Items in the wanted languages. Raises :class:`TrustmhError` when none is left."""
    kept = [item for item in items if item.language in languages]
    if not kept:
        held = ", ".join(sorted({item.language for item in items}))
        raise TrustmhError(f"no items in {', '.join(languages)}; this data is in {held or 'no language'}")
    return kept


def first_units(
    items: Sequence[Item], limit: int, unit: Callable[[Item], str], stratum: Callable[[Item], str] = gold_label
) -> list[Item]:
    """All items of ``limit`` units, spread evenly over datasets, languages and strata, in file order.

    A unit (a story, a flow, an item with its variants) is taken whole or not at all. Units are dealt in turn from each
    kind in file order: the choice is deterministic and a larger limit contains a smaller one. Datasets and languages
    come first, strata within them (:attr:`Subtask.stratum`).
    """
    kinds: dict[tuple[str, str], dict[str, dict[str, list[str]]]] = {}
    seen: set[str] = set()
    for item in items:
        name = unit(item)
        if name not in seen:
            seen.add(name)
            strata = kinds.setdefault((item.dataset, item.language), {})
            strata.setdefault(stratum(item), {}).setdefault(item.cluster, []).append(name)
    dealt = _in_turn(
        [_in_turn([_diagonal(strata[name]) for name in sorted(strata, key=bool)]) for strata in kinds.values()]
    )
    taken = set(dealt[:limit])
    return [item for item in items if unit(item) in taken]


def _diagonal(by_cluster: Mapping[str, Sequence[str]]) -> list[str]:
    """One unit from each cluster in turn, a later one from each next cluster: other turns, other methods, other people."""
    rotated = []
    for place, units in enumerate(by_cluster.values()):
        start = place % len(units)
        rotated.append([*units[start:], *units[:start]])
    return _in_turn(rotated)


def _in_turn(queues: Sequence[Sequence[str]]) -> list[str]:
    """One from each queue, then the next from each, until all are empty."""
    longest = max(map(len, queues), default=0)
    return [queue[turn] for turn in range(longest) for queue in queues if turn < len(queue)]
