"""ESConv_fair: the conversations of ESConv in which nothing says or hints who the speakers are.

Source: ESConv in any of its forms, or any conversations in that schema, English or Chinese. Out: ``ESConv_fair.json``, the
conversations that are kept, unchanged, and a report with the reason for every removal: attribute, direct or implied, the
words that matched and where. Word lists are data (``identity_cues.toml``). The filter is strict: a mention of somebody
else's gender removes a conversation too, because the listener may take it for the speaker's. It finds words, not meanings,
so what it keeps must still be read by a person.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from trustmh.datasets.builders.built import Built, pretty_json
from trustmh.datasets.esconv import Conversation, conversations, rows
from trustmh.items import TrustmhError

#: Longest match that a report quotes.
QUOTED = 40


@dataclass(frozen=True, slots=True)
class Cue:
    """One reason: ``where`` is ``situation`` or the number of the turn."""

    attribute: str
    kind: str
    words: str
    where: str


def build(source: Path | None, seed: int = 0) -> Built:
    """The conversations without a cue, and the report. The seed has no effect.

    Raises:
        TrustmhError: no source or a broken one.

    """
    if source is None:
        raise TrustmhError("ESConv_fair is filtered from ESConv: give its file")
    kept: list[dict[str, Any]] = []
    kept_rows: list[int] = []
    removals: list[dict[str, Any]] = []
    for conversation, (_, row) in zip(conversations(source), rows(source), strict=True):
        cues = identity_cues(conversation)
        if cues:
            removals.append({"conversation": conversation.number, "cues": [asdict(cue) for cue in cues]})
        else:
            kept.append(row)
            kept_rows.append(conversation.number)
    by_kind = Counter(
        kind for removal in removals for kind in {f"{cue['attribute']}/{cue['kind']}" for cue in removal["cues"]}
    )
    report = {
        "conversations": len(kept) + len(removals),
        "kept": len(kept),
        "removed": len(removals),
        "removed_by": dict(sorted(by_kind.items())),
        "kept_conversations": kept_rows,
        "removals": removals,
    }
    return Built({"ESConv_fair.json": pretty_json(kept)}, report)


def identity_cues(conversation: Conversation) -> list[Cue]:
    """Every cue of a conversation: in the seeker's description of the situation, then turn by turn."""
    texts = [("situation", conversation.situation)]
    texts += [(str(number), turn["content"]) for number, turn in enumerate(conversation.turns)]
    return [cue for where, text in texts for cue in cues_in(text, where)]


def cues_in(text: str, where: str = "") -> Sequence[Cue]:
    """The cues of one text, by attribute, each match of words once."""
    found: dict[Cue, None] = {}
    for attribute, kind, pattern in _patterns():
        for match in pattern.finditer(text):
            found[Cue(attribute, kind, match.group().lower()[:QUOTED], where)] = None
    return list(found)


@cache
def _patterns() -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    text = files("trustmh.datasets.builders").joinpath("identity_cues.toml").read_text(encoding="utf-8")
    return tuple(
        (
            attribute,
            kind,
            re.compile(f"(?<![A-Za-z'’])(?:{'|'.join(lists['en'])})(?![A-Za-z])|{'|'.join(lists['zh'])}", re.I),
        )
        for attribute, kinds in tomllib.loads(text).items()
        for kind, lists in kinds.items()
    )
