"""Figures as JSON: what ``--json`` prints and what ``results.json`` in the run folder keeps."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from trustmh.items import UNREADABLE, Estimate, Outcome, TrustmhError
from trustmh.pillars.subtask import SubtaskResult
from trustmh.results.atomic_file import read_text, write_anew, write_atomically

RESULTS_FILE = "results.json"


def estimate_to_json(estimate: Estimate) -> dict[str, Any]:
    """An estimate as a JSON object, keys sorted. ``interval`` is a pair or null."""
    return {
        "clusters": estimate.clusters,
        "interval": None if estimate.interval is None else [float(end) for end in estimate.interval],
        "method": estimate.method,
        "n": estimate.n,
        "name": estimate.name,
        "note": estimate.note,
        "outcomes": {str(name): estimate.outcomes[name] for name in sorted(estimate.outcomes)},
        "provisional": estimate.provisional,
        "unscored": estimate.unscored,
        "value": None if estimate.value is None else float(estimate.value),
    }


def result_to_json(result: SubtaskResult) -> dict[str, Any]:
    """A subtask's figures: the headline's fields, ``secondary`` (name -> figure, in declared order) and ``notes``.

    Raises:
        ValueError: when two secondary figures have one name.
    """
    secondary: dict[str, Any] = {}
    for estimate in result.secondary:
        if estimate.name in secondary:
            raise ValueError(f"{result.subtask} has two figures named {estimate.name}")
        secondary[estimate.name] = estimate_to_json(estimate)
    fields = {**estimate_to_json(result.headline), "notes": list(result.notes), "secondary": secondary}
    return {name: fields[name] for name in sorted(fields)}


def result_from_json(subtask: str, fields: Mapping[str, Any]) -> SubtaskResult:
    """The inverse of :func:`result_to_json`. Raises ValueError, KeyError or TypeError for any other object."""
    return SubtaskResult(
        subtask=subtask,
        headline=_estimate(fields),
        secondary=tuple(_estimate(figure) for figure in fields["secondary"].values()),
        notes=tuple(str(note) for note in fields["notes"]),
    )


def results_to_text(results: Sequence[SubtaskResult]) -> str:
    """JSON text of many subtasks' figures, subtasks sorted; no NaN, floats in their shortest exact form."""
    table = {result.subtask: result_to_json(result) for result in results}
    if len(table) != len(results):
        raise ValueError("a subtask has two results")
    document = {"format": 1, "subtasks": {name: table[name] for name in sorted(table)}}
    return json.dumps(document, indent=2, ensure_ascii=True, allow_nan=False) + "\n"


def write_results(path: Path, results: Sequence[SubtaskResult]) -> None:
    """Write ``results.json``, whole or not at all; the same figures give the same bytes."""
    write_atomically(path, results_to_text(results).encode())


def read_results(path: Path) -> dict[str, SubtaskResult]:
    """Read ``results.json``. Raises :class:`TrustmhError` when it is missing, damaged or of another format."""
    text = read_text(path, "file of figures", write_anew(path))
    try:
        document = json.loads(text)
        if document["format"] != 1:
            raise ValueError(f"format {document['format']}")
        return {name: result_from_json(name, fields) for name, fields in document["subtasks"].items()}
    except UNREADABLE as error:
        raise TrustmhError(
            f"{path} holds no figures of this version ({type(error).__name__}); {write_anew(path)}"
        ) from error


def _estimate(fields: Mapping[str, Any]) -> Estimate:
    value, interval = fields["value"], fields["interval"]
    outcomes = {Outcome(name).value: _count(count) for name, count in fields["outcomes"].items()}
    return Estimate(
        name=str(fields["name"]),
        value=None if value is None else _finite(value),
        n=_count(fields["n"]),
        interval=None if interval is None else _ends(*interval),
        method=str(fields["method"]),
        clusters=_count(fields["clusters"]),
        unscored=_count(fields["unscored"]),
        outcomes=outcomes,
        provisional=bool(fields["provisional"]),
        note=str(fields["note"]),
    )


def _finite(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{value!r} is no figure")
    return number


def _ends(low: Any, high: Any) -> tuple[float, float]:
    if _finite(low) > _finite(high):
        raise ValueError("an interval the wrong way round")
    return float(low), float(high)


def _count(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{value!r} is no count")
    return value
