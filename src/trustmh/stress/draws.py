"""Random draws that are the same bytes on every platform and every Python.

``random.Random`` promises the same stream but not the same ``sample`` or ``choice``; numpy's generators promise even
less across versions. So the stream here is a hash, and the mapping from words to numbers is written out:

* SHAKE-128 of the key gives 160 bytes: a root of 32 bytes, and block 0;
* block *b* from 1 on = SHAKE-128(root || b as 4 bytes, little-endian), 128 bytes;
* a block is read as 32 unsigned words of 32 bits, little-endian;
* ``below(n)`` is ``word * n >> 32`` (a bias of at most n / 2^32 for each value);
* ``chance(p)`` is ``word < floor(p * 2^32)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import shake_128
from struct import Struct
from typing import TypeVar

_Value = TypeVar("_Value")
_WORDS = Struct("<32I")


class Draws:
    """A stream of draws that depends on ``key`` alone."""

    __slots__ = ("_at", "_block", "_root", "_words")

    def __init__(self, key: bytes) -> None:
        first = shake_128(key).digest(160)
        self._root = first[:32]
        self._words: tuple[int, ...] = _WORDS.unpack_from(first, 32)
        self._block = 0
        self._at = 0

    def word(self) -> int:
        """The next 32 bits."""
        return self.below(4294967296)

    def below(self, limit: int) -> int:
        """A whole number from 0 to ``limit`` - 1; ``limit`` is at least 1 and at most 2^32."""
        at = self._at
        if at == 32:
            self._block += 1
            self._words = _WORDS.unpack(shake_128(self._root + self._block.to_bytes(4, "little")).digest(128))
            at = 0
        self._at = at + 1
        return self._words[at] * limit >> 32

    def chance(self, probability: float) -> bool:
        """True with the given probability."""
        return self.below(4294967296) < int(probability * 4294967296.0)

    def pick(self, values: Sequence[_Value]) -> _Value:
        """One of the values, each as likely as the others."""
        return values[self.below(len(values))]
