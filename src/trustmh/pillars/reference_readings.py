"""Readings made with the reference repository's own parsers."""

from __future__ import annotations

from typing import Any

from trustmh.items import Outcome, Reading, Reply


def reference_reading(reply: Reply, value: Any, rule: str) -> Reading:
    """A reading around a value that a reference parser found, or did not find (None).

    The reference knows no outcomes; only what it could not have seen as a reply is told apart here.
    """
    if reply.missing:
        return Reading(Outcome.MISSING, None, "no reply recorded")
    if reply.error is not None:
        return Reading(Outcome.PROVIDER_ERROR, None, "provider error")
    return Reading(Outcome.UNPARSED if value is None else Outcome.ANSWERED, value, rule)
