from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from trustmh.engine.local import processors
from trustmh.engine.local.processors import check_threads, local_copies
from trustmh.engine.local.server import start_server
from trustmh.items import TrustmhError

GIB = 2**30


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight processors and 5 GiB of free memory."""
    monkeypatch.setattr(processors, "usable_threads", lambda: 8)
    monkeypatch.setattr("psutil.virtual_memory", lambda: SimpleNamespace(available=5 * GIB))


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize(
    ("name", "threads", "connections", "copies"),
    [
        ("smollm2", None, None, 4),
        ("smollm2", None, 64, 8),
        ("smollm2", None, 3, 3),
        ("smollm2", 4, None, 2),
        ("smollm2", 16, None, 1),
        # 1.04 GiB of weights, twice that for each copy.
        ("qwen2.5-coder-1.5b", None, None, 2),
        ("qwen2.5-coder-1.5b", None, 64, 2),
    ],
)
def test_copies_fit_processors_and_memory(name: str, threads: int | None, connections: int | None, copies: int) -> None:
    assert local_copies(name, None, threads, connections) == copies


@pytest.mark.usefixtures("machine")
def test_a_file_of_the_users_counts_by_its_size(tmp_path: Path) -> None:
    with (tmp_path / "big.gguf").open("wb") as big:
        big.truncate(3 * GIB)
    assert local_copies("mine", tmp_path / "big.gguf", None, 4) == 1
    assert local_copies("mine", tmp_path / "not-there.gguf", None, 4) == 4


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize("threads", [None, 1, 8])
def test_no_more_threads_than_processors_are_fine(threads: int | None) -> None:
    check_threads("--threads", threads)


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize("threads", [-2, 0, 9, 99_999])
def test_other_numbers_of_threads_are_refused_with_the_number_there_is(threads: int) -> None:
    with pytest.raises(TrustmhError, match=rf"^--threads {threads}: from 1 to 8, "):
        check_threads("--threads", threads)


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize("name", ["threads", "prompt_threads", "context", "slots"])
@pytest.mark.parametrize("number", [0, -1])
def test_a_server_is_not_started_with_a_number_below_one(tmp_path: Path, name: str, number: int) -> None:
    arguments: dict[str, Any] = {name: number}
    with pytest.raises(TrustmhError, match=rf"^{name} {number}: "):
        start_server(tmp_path / "not-there.gguf", name="mine", **arguments)


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize("name", ["threads", "prompt_threads"])
def test_a_server_is_not_started_with_more_threads_than_processors(tmp_path: Path, name: str) -> None:
    arguments: dict[str, Any] = {name: 600}
    with pytest.raises(TrustmhError, match=rf"^{name} 600: from 1 to 8, "):
        start_server(tmp_path / "not-there.gguf", name="mine", **arguments)


def test_an_unknown_model_is_named() -> None:
    with pytest.raises(TrustmhError, match="no such local model"):
        local_copies("unknown", None, None, None)
