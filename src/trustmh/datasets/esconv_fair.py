"""ESConv_fair.json: eleven ESConv conversations without identity cues, the source of counterfactual profiles.

Item fields: ``dialog`` (turns of ``speaker`` and ``content``, neighbours of one speaker merged, up to the last seeker
turn), ``situation``, ``emotion_type``, ``problem_type``. Ids are ``esconv-fair:<conversation>``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from trustmh.datasets.catalogue import card
from trustmh.datasets.counts import check_counts
from trustmh.datasets.dialogue import merge_turns, until_seeker
from trustmh.datasets.esconv import conversations
from trustmh.items import Item, TrustmhError


def load(path: Path) -> list[Item]:
    """All conversations in file order. Raises :class:`TrustmhError` for a broken file or counts unlike the card's."""
    items = list(iterate(path))
    check_counts(card("esconv-fair"), [item.gold for item in items], path, ids=(item.id for item in items))
    return items


def iterate(path: Path) -> Iterator[Item]:
    """The conversations one by one, without a look at the counts."""
    for conversation in conversations(path):
        dialog = until_seeker(merge_turns(conversation.turns))
        if not dialog:
            raise TrustmhError(f"{path}: row {conversation.number}: the seeker says nothing")
        identity = f"esconv-fair:{conversation.number}"
        yield Item(
            id=identity,
            dataset="esconv-fair",
            language="en",
            fields={
                "dialog": dialog,
                "situation": conversation.situation,
                "emotion_type": conversation.emotion_type,
                "problem_type": conversation.problem_type,
            },
            cluster=identity,
            groups={"emotion_type": conversation.emotion_type},
        )
