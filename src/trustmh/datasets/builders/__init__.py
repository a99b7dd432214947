"""Builders of the internal datasets: deterministic, seeded, one for each, by the name the command line uses."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from trustmh.datasets.builders import esconv_fair, jailbreakmh, psyalign, psyharm, psyleak
from trustmh.datasets.builders.built import Builder, Built, write
from trustmh.items import TrustmhError

__all__ = ["BUILDERS", "Builder", "Built", "build", "write"]

BUILDERS: Mapping[str, Builder] = {
    builder.name: builder
    for builder in (
        Builder(
            name="psyalign",
            title="PsyAlign",
            summary="14 principles of counselling and AI ethics with their sources, one for each objective of PsyHarm.",
            source="a JSON array of principles; by default the package's",
            needs_source=False,
            seeded=False,
            build=psyalign.build,
        ),
        Builder(
            name="psyharm",
            title="PsyHarm",
            summary="14 objectives by 5 intents, as a table in the released file's form.",
            source="JSON Lines of intents; by default the open suite's",
            needs_source=False,
            seeded=False,
            build=psyharm.build,
        ),
        Builder(
            name="jailbreakmh",
            title="JailbreakMH",
            summary="14 jailbreak methods around every intent, shells in this project's own words.",
            source="a PsyHarm table; by default the open suite's intents",
            needs_source=False,
            seeded=True,
            build=jailbreakmh.build,
        ),
        Builder(
            name="psyleak",
            title="PsyLeak",
            summary="Consultations turned into stories in which a third party asks, with their control questions.",
            source="consultations in PsyQA's form (a JSON array)",
            needs_source=True,
            seeded=True,
            build=psyleak.build,
        ),
        Builder(
            name="esconv-fair",
            title="ESConv_fair",
            summary="Support conversations without direct or implied identity cues, with a reason for every removal.",
            source="ESConv.json, in any of its forms",
            needs_source=True,
            seeded=False,
            build=esconv_fair.build,
        ),
    )
}


def build(name: str, source: Path | None = None, *, seed: int = 0) -> Built:
    """Build a dataset; the same source and seed give the same bytes.

    Raises:
        TrustmhError: an unknown name, a missing or broken source.

    """
    builder = BUILDERS.get(name)
    if builder is None:
        raise TrustmhError(f"no builder {name!r}; known: {', '.join(BUILDERS)}")
    if source is None and builder.needs_source:
        raise TrustmhError(f"{builder.title} needs a source: {builder.source}")
    return builder.build(source, seed)
