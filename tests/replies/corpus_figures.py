"""The corpus of replies: loading it, reading it, and the figures of a reader on it.

Each line of ``corpus/<kind>.jsonl`` is one reply written for this project: its text, the stop reason, what was offered
(a key of ``offers.json``), the right outcome, the right value, and why. The files in :data:`UNSEEN` were written before
the readers saw them, their misses have not been looked at and nothing was tuned on them. Rounds that have been looked at
stand in the files of :data:`TUNED`; round 4 is the independent one, written without sight of the readers' code.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from trustmh.items import Language, Outcome, Reading, Reply, Stop
from trustmh.replies import read_choice, read_json, read_label, read_names, read_rating, read_yes_no

CORPUS = Path(__file__).parent / "corpus"
#: Endings of the files that the readers were tuned on, and of those they were not.
TUNED = ("", "_round4", "_round5", "_round6", "_round7")
UNSEEN = ("_heldout", "_round8")
KINDS = ("choice", "label", "rating", "yes_no", "names", "json")

Entry = Mapping[str, Any]
Reader = Callable[[Entry], Reading]


@cache
def offers() -> Mapping[str, Any]:
    """What the corpus's items offer, by name."""
    return json.loads((CORPUS / "offers.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def entries(kind: str, heldout: bool) -> list[Entry]:
    """The corpus of one kind, in file order: the rounds never tuned on, or all others."""
    return [entry for ending in (UNSEEN if heldout else TUNED) for entry in entries_of(kind, ending)]


def entries_of(kind: str, ending: str) -> list[Entry]:
    """One file of the corpus."""
    path = CORPUS / f"{kind}{ending}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def reply_of(entry: Entry) -> Reply:
    """An entry as a reply."""
    return Reply(entry["text"], Stop(entry.get("stop", "stop")))


def read(kind: str, entry: Entry) -> Reading:
    """An entry through this project's reader of its kind."""
    if kind == "json":
        return _read_json(entry)
    reply, offer = reply_of(entry), offers().get(entry["offer"], {})
    language: Language = entry["language"]
    if kind == "choice":
        return read_choice(reply, offer, language)
    if kind == "label":
        return read_label(reply, offer, language)
    if kind == "rating":
        allowed = tuple(offer["range"]) if "range" in offer else list(offer["allowed"])
        return read_rating(reply, allowed, offer["phrases"], language)
    if kind == "yes_no":
        return read_yes_no(reply, language)
    reading = read_names(reply, language, tuple(offer.get("known", ())))
    return Reading(reading.outcome, None if reading.value is None else list(reading.value), reading.rule)


def _read_json(entry: Entry) -> Reading:
    found = read_json(entry["text"])
    if found.value is None:
        return Reading(Outcome.UNPARSED, None, found.problem)
    return Reading(Outcome.ANSWERED, found.value, found.rule)


def right_outcome(entry: Entry) -> str:
    """The outcome an entry should have."""
    if "outcome" in entry:
        return str(entry["outcome"])
    return "answered" if "value" in entry else "unparsed"


@dataclass(frozen=True)
class Figures:
    """How a reader did. Shares: ``accuracy`` and ``false_reads`` over all, ``abstentions`` over readable replies."""

    n: int
    readable: int
    right: int
    false_reads: tuple[str, ...]
    abstentions: tuple[str, ...]
    other_outcome: tuple[str, ...]

    @property
    def accuracy(self) -> float:
        """Share of replies with the right value, or rightly without one."""
        return self.right / self.n if self.n else 0.0

    @property
    def false_read_rate(self) -> float:
        """Share of replies from which a wrong value was read: worse than abstaining."""
        return len(self.false_reads) / self.n if self.n else 0.0

    @property
    def abstention_rate(self) -> float:
        """Share of readable replies from which nothing was read."""
        return len(self.abstentions) / self.readable if self.readable else 0.0


def figures(pairs: Iterable[tuple[Entry, Reading]]) -> Figures:
    """Compare readings with what is right."""
    counts: Counter[str] = Counter()
    false_reads: list[str] = []
    abstentions: list[str] = []
    other: list[str] = []
    for entry, reading in pairs:
        counts["n"] += 1
        wanted = right_outcome(entry)
        answered = reading.outcome is Outcome.ANSWERED
        counts["readable"] += wanted == "answered"
        if answered and (wanted != "answered" or reading.value != entry["value"]):
            false_reads.append(entry["id"])
        elif not answered and wanted == "answered":
            abstentions.append(entry["id"])
        else:
            counts["right"] += 1
            if reading.outcome.value != wanted:
                other.append(entry["id"])
    return Figures(
        counts["n"], counts["readable"], counts["right"], tuple(false_reads), tuple(abstentions), tuple(other)
    )


def measure_round(ending: str) -> Figures:
    """The figures on one round, all kinds."""
    return figures((entry, read(kind, entry)) for kind in KINDS for entry in entries_of(kind, ending))


def measure(kinds: Iterable[str], heldout: bool) -> Figures:
    """The figures of this project's readers on some kinds of the corpus."""
    return figures((entry, read(kind, entry)) for kind in kinds for entry in entries(kind, heldout))
