"""Other orders of the options, to see whether a model prefers a place: rotation for questions, shuffling for scenes.

The right answer moves with its text. Ids and clusters stay, so that variants of one item can be compared and resampled
together.
"""

from __future__ import annotations

import random
from dataclasses import replace

from trustmh.items import Item


def rotated(item: Item, places: int) -> Item:
    """A question of ``knowledge`` with its options moved on by ``places``, around the end; the letters stay in order.

    Asking every rotation and counting only items that are right in all of them is CircularEval (OpenCompass).
    """
    options = item.fields["options"]
    letters, texts = list(options), list(options.values())
    shift = places % len(letters)
    turned = dict(zip(letters, texts[-shift:] + texts[:-shift], strict=True))
    gold = letters[(letters.index(str(item.gold)) + shift) % len(letters)]
    return replace(item, fields={**item.fields, "options": turned}, gold=gold)


def shuffled(item: Item, seed: int) -> Item:
    """A scene of ``emotion_recognition`` with both lists of choices shuffled, the same for the same item and seed."""
    order = random.Random(f"{seed}:{item.id}")
    fields = dict(item.fields)
    for name in ("emotion_choices", "cause_choices"):
        choices = list(fields[name])
        order.shuffle(choices)
        fields[name] = choices
    return replace(item, fields=fields)
