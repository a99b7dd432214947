from __future__ import annotations

import contextlib
import os
import struct
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from trustmh.engine.local.gguf import must_be_gguf, trained_context
from trustmh.engine.models import open_model
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
        (header(text("llama.context_length") + struct.pack("<Ii", 5, -7)), None),
    ],
)
def test_the_trained_context_is_found_between_other_fields(path: Path, data: bytes, expected: int | None) -> None:
    path.write_bytes(data + b"tensors follow")
    assert trained_context(path) == expected


def array(inner: int, count: int) -> bytes:
    return struct.pack("<IQ", inner, count)


A_LIST = text("key") + struct.pack("<I", 9)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not a GGUF file"),
        (b"GGU", "not a GGUF file"),
        (b"PK\x03\x04 a zip file", "not a GGUF file"),
        (header(CONTEXT, version=1), "GGUF version 1 is not supported"),
        (header(CONTEXT)[:-2], "cut short"),
        (header(NAME, CONTEXT)[:30], "cut short"),
        (header(NAME, count=10**12), "announces 1,000,000,000,000 pairs"),
        (header(struct.pack("<Q", 2**60) + b"key"), "a string longer"),
        (header(text("key") + struct.pack("<I", 77)), "unknown type 77"),
        (header(A_LIST + array(10, 2**63)), "cannot be read"),
        (header(A_LIST + array(8, 2**64 - 1)), "a list of 18,446,744,073,709,551,615 elements"),
        (header(A_LIST + array(9, 1) * 20_000), "nested too deep"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_that_is_none_or_cut_short_is_one_line(path: Path, data: bytes, words: str) -> None:
    path.write_bytes(data)
    with pytest.raises(TrustmhError, match=rf"model\.gguf.*{words}") as caught:
        trained_context(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_what_is_no_regular_file_is_not_opened(path: Path, make: Callable[[Path], object]) -> None:
    make(path)
    with pytest.raises(TrustmhError, match=r"model\.gguf: not a regular file"):
        must_be_gguf(path)


def test_weights_without_the_mark_are_not_hashed(path: Path) -> None:
    path.write_bytes(b"no weights")
    with path.open("r+b") as file:
        file.truncate(1 << 40)
    started = time.monotonic()
    with pytest.raises(TrustmhError, match="not a GGUF file"), open_model("local/mine", gguf=path, threads=1):
        pass
    # Reading a tebibyte takes minutes; starting inspect-ai a few seconds.
    assert time.monotonic() - started < 30


def test_a_file_that_is_not_there_is_one_line(path: Path) -> None:
    with pytest.raises(TrustmhError, match=r"model\.gguf: no such file"):
        trained_context(path)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.binary(max_size=200))
def test_no_bytes_break_the_reader(path: Path, data: bytes) -> None:
    path.write_bytes(b"GGUF" + struct.pack("<I", 3) + data)
    with contextlib.suppress(TrustmhError):
        context = trained_context(path)
        assert context is None or isinstance(context, int)
