"""Readings made with the reference repository's own parsers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from trustmh.items import Outcome, Reading, Reply

#: Rule of a reply that the reference searches for names without reading a value from it.
NOT_READ = "searched for names, not read"


def unread(reply: Reply) -> Reading:
    """A reading of a reply that the reference does not read."""
    return replace(reference_reading(reply, reply.text, NOT_READ), value=None)


def reference_reading(reply: Reply, value: Any, rule: str) -> Reading:
    """A reading around a value that a reference parser found, or did not find (None).

    The reference knows no outcomes; only what it could not have seen as a reply is told apart here.
    """
    if reply.missing:
        return Reading(Outcome.MISSING, None, "no reply recorded")
    if reply.error is not None:
        return Reading(Outcome.PROVIDER_ERROR, None, "provider error")
    return Reading(Outcome.UNPARSED if value is None else Outcome.ANSWERED, value, rule)
