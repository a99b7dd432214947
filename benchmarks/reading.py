"""How well and how fast replies are read: the corpus figures, the peers' rules on the same replies, and the clock.

Run from the repository: ``python benchmarks/reading.py``. Needs no network and no model. The table goes into
``docs/reading.md``.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.replies.corpus_figures import KINDS, Entry, Figures, entries, figures, measure, offers, read
from tests.replies.test_properties import READERS, UNITS

from trustmh.items import Outcome, Reading
from trustmh.replies import reference_choice

Letter = Callable[[Entry], str | None]


def line(name: str, found: Figures) -> str:
    """One row of a table."""
    return (
        f"| {name} | {found.n} | {found.accuracy:.1%} | {len(found.false_reads)} ({found.false_read_rate:.2%}) "
        f"| {len(found.abstentions)} of {found.readable} ({found.abstention_rate:.1%}) |"
    )


HEADER = "| | replies | accuracy | false reads | abstentions on readable replies |\n|---|---|---|---|---|"


def corpus_table() -> None:
    """Figures of this project's readers by kind, tuned on and never tuned on."""
    for title, heldout in (("tuned on", False), ("never tuned on", True)):
        print(f"\n{title}\n{HEADER}")
        for kind in KINDS:
            print(line(kind, measure([kind], heldout)))
        print(line("all", measure(KINDS, heldout)))
    both = figures(
        (entry, read(kind, entry)) for kind in KINDS for held in (False, True) for entry in entries(kind, held)
    )
    print(f"\nwhole corpus\n{HEADER}\n{line('all', both)}")


def peer_table() -> None:
    """The peers' rules on the choice replies they can handle: options lettered A, B, C, …"""
    print(f"\nchoice replies with lettered options\n{HEADER}")
    for title, heldout in (("", (False, True)), (", never tuned on", (True,))):
        lettered = [entry for held in heldout for entry in entries("choice", held) if _lettered(entry)]
        print(line("trustmh" + title, figures((entry, read("choice", entry)) for entry in lettered)))
        peers: list[tuple[str, Letter]] = [("reference rule (A-D only)", lambda entry: reference_choice(entry["text"]))]
        inspect_rule = inspect_multiple_choice()
        if inspect_rule is not None:
            peers.append(("inspect-ai multiple_choice", inspect_rule))
        for name, rule in peers:
            print(line(name + title, figures((entry, _as_reading(rule(entry), entry)) for entry in lettered)))


def _lettered(entry: Entry) -> bool:
    labels = list(offers()[entry["offer"]])
    return labels == [chr(65 + index) for index in range(len(labels))]


def _as_reading(letter: str | None, entry: Entry) -> Reading:
    if letter is None:
        return Reading(Outcome.UNPARSED)
    return Reading(Outcome.ANSWERED, letter)


def inspect_multiple_choice() -> Letter | None:
    """The rule of inspect-ai's multiple_choice solver, called through its own code; None when it is not installed."""
    try:
        from inspect_ai.model import ModelOutput
        from inspect_ai.solver import TaskState
        from inspect_ai.solver._multiple_choice import parse_answers
    except ImportError:
        return None

    def rule(entry: Entry) -> str | None:
        options = offers()[entry["offer"]]
        state = TaskState(
            model="none/none",  # type: ignore[arg-type]
            sample_id=0,
            epoch=0,
            input="",
            messages=[],
            choices=list(options.values()),
            output=ModelOutput.from_content("none", entry["text"]),
        )
        found = sorted(parse_answers(state, multiple_correct=False))
        return found[0] if len(found) == 1 else None

    return rule


def clock() -> None:
    """10,000 replies of all kinds, and the slowest 100 kB text of the property tests."""
    pool = [
        (kind, entry) for kind in KINDS if kind != "json" for held in (False, True) for entry in entries(kind, held)
    ]
    work = [pool[index % len(pool)] for index in range(10_000)]
    print(f"\n10,000 replies: {_best(lambda: [read(kind, entry) for kind, entry in work], 3):.2f} s of processor time")
    timed: list[tuple[float, str, str]] = []
    for name, run in READERS.items():
        for unit in UNITS:
            timed.append((_best(partial(run, (unit * (100_000 // len(unit) + 1))[:100_000]), 3), name, unit))
    slowest = sorted(timed)[-3:]
    for seconds, name, unit in reversed(slowest):
        print(f"slowest 100 kB: {seconds * 1000:.0f} ms, {name}, {unit!r} repeated")


def _best(run: Callable[[], object], times: int) -> float:
    best = float("inf")
    for _ in range(times):
        start = time.process_time()
        run()
        best = min(best, time.process_time() - start)
    return best


if __name__ == "__main__":
    corpus_table()
    peer_table()
    clock()
