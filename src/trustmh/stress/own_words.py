"""The person's own words in an item: the parts of a field that a perturbation or a profile may change.

A field is a text, a list of texts (posts), or a dialogue: a list of turns with ``speaker`` or ``role`` and ``text`` or
``content``, of which only the seeker's, patient's, client's or user's are the person's own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from trustmh.items import Item, TrustmhError

#: Who is helped, as the datasets name them.
PERSONS = frozenset({"seeker", "patient", "client", "user", "usr", "求助者", "来访者", "患者"})


class Own(NamedTuple):
    """One text of the person's own: the turn's place in the field (None for a plain text) and its key in the turn."""

    turn: int | None
    key: str | None
    text: str


def own_words(item: Item, field: str) -> list[Own]:
    """The person's own texts in a field, in order.

    Raises:
        TrustmhError: no such field, or a form that is none of those above.
    """
    if field not in item.fields:
        raise TrustmhError(f"{item.id}: no field {field!r}; it has {', '.join(item.fields)}")
    value = item.fields[field]
    if isinstance(value, str):
        return [Own(None, None, value)]
    if not isinstance(value, Sequence):
        raise TrustmhError(f"{item.id}: field {field!r} is neither a text nor a list of texts or turns")
    found = [_own(turn, place, f"{item.id}: field {field!r}, turn {place + 1}") for place, turn in enumerate(value)]
    return [own for own in found if own is not None]


def _own(turn: Any, place: int, where: str) -> Own | None:
    if isinstance(turn, str):
        return Own(place, None, turn)
    if isinstance(turn, Mapping):
        speaker = turn.get("speaker", turn.get("role"))
        for key in ("text", "content"):
            if isinstance(turn.get(key), str) and isinstance(speaker, str):
                return Own(place, key, turn[key]) if speaker in PERSONS else None
    raise TrustmhError(f"{where}: neither a text nor a turn with speaker and text")


def with_words(item: Item, field: str, texts: Sequence[Own]) -> Any:
    """The field's value with these texts in their places; the item's own value is left as it is."""
    value = item.fields[field]
    if isinstance(value, str):
        return texts[0].text
    changed = list(value)
    for own in texts:
        assert own.turn is not None
        changed[own.turn] = own.text if own.key is None else {**changed[own.turn], own.key: own.text}
    return tuple(changed) if isinstance(value, tuple) else changed
