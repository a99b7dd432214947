"""Two neighbouring sentences change places."""

from __future__ import annotations

from trustmh.stress.draws import Draws
from trustmh.stress.operations.change import Change
from trustmh.stress.sentence_units import Sentences


def reorder(units: Sentences, index: int, draws: Draws) -> Change | None:
    """``A. B.`` -> ``B. A.``; what stands between them stays. Not on one line where nothing closes the second one."""
    if index + 1 >= len(units.spans):
        return None
    (start, middle), (following, end) = units.spans[index], units.spans[index + 1]
    first, second = units.sentence(index), units.sentence(index + 1)
    between = units.text[middle:following]
    if first == second or not ("\n" in between or units.closed(index + 1)):
        return None
    return start, end, second + between + first
