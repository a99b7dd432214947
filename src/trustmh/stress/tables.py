"""The word and character lists under ``data/``: read once, checked by their tests, editable by hand."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def toml_table(name: str) -> dict[str, Any]:
    """The content of ``data/<name>.toml``."""
    return tomllib.loads(files("trustmh.stress").joinpath("data", f"{name}.toml").read_text(encoding="utf-8"))


@cache
def character_groups(name: str) -> dict[str, str]:
    """``data/<name>.txt``: each character of a line -> the other characters of that line."""
    text = files("trustmh.stress").joinpath("data", f"{name}.txt").read_text(encoding="utf-8")
    found: dict[str, str] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            for character in line:
                found[character] = line.replace(character, "")
    return found
