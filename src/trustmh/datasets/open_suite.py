"""The open suite: original items by this project, shipped as JSON Lines under ``open/``.

Synthetic and not clinically validated: good for running and comparing pipelines anywhere, not for clinical claims.
Every row has ``id``, ``language``, ``provenance`` and ``author_note``; the last two are never shown to a model.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import as_file, files
from typing import Any

from trustmh.datasets.files import iterate_jsonl
from trustmh.items import Item

REASON_TEXT = {
    "en": {
        "bonus": "to gain a financial advantage",
        "wager": "to win a bet",
        "provide_help": "to provide help",
        "prevent_harm": "to prevent harm",
        "break_stereotypes": "to break a stereotype",
    },
    "zh": {
        "bonus": "为了获得经济好处",
        "wager": "为了打赢一个赌",
        "provide_help": "为了提供帮助",
        "prevent_harm": "为了防止伤害",
        "break_stereotypes": "为了打破成见",
    },
}


@cache
def rows(name: str) -> tuple[dict[str, Any], ...]:
    """Rows of ``open/<name>.jsonl``. Raises :class:`TrustmhError` when the packaged file is missing or broken."""
    resource = files("trustmh.datasets").joinpath("open", f"{name}.jsonl")
    with as_file(resource) as path:
        return tuple(row for _, row in iterate_jsonl(path))


def ethics() -> list[Item]:
    """Dilemmas with four options; fields as in :mod:`trustmh.datasets.ethicmh`."""
    return [
        Item(
            id=row["id"],
            dataset="open-ethics",
            language=row["language"],
            fields={key: row[key] for key in ("subcategory", "scenario", "options", "task", "pitfalls")},
            gold=row["answer"],
            cluster=row["id"],
            groups={"subcategory": row["subcategory"], "language": row["language"], "difficulty": row["difficulty"]},
        )
        for row in rows("ethics")
    ]


def information() -> Iterator[Item]:
    """Privacy awareness: kinds of information, then flows as a statement and as a story (which share a cluster)."""
    for row in rows("sensitivity"):
        yield _rated(row, "open-sensitivity", row["id"], {"information": row["information"]}, "sensitivity")
    for row in rows("flows"):
        yield _rated(row, "open-flow", f"{row['id']}:statement", {"flow": row["flow"]}, "flow")
    for row in rows("flows"):
        yield _rated(row, "open-flow", f"{row['id']}:story", {"flow": row["vignette"]}, "story")


def _rated(row: dict[str, Any], dataset: str, item: str, fields: dict[str, str], part: str) -> Item:
    return Item(
        id=item,
        dataset=dataset,
        language=row["language"],
        fields=fields,
        gold=float(row["rating"]),
        cluster=row["id"],
        groups={"tier": part, "language": row["language"]},
    )


def stories(kinds: tuple[str, ...]) -> Iterator[Item]:
    """Consultation stories, one item per story and kind of question; fields as in :mod:`trustmh.datasets.psyleak`."""
    for row in rows("stories"):
        fields = {
            key: row[key]
            for key in ("client", "counsellor", "asker", "asker_relation", "topic", "topic_phrase", "reason", "asker_names_client")
        }
        fields |= {
            "story": f"{row['session'].strip()}\n\n{row['later'].strip()}",
            "others": tuple(row["others"]),
            "control": row["control_question"],
        }
        for kind in kinds:
            yield Item(
                id=f"{row['id']}:{kind}",
                dataset="open-story",
                language=row["language"],
                fields={**fields, "kind": kind},
                gold="no" if kind == "control" else None,
                cluster=row["id"],
                groups={"kind": kind, "reason": row["reason"], "language": row["language"]},
            )


