"""Taking a part of a subtask's items: by language, and a few of each kind for a short run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from trustmh.datasets.open_rows import rows_from
from trustmh.items import Item, Language, TrustmhError
from trustmh.pillars.subtask import Source, Subtask


def select(subtask: Subtask, source: Source, limit: int | None) -> list[Item]:
    """The items of a subtask in the wanted languages, at most ``limit`` units of them.

    Raises:
        TrustmhError: data not found or broken, or no item in these languages.
    """
    items = in_languages(load_items(subtask, source), source.languages)
    return items if limit is None else first_units(items, limit, subtask.unit)


def load_items(subtask: Subtask, source: Source) -> list[Item]:
    """All items of a subtask. A suite of the user's own goes the way of the open suite, with other rows."""
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


def first_units(items: Sequence[Item], limit: int, unit: Callable[[Item], str]) -> list[Item]:
    """All items of ``limit`` units, spread evenly over datasets, languages and gold labels, in file order.

    A unit (a story, a flow, an item with its variants) is taken whole or not at all. Units are dealt in turn from each
    stratum in file order: the choice is deterministic and a larger limit contains a smaller one. Datasets and languages
    come first, gold labels within them.
    """
    strata: dict[tuple[str, str], dict[str, dict[str, list[str]]]] = {}
    seen: set[str] = set()
    for item in items:
        name = unit(item)
        if name not in seen:
            seen.add(name)
            gold = item.gold if isinstance(item.gold, str) else ""
            by_gold = strata.setdefault((item.dataset, item.language), {})
            by_gold.setdefault(gold, {}).setdefault(item.cluster, []).append(name)
    dealt = _in_turn(
        [_in_turn([_diagonal(by_cluster) for by_cluster in by_gold.values()]) for by_gold in strata.values()]
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
