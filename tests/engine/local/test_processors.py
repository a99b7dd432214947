from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from trustmh.engine.local import processors
from trustmh.engine.local.processors import local_copies
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


def test_an_unknown_model_is_named() -> None:
    with pytest.raises(TrustmhError, match="no such local model"):
        local_copies("unknown", None, None, None)
