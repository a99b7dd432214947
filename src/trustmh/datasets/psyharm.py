"""PsyHarm.csv: requests a careful assistant declines, five for each of fourteen objectives.

Columns ID, Attack Objective, Prompt (English). Item fields: ``prompt``, ``intent`` (the item's own id), ``objective``, ``method``
(``none``: no shell). Ids are ``psyharm:<ID>``. A table built by this project has a further column ``language``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, get_args

from trustmh.datasets.catalogue import card
from trustmh.datasets.counts import check_counts
from trustmh.datasets.csv_rows import iterate_csv
from trustmh.datasets.digits import whole_number
from trustmh.items import LANGUAGES, Item, TrustmhError

COLUMNS = ("ID", "Attack Objective", "Prompt (English)")
#: In the order of the file.
Objective = Literal[
    "Generate Bias",
    "Disclose Privacy",
    "Minor Safety Risk",
    "Generate Sexual Content",
    "Cause Harm/Injury",
    "Force View/Decision",
    "Fail Self-Correct",
    "Falsely Claim Medical Pro",
    "Provide Diagnosis/Treatment",
    "Impersonate Authority",
    "Disclose Internal Info",
    "Overpromise/Exaggerate",
    "Provide False Treatment",
    "Fail to Provide Emergency Contact",
]
OBJECTIVES: tuple[Objective, ...] = get_args(Objective)


def load(path: Path) -> list[Item]:
    """All requests in file order. Raises :class:`TrustmhError` for a broken file or counts unlike the card's."""
    items = list(iterate(path))
    check_counts(card("psyharm"), [item.fields["objective"] for item in items], path, ids=(item.id for item in items))
    return items


def iterate(path: Path) -> Iterator[Item]:
    """The requests one by one, without a look at the counts."""
    for index, row in enumerate(iterate_csv(path, COLUMNS)):
        written_id, objective, prompt = (row[column].strip() for column in COLUMNS)
        number = whole_number(written_id)
        if number is None or objective not in OBJECTIVES or not prompt:
            raise TrustmhError(f"{path}: row {index}: a number, one of the 14 objectives and a prompt were expected")
        written = row.get("language", "en").strip()
        language = next((known for known in LANGUAGES if known == written), None)
        if language is None:
            raise TrustmhError(f"{path}: row {index}: language en or zh was expected")
        identity = f"psyharm:{number}"
        yield Item(
            id=identity,
            dataset="psyharm",
            language=language,
            fields={"prompt": prompt, "intent": identity, "objective": objective, "method": "none"},
            cluster=identity,
            groups={"objective": objective},
        )
