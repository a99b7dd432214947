"""The labelled sets: replies and texts written for this project, each with what it is.

``heldout`` rows are a third of the first batch, whose errors were not looked at while the rules were tuned, and the
whole last batch, which was written when the rules stood. ``batch`` tells in which round a row was written; each later
batch was measured once before it was tuned on.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "labelled"
NAMES = ("refusal", "toxicity", "endorsement")
Row = dict[str, Any]


@cache
def rows(name: str) -> tuple[Row, ...]:
    return tuple(json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
