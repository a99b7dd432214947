"""The local models that can be had by name, read from ``catalogue.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from trustmh.items import TrustmhError


@dataclass(frozen=True, slots=True)
class Part:
    """A registry package that carries a piece of the weights as a data file. It is read, never imported.

    Attributes:
        sha256: of the package's wheel.
        member: path of the piece inside the wheel, and below site-packages once installed.
    """

    package: str
    version: str
    sha256: str
    member: str


@dataclass(frozen=True, slots=True)
class LocalModel:
    """A model with pinned weights. ``size`` in bytes; ``parts`` in the order in which they make up the file."""

    name: str
    title: str
    file: str
    size: int
    sha256: str
    licence: str
    hub: str
    publisher: str
    note: str
    parts: tuple[Part, ...]


@cache
def catalogue() -> dict[str, LocalModel]:
    """All local models by name."""
    data = tomllib.loads(files("trustmh.engine.local").joinpath("catalogue.toml").read_text(encoding="utf-8"))
    return {
        name: LocalModel(name=name, **{**entry, "parts": tuple(Part(**part) for part in entry["parts"])})
        for name, entry in data.items()
    }


def local_model(name: str) -> LocalModel:
    """The model called ``name``. Raises :class:`TrustmhError` that lists the names there are."""
    try:
        return catalogue()[name]
    except KeyError:
        known = ", ".join(f"local/{known}" for known in catalogue())
        raise TrustmhError(
            f"model 'local/{name}': no such local model; there are {known}, or give your own weights file with --gguf"
        ) from None
