"""What holds for everyone who decides: what was measured of them (``measured.toml``), and one decider a figure."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from trustmh.items import TrustmhError
from trustmh.judges.identity import same_model

_FILE = Path(__file__).with_name("measured.toml")
#: Stands for every task without an entry of its own.
_ANY = "any"


@dataclass(frozen=True, slots=True)
class Measurement:
    """How often a judge gave the label that this project had given to its own texts.

    Attributes:
        judge: name of the judge.
        task: id of the rubric.
        right: texts judged as labelled.
        of: texts judged.
        page: the documentation page that tells how.
        sample: which texts, where it is not one spread over the whole set.
    """

    judge: str
    task: str
    right: int
    of: int
    page: str
    sample: str = ""


@cache
def _measured() -> dict[str, Any]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


@cache
def unfit_reason(task: str, judge: str) -> str:
    """Why no figure may stand on what a judge says to a rubric, or "" when nothing is known against it.

    Args:
        task: id of the rubric.
        judge: name of the judge under any provider, recorded or live: who serves a model does not make it better.
    """
    tables: Mapping[str, Mapping[str, str]] = _measured()["unfit"]
    for table in (tables.get(task, {}), tables[_ANY]):
        for name, why in table.items():
            if same_model(name, judge):
                return why
    return ""


def measurements(judge: str) -> tuple[Measurement, ...]:
    """What was measured of a judge, under any provider, recorded or live; empty when nothing was."""
    found = (Measurement(**one) for one in _measured()["measurement"])
    return tuple(one for one in found if same_model(one.judge, judge))


def only_decider(what: str, deciders: Collection[str]) -> str:
    """The one decider behind a figure; empty when there is none.

    Raises:
        TrustmhError: there are several, so that their mean would mean nothing.
    """
    if len(deciders) > 1:
        raise TrustmhError(
            f"{what} of different deciders cannot share a figure: {', '.join(sorted(deciders))}; score all with one"
        )
    return next(iter(deciders), "")
