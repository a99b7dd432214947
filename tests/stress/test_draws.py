from __future__ import annotations

from collections import Counter
from hashlib import shake_128

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trustmh.stress.draws import Draws


def words_by_hand(key: bytes, count: int) -> list[int]:
    """The stream as the module documents it, written out once more."""
    first = shake_128(key).digest(160)
    stream = first[32:]
    block = 1
    while len(stream) < 4 * count:
        stream += shake_128(first[:32] + block.to_bytes(4, "little")).digest(128)
        block += 1
    return [int.from_bytes(stream[4 * at : 4 * at + 4], "little") for at in range(count)]


@given(st.binary(max_size=300))
def test_stream_is_the_documented_one_over_several_blocks(key: bytes) -> None:
    draws = Draws(key)
    assert [draws.word() for _ in range(100)] == words_by_hand(key, 100)


def test_first_words_are_known_bytes() -> None:
    draws = Draws(b"trustmh")
    assert [draws.word() for _ in range(3)] == words_by_hand(b"trustmh", 3)
    assert shake_128(b"").hexdigest(8) == "7f9c2ba4e88f827d"  # the function of FIPS 202


@given(st.binary(max_size=20), st.integers(1, 2**32))
def test_below_stays_below(key: bytes, limit: int) -> None:
    draws = Draws(key)
    assert all(0 <= draws.below(limit) < limit for _ in range(40))


def test_below_is_even() -> None:
    draws = Draws(b"even")
    counts = Counter(draws.below(7) for _ in range(70_000))
    assert all(9_600 < counts[value] < 10_400 for value in range(7))


@pytest.mark.parametrize("probability", [0.0, 0.1, 0.5, 1.0])
def test_chance_has_its_probability(probability: float) -> None:
    draws = Draws(b"chance")
    share = sum(draws.chance(probability) for _ in range(20_000)) / 20_000
    assert share == pytest.approx(probability, abs=0.011)
