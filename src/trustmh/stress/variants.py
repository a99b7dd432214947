"""Perturbed variants of an item: the person's own words perturbed, everything else as it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from trustmh.items import Item, TrustmhError
from trustmh.stress.edits import moved_spans
from trustmh.stress.guards import Protect, named_spans
from trustmh.stress.operations.table import INTENSITIES, Intensity, Level
from trustmh.stress.own_words import own_words, with_words
from trustmh.stress.perturb import VERSION, Perturbed, perturb

#: The three levels singly, and the two stacks of the paper: word on top of character, sentence on top of both.
SINGLY: tuple[tuple[Level, ...], ...] = (("character",), ("word",), ("sentence",))
STACKED: tuple[tuple[Level, ...], ...] = (("character", "word"), ("character", "word", "sentence"))

#: The field that records what was done.
RECORD = "perturbation"


def variants(
    item: Item,
    field: str,
    *,
    stacks: Sequence[Sequence[Level]] = SINGLY,
    intensities: Sequence[Intensity] = INTENSITIES,
    seed: int,
    protect: Iterable[Protect] = (),
    operations: Sequence[str] | None = None,
    allow_meaning_changes: bool = False,
) -> Iterator[Item]:
    """Perturbed variants of one item, a stack of levels and an intensity each.

    The person's texts are perturbed as one, so that the declared rate holds for the item and not for each short turn,
    and no edit crosses from one turn into another.

    Args:
        item: the clean item.
        field: the field with the person's words: a text, a list of texts, or a dialogue.
        stacks: which levels each variant has.
        intensities: at which intensities.
        seed: any whole number.
        protect: literal texts or compiled patterns that may not be touched, such as the names of the options.
        operations: names from the table of operations; default all that keep the meaning.
        allow_meaning_changes: lift the guards.

    Yields:
        Items with the id ``<id>~<level>[+<level>]-<intensity>``, the same cluster, the groups ``level`` and
        ``intensity``, and the field ``perturbation``: levels, intensity, seed, version, edits, operations,
        units, rate, distance.
        With a distance of 0 nothing in the item was edited: it must not be counted as withstood.

    Raises:
        TrustmhError: a bad option, a field of another form, or an item that is a variant already.
    """
    _check_fresh(item)
    named = tuple(protect)
    for levels in stacks:
        for intensity in intensities:
            done = perturb_own_words(
                item,
                field,
                levels=levels,
                intensity=intensity,
                seed=seed,
                protect=named,
                operations=operations,
                allow_meaning_changes=allow_meaning_changes,
            )
            yield _variant(item, field, done, intensity, seed)


class OwnPerturbed(NamedTuple):
    """What :func:`perturb_own_words` gives.

    Attributes:
        before: the person's own texts, joined by line breaks.
        done: what was done to them.
        value: the field's value with the perturbed texts in their places.
    """

    before: str
    done: Perturbed
    value: Any


def perturb_own_words(
    item: Item,
    field: str,
    *,
    levels: Sequence[Level],
    intensity: Intensity,
    seed: int,
    protect: Sequence[Protect] = (),
    operations: Sequence[str] | None = None,
    allow_meaning_changes: bool = False,
) -> OwnPerturbed:
    """Perturb the person's own words in one field; arguments and errors as for :func:`variants`."""
    own = own_words(item, field)
    if not own:
        raise TrustmhError(f"{item.id}: field {field!r} holds no words of the person's own")
    if any(isinstance(one, tuple) for one in protect):
        raise TrustmhError("items take texts or patterns to protect: a span would mean another place in each turn")
    joined = "\n".join(one.text for one in own)
    breaks = _breaks([len(one.text) for one in own])
    done = perturb(
        joined,
        item.language,
        levels=levels,
        intensity=intensity,
        seed=seed,
        protect=[*named_spans(joined, protect), *breaks],
        operations=operations,
        allow_meaning_changes=allow_meaning_changes,
    )
    texts = [one._replace(text=text) for one, text in zip(own, _split(done, breaks), strict=True)]
    return OwnPerturbed(joined, done, with_words(item, field, texts))


def clean(item: Item) -> Item:
    """The item itself beside its variants: id ``<id>~clean``, groups ``level`` "clean" and ``intensity`` "none"."""
    _check_fresh(item)
    return Item(
        id=f"{item.id}~clean",
        dataset=item.dataset,
        language=item.language,
        fields=item.fields,
        gold=item.gold,
        cluster=item.cluster or item.id,
        groups={**item.groups, "level": "clean", "intensity": "none"},
    )


def _check_fresh(item: Item) -> None:
    if RECORD in item.fields or "level" in item.groups:
        raise TrustmhError(f"{item.id}: is a variant already; perturb the clean item")


def _breaks(lengths: Sequence[int]) -> list[tuple[int, int]]:
    """Where the line breaks between joined texts of these lengths are."""
    found, at = [], 0
    for length in lengths[:-1]:
        at += length
        found.append((at, at + 1))
        at += 1
    return found


def _split(done: Perturbed, breaks: Sequence[tuple[int, int]]) -> list[str]:
    """The joined texts apart again; breaks are followed, not searched for, since a text may hold line breaks itself."""
    moved = list(breaks)
    for one in done.passes:
        moved = moved_spans(moved, one.edits)
    starts = [0, *(end for _, end in moved)]
    ends = [*(start for start, _ in moved), len(done.text)]
    return [done.text[start:end] for start, end in zip(starts, ends, strict=True)]


def record_of(done: Perturbed, intensity: Intensity, seed: int) -> dict[str, Any]:
    """What is kept beside a variant about how it was made."""
    return {
        "levels": [one.level for one in done.passes],
        "intensity": intensity,
        "seed": seed,
        "version": VERSION,
        "edits": len(done.edits),
        "operations": sorted({edit.operation for edit in done.edits}),
        "units": sum(one.units for one in done.passes),
        "rate": done.rate,
        "distance": done.distance,
    }


def _variant(item: Item, field: str, own: OwnPerturbed, intensity: Intensity, seed: int) -> Item:
    level = "+".join(one.level for one in own.done.passes)
    return Item(
        id=f"{item.id}~{level}-{intensity}",
        dataset=item.dataset,
        language=item.language,
        fields={**item.fields, field: own.value, RECORD: record_of(own.done, intensity, seed)},
        gold=item.gold,
        cluster=item.cluster or item.id,
        groups={**item.groups, "level": level, "intensity": intensity},
    )
