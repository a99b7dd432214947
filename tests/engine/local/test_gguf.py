from __future__ import annotations

import contextlib
import struct
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from trustmh.engine.local.gguf import trained_context
from trustmh.items import TrustmhError


def text(value: str) -> bytes:
    return struct.pack("<Q", len(value)) + value.encode()


def header(*pairs: bytes, version: int = 3, count: int | None = None) -> bytes:
    return b"GGUF" + struct.pack("<IQQ", version, 0, len(pairs) if count is None else count) + b"".join(pairs)


NAME = text("general.name") + struct.pack("<I", 8) + text("model")
NUMBERS = text("some.numbers") + struct.pack("<IIQ", 9, 5, 3) + struct.pack("<iii", 1, 2, 3)
WORDS = text("tokenizer.tokens") + struct.pack("<IIQ", 9, 8, 2) + text("a") + text("b")
CONTEXT = text("llama.context_length") + struct.pack("<II", 4, 2048)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "model.gguf"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (header(CONTEXT), 2048),
        (header(NAME, NUMBERS, WORDS, CONTEXT, NAME), 2048),
        (header(NAME, version=2), None),
        (header(), None),
    ],
)
def test_the_trained_context_is_found_between_other_fields(path: Path, data: bytes, expected: int | None) -> None:
    path.write_bytes(data + b"tensors follow")
    assert trained_context(path) == expected


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GGU",
        b"PK\x03\x04 a zip file",
        header(CONTEXT, version=1),
        header(CONTEXT)[:-2],
        header(NAME, CONTEXT)[:30],
        header(NAME, count=10**12),
        header(struct.pack("<Q", 2**60) + b"key"),
        header(text("key") + struct.pack("<I", 77)),
    ],
)
def test_a_file_that_is_none_or_cut_short_is_one_line(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    with pytest.raises(TrustmhError, match=r"model\.gguf"):
        trained_context(path)


def test_a_file_that_is_not_there_is_one_line(path: Path) -> None:
    with pytest.raises(TrustmhError, match=r"model\.gguf.*No such file"):
        trained_context(path)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.binary(max_size=200))
def test_no_bytes_break_the_reader(path: Path, data: bytes) -> None:
    path.write_bytes(b"GGUF" + struct.pack("<I", 3) + data)
    with contextlib.suppress(TrustmhError):
        context = trained_context(path)
        assert context is None or isinstance(context, int)
