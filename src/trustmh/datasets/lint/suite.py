"""Linting the whole open suite."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from trustmh.datasets.catalogue import cards
from trustmh.datasets.files import iterate_jsonl, parse_json, read_text
from trustmh.datasets.lint.balance import balance_faults, choice_faults
from trustmh.datasets.lint.duplicates import duplicate_faults
from trustmh.datasets.lint.faults import Fault, Row, Suite
from trustmh.datasets.lint.forms import FORMS, form_faults
from trustmh.datasets.lint.relations import relation_faults
from trustmh.datasets.lint.rubrics import rubric_faults
from trustmh.datasets.lint.wording import wording_faults
from trustmh.items import TrustmhError


@dataclass(frozen=True, slots=True)
class Linted:
    """Rows per file, and every fault in the order of the rules."""

    rows: Mapping[str, int]
    faults: tuple[Fault, ...]


def lint(folder: Path | None = None) -> Linted:
    """Check the files of the open suite.

    Args:
        folder: where they lie; None for those of this package.

    Raises:
        TrustmhError: a file is missing or is not JSON Lines.
    """
    if folder is not None:
        return _lint(folder)
    with as_file(files("trustmh.datasets").joinpath("open")) as packaged:
        return _lint(packaged)


def _lint(folder: Path) -> Linted:
    if not folder.is_dir():
        raise TrustmhError(f"{folder}: no such folder; give the folder of the open suite's files")
    suite = {name: _rows(folder / f"{name}.jsonl") for name in FORMS}
    principles, protocol = _json(folder / "principles.json"), _json(folder / "escalation_protocol.json")
    counts = {name: len(rows) for name, rows in suite.items()}
    faults = [fault for name, rows in suite.items() for fault in form_faults(name, rows)]
    # The other rules read fields by name: they wait until every row has its form.
    if not any(fault.rule == "form" for fault in faults):
        for rule in (balance_faults, choice_faults, relation_faults, wording_faults, duplicate_faults):
            faults.extend(rule(suite))
    faults.extend(rubric_faults(principles, protocol))
    faults.extend(_card_faults(suite))
    return Linted(counts, tuple(faults))


def _rows(path: Path) -> list[Row]:
    return [row for _, row in iterate_jsonl(path)]


def _json(path: Path) -> Any:
    return parse_json(read_text(path).encode(), str(path))


def _card_faults(suite: Suite) -> Iterator[Fault]:
    """Every file has a card that says its size and that it is synthetic."""
    for name, rows in suite.items():
        one = cards().get(FORMS[name][2])
        if one is None:
            yield Fault(name, "", "card", f"no card {FORMS[name][2]}")
        elif one.rows != len(rows):
            yield Fault(name, "", "card", f"the card says {one.rows} rows, the file has {len(rows)}")
        elif not any("not clinically validated" in fault for fault in one.faults):
            yield Fault(name, "", "card", "the card does not say that the items are not clinically validated")
