"""What holds for everyone who decides: who was measured to be too weak (``measured.toml``), and one decider a figure."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path

from trustmh.items import TrustmhError

_FILE = Path(__file__).with_name("measured.toml")


@cache
def unfit(task: str) -> Mapping[str, str]:
    """Name of a judge -> why no figure of the task (``endorsement``, ``toxicity``, ``refusal``) may rest on it alone."""
    tables: dict[str, dict[str, str]] = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return tables[task]


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
