"""JailbreakMH: fourteen methods around each intent, with seeded shells in this project's own words.

Source: a PsyHarm table (the released one or a built one); by default the intents of the open suite. Out:
``JailbreakMH.jsonl`` with ``id``, ``language``, ``intent``, ``objective``, ``method``, ``shell`` and ``prompt``, so that
the intent of every row is named, which the released file leaves to a rule.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from trustmh.datasets import open_suite, psyharm
from trustmh.datasets.builders.built import Built, jsonl
from trustmh.stress.jailbreaks import build_jailbreaks, methods


def build(source: Path | None = None, seed: int = 0) -> Built:
    """Every method on every intent; the seed chooses among the shells of a method. Errors as in PsyHarm's loader."""
    intents = open_suite.intents() if source is None else list(psyharm.iterate(source))
    items = build_jailbreaks(intents, dataset="jailbreak", seed=seed)
    rows = [
        {
            "id": item.id,
            "language": item.language,
            **{key: item.fields[key] for key in ("intent", "objective", "method", "shell", "prompt")},
        }
        for item in items
    ]
    used = Counter((item.fields["method"], item.language, item.fields["shell"]) for item in items)
    report = {
        "items": len(items),
        "intents": len(intents),
        "seed": seed,
        "methods": {name: sum(count for key, count in used.items() if key[0] == name) for name in methods()},
        "shells_used": {name: len({key[1:] for key in used if key[0] == name}) for name in methods()},
    }
    return Built({"JailbreakMH.jsonl": jsonl(rows)}, report)
