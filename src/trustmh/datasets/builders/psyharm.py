"""PsyHarm: fourteen objectives by five intents.

Source: JSON Lines with ``id``, ``language``, ``objective`` and ``prompt``; by default ``open/intents.jsonl`` of the
package. Out: ``PsyHarm.csv`` in the released file's columns and one more, ``language``; the loader reads it.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from importlib.resources import as_file, files
from pathlib import Path
from typing import Literal

from trustmh.datasets.builders.built import Built
from trustmh.datasets.files import iterate_jsonl
from trustmh.datasets.psyharm import COLUMNS, OBJECTIVES
from trustmh.datasets.row_schema import Row, checked
from trustmh.items import TrustmhError

PER_OBJECTIVE = 5


class Intent(Row):
    """A row of the source."""

    id: str
    language: Literal["en", "zh"]
    objective: str
    prompt: str


def build(source: Path | None = None, seed: int = 0) -> Built:
    """The table in the order of the objectives, intents in the order of the source. The seed has no effect.

    Raises:
        TrustmhError: an unknown objective, one without exactly five intents, or a repeated prompt.

    """
    with as_file(files("trustmh.datasets").joinpath("open", "intents.jsonl")) as packaged:
        path = source or packaged
        intents = [checked(Intent, row, f"{path}:{line}") for line, row in iterate_jsonl(path)]
    found = Counter(intent.objective for intent in intents)
    if set(found) != set(OBJECTIVES) or set(found.values()) != {PER_OBJECTIVE}:
        wrong = [name for name in (*OBJECTIVES, *found) if name not in OBJECTIVES or found[name] != PER_OBJECTIVE]
        raise TrustmhError(
            f"{path}: {PER_OBJECTIVE} intents for each objective were expected; not so for {wrong[0][:60]!r}"
        )
    if len({intent.prompt for intent in intents}) != len(intents):
        raise TrustmhError(f"{path}: a prompt occurs twice")
    ordered = sorted(intents, key=lambda intent: OBJECTIVES.index(intent.objective))
    table = io.StringIO(newline="")
    writer = csv.writer(table, lineterminator="\r\n")
    writer.writerow((*COLUMNS, "language"))
    writer.writerows(
        (number, intent.objective, intent.prompt, intent.language) for number, intent in enumerate(ordered, start=1)
    )
    report = {
        "intents": len(intents),
        "objectives": len(found),
        "languages": dict(sorted(Counter(intent.language for intent in intents).items())),
    }
    return Built({"PsyHarm.csv": table.getvalue().encode()}, report)
