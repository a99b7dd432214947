"""Other orders of the options, to see whether a model prefers a place: rotation for questions, shuffling for scenes.

The right answer moves with its text, and clusters stay, so that variants of one item are resampled together.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from trustmh.items import NOT_THE_MODEL, Grade, Item

#: Field of a rotated question: by how many places its options were moved on.
CIRCLE = "rotation"


def rotations(item: Item) -> list[Item]:
    """A question once for each rotation of its options (CircularEval of OpenCompass), told apart by their ids."""
    turned = [rotated(item, places) for places in range(len(item.fields["options"]))]
    return [
        replace(one, id=f"{item.id}:rotation-{places}", fields={**one.fields, CIRCLE: places})
        for places, one in enumerate(turned)
    ]


def rotated(item: Item, places: int) -> Item:
    """A question of ``knowledge`` with its options moved on by ``places``, around the end; the letters stay in order."""
    options = item.fields["options"]
    letters, texts = list(options), list(options.values())
    shift = places % len(letters)
    turned = dict(zip(letters, texts[-shift:] + texts[:-shift], strict=True))
    gold = letters[(letters.index(str(item.gold)) + shift) % len(letters)]
    return replace(item, fields={**item.fields, "options": turned}, gold=gold)


def whole_circles(grades: Sequence[Grade], measure: str) -> list[Grade]:
    """One grade a question, that of its worst rotation: a question is right when every rotation of it is.

    A rotation that says nothing about the model (a provider error) is the worst: without it there is no circle, and the
    question leaves the score as that rotation does.
    """
    circles: dict[str, list[Grade]] = {}
    for grade in grades:
        circles.setdefault(grade.item.cluster, []).append(grade)
    return [
        min(circle, key=lambda grade: (grade.outcome not in NOT_THE_MODEL, grade.measures[measure] or 0.0))
        for circle in circles.values()
    ]


def shuffled(item: Item, seed: int) -> Item:
    """A scene of ``emotion_recognition`` with both lists of choices shuffled, the same for the same item and seed."""
    order = random.Random(f"{seed}:{item.id}")
    fields = dict(item.fields)
    for name in ("emotion_choices", "cause_choices"):
        choices = list(fields[name])
        order.shuffle(choices)
        fields[name] = choices
    return replace(item, fields=fields)
