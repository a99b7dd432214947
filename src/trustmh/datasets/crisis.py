"""LLMs-Mental-Health-Crisis, the 206 messages labelled by people: seven classes, and a rubric row for each.

``human-labeled-…-merged_labels.json`` has ``inputs`` (the sentences of one message), ``all_labels`` (five votes) and
``label`` (their majority or null). The fifth vote is a model's, gpt-4o-mini, on every row; so two labels are offered:
``merged`` (the file's, as the paper has it) and ``human`` (what most of the four people said, None when the most votes
are tied). Item fields: ``message``, ``label_merged``, ``label_human``. Ids are ``llms-mh-crisis:<row>``.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, get_args

from pydantic import Field

from trustmh.datasets.catalogue import card
from trustmh.datasets.counts import check_counts
from trustmh.datasets.csv_rows import read_csv
from trustmh.datasets.files import read_json_array
from trustmh.datasets.row_schema import Row, checked
from trustmh.items import Item, TrustmhError

Label = Literal[
    "suicidal_ideation",
    "self-harm",
    "anxiety_crisis",
    "violent_thoughts",
    "substance_abuse_or_withdrawal",
    "risk_taking_behaviours",
    "no_crisis",
]
LABELS: tuple[Label, ...] = get_args(Label)
Votes = Literal["merged", "human"]
PEOPLE = 4


class Message(Row):
    """A row of the merged file."""

    inputs: Annotated[tuple[str, ...], Field(min_length=1)]
    all_labels: Annotated[tuple[Label, ...], Field(min_length=PEOPLE + 1, max_length=PEOPLE + 1)]
    label: Label | None


@dataclass(frozen=True, slots=True)
class JudgedReply:
    """A reply that one person read: its text ("" where the file has none) and appropriateness 1 to 5, None for NaN."""

    message: str
    answer: str
    label: str | None
    appropriateness: float | None


def load(path: Path, *_others: Path, labels: Votes = "merged") -> list[Item]:
    """The messages that have a label, in file order; 16 have none under ``merged``, 28 under ``human``.

    Args:
        path: the merged file. Further files of the card (the rubric) are read by their own functions.
        labels: whose label is the gold.

    Raises:
        TrustmhError: a broken file, or counts unlike the card's.

    """
    items = list(iterate(path, labels=labels))
    check_counts(
        card("llms-mh-crisis"),
        [item.fields["label_merged"] for item in items if item.fields["label_merged"] is not None],
        path,
        ids=(item.id for item in items),
    )
    return [item for item in items if item.gold is not None]


def iterate(path: Path, *, labels: Votes = "merged") -> Iterator[Item]:
    """Every message, those without a label included: their gold is None."""
    for index, value in enumerate(read_json_array(path)):
        row = checked(Message, value, f"{path}: row {index}")
        human = most_votes(row.all_labels[:PEOPLE])
        identity = f"llms-mh-crisis:{index}"
        yield Item(
            id=identity,
            dataset="llms-mh-crisis",
            language="en",
            # The source's own evaluation joins the sentences of a message by line breaks.
            fields={"message": "\n".join(row.inputs), "label_merged": row.label, "label_human": human},
            gold=row.label if labels == "merged" else human,
            cluster=identity,
        )


def most_votes(votes: Sequence[str]) -> str | None:
    """The label with the most votes; None when two have as many."""
    first, *rest = Counter(votes).most_common(2)
    return None if rest and rest[0][1] == first[1] else first[0]


def protocol(path: Path) -> dict[str, tuple[str, ...]]:
    """The rubric ``protocol.csv``: for each label five sentences, from harmful (1) to fully appropriate (5).

    Raises:
        TrustmhError: a label or a grade is missing.

    """
    rows = read_csv(path, ("label",))
    grades = [name for name in rows[0] if name.startswith("(")]
    rubric = {row["label"].strip(): tuple(row[grade].strip() for grade in grades) for row in rows}
    if set(rubric) != set(LABELS) or len(grades) != 5 or not all(all(texts) for texts in rubric.values()):
        raise TrustmhError(f"{path}: one row with five grades was expected for each of {', '.join(LABELS)}")
    return {label: rubric[label] for label in LABELS}


class Score(Row):
    """A row of H1_scores or H2_scores; ``inputs`` is one text, sentences joined by " | "."""

    inputs: str
    answer: str | None
    label: str | None
    evaluation: float | None


def judged_replies(path: Path) -> list[JudgedReply]:
    """Replies that a person judged, from ``H1_scores…`` or ``H2_scores…``, whose NaN tokens are read as no judgement."""
    rows = (
        checked(Score, value, f"{path}: row {index}")
        for index, value in enumerate(read_json_array(path, nan_is_null=True))
    )
    return [
        JudgedReply(
            row.inputs.replace(" | ", "\n"),
            row.answer or "",
            row.label,
            None if row.evaluation is None or math.isnan(row.evaluation) else row.evaluation,
        )
        for row in rows
    ]
