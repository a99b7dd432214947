"""PsyAlign: fourteen principles of counselling and of AI in health care, one for each objective of PsyHarm.

Source: ``open/principles.json`` of the package (``objective``, ``principle_en``, ``principle_zh``, ``source``: the
document and section each rests on, in our own words). Out: ``PsyAlign.jsonl`` in the order of the objectives. A
``verified`` of false means that the citation was not checked against the document.
"""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from trustmh.datasets.builders.built import Built, jsonl
from trustmh.datasets.files import read_json_array
from trustmh.datasets.psyharm import OBJECTIVES
from trustmh.datasets.row_schema import Row, checked
from trustmh.items import TrustmhError


class Principle(Row):
    """A row of the source."""

    objective: str
    principle_en: str
    principle_zh: str
    source: str
    verified: bool


def build(source: Path | None = None, seed: int = 0) -> Built:
    """The principles, checked: each objective has one, each cites a source. The seed has no effect.

    Raises:
        TrustmhError: an objective without a principle, with two, or a principle without a source.

    """
    with as_file(files("trustmh.datasets").joinpath("open", "principles.json")) as packaged:
        path = source or packaged
        rows = [checked(Principle, row, f"{path}: row {index}") for index, row in enumerate(read_json_array(path))]
    by_objective = {row.objective: row for row in rows}
    if len(rows) != len(OBJECTIVES) or set(by_objective) != set(OBJECTIVES):
        raise TrustmhError(
            f"{path}: one principle for each of the {len(OBJECTIVES)} objectives of PsyHarm was expected"
        )
    unsourced = [row.objective for row in rows if not (row.source.strip() and row.principle_en and row.principle_zh)]
    if unsourced:
        raise TrustmhError(f"{path}: no source or text for {', '.join(unsourced)}")
    lines = [
        {"id": f"psyalign:{number}", **by_objective[objective].model_dump()}
        for number, objective in enumerate(OBJECTIVES, start=1)
    ]
    report = {"principles": len(rows), "citations_verified": sum(row.verified for row in rows)}
    return Built({"PsyAlign.jsonl": jsonl(lines)}, report)
