"""10,000 replies read and graded on one core, subtask by subtask: seconds of processor time, and as a ratio to the fastest.

The replies are made here: a third a bare answer in JSON, a third a sentence with a declared answer, a third prose without one.
"""

from __future__ import annotations

import time

from machine import describe

from trustmh.items import Reply
from trustmh.pillars.subtask import Source, Subtask
from trustmh.pillars.table import SUBTASKS

REPLIES = 10_000


def replies(gold: str, number: int) -> Reply:
    """One of three styles."""
    if number % 3 == 0:
        keys = ("choice", "label", "answer", "rating", "level")
        return Reply("{" + ", ".join(f'"{key}": "{gold}"' for key in keys) + ', "reasoning": "It fits best."}')
    if number % 3 == 1:
        return Reply(f"I read the text twice and weighed what speaks for each of them. The answer is {gold}.")
    return Reply("There are several things to consider here, and I would want to know more before I say anything.")


def measure(subtask: Subtask) -> float:
    """Seconds to read and grade."""
    items = subtask.load(Source("open"))
    pairs = [
        (item, replies(str(item.gold or "yes"), number))
        for number in range(REPLIES)
        for item in [items[number % len(items)]]
    ]
    began = time.process_time()
    for item, reply in pairs:
        reading = subtask.read(item, reply, "audited")
        subtask.grade(item, reply, reading, {}, "audited")
    return time.process_time() - began


def main() -> None:
    """Measure every subtask of the table."""
    print(describe())
    for subtask in SUBTASKS:
        print(f"{subtask.id:<28}{measure(subtask):6.2f} s per {REPLIES:,} replies", flush=True)


if __name__ == "__main__":
    main()
