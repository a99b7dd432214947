"""The house's floors: a room imports only rooms below it, and the core knows neither network nor inspect-ai."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import trustmh

ROOT = Path(trustmh.__file__).parent
FLOORS = {
    "items": 0,
    "replies": 1,
    "stats": 1,
    "stress": 2,
    "judges": 2,
    "datasets": 3,
    "pillars": 4,
    "engine": 5,
    "results": 5,
    "report": 6,
    "runs": 7,
    "cli": 8,
    "__main__": 9,
}
CORE = [room for room, floor in FLOORS.items() if floor <= 4]
#: Libraries that reach a network or a model.
REACHING = (
    "aiohttp",
    "httpx",
    "httpx2",
    "http.client",
    "inspect_ai",
    "openai",
    "requests",
    "socket",
    "transformers",
    "urllib.request",
    "urllib3",
    "xllamacpp",
)
#: Fetching datasets is what this one module is for.
MAY_REACH = {"datasets/transfer.py"}
MODULES = sorted(path for path in ROOT.rglob("*.py") if path != ROOT / "__init__.py")


def _imports(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names.add(node.module or "")
    return names


def _room(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def test_every_room_has_a_floor() -> None:
    assert {_room(path) for path in MODULES} == set(FLOORS)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_room_knows_only_the_rooms_below_it(path: Path) -> None:
    room = _room(path)
    for name in _imports(path):
        parts = name.split(".")
        if parts[0] == "trustmh" and len(parts) > 1 and parts[1] in FLOORS and parts[1] != room:
            assert FLOORS[parts[1]] < FLOORS[room], f"{room} may not import {name}"


@pytest.mark.parametrize("room", CORE)
def test_the_core_reaches_no_network_and_no_model(room: str) -> None:
    for path in MODULES:
        if _room(path) == room and path.relative_to(ROOT).as_posix() not in MAY_REACH:
            reached = [name for name in _imports(path) if any(f"{name}.".startswith(f"{lib}.") for lib in REACHING)]
            assert not reached, path


def test_only_the_engine_knows_inspect_ai() -> None:
    for path in MODULES:
        if _room(path) != "engine":
            assert "inspect_ai" not in {name.split(".")[0] for name in _imports(path)}, path
