"""Do groups differ by more than noise? The spread of group means, its noise floor, and what is beyond it.

Every dialogue is answered once for every group of an attribute, so that groups are compared within dialogues. A cell
holds the scores of one attribute in one stratum (a language, whose groups are its own). A figure over several cells is
the mean over attributes of the mean over each attribute's strata.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trustmh.stats.intervals import CONFIDENCE, Interval

PERMUTATIONS = 2000
_BLOCK = 250
#: A variance above so many times its noise is clear of 0.
CLEAR = 0.5

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Cell:
    """Scores of one attribute in one stratum.

    Attributes:
        attribute: what the groups are of.
        stratum: dialogues of different strata are independent and their groups are not compared.
        dialogues: names, length ``d``.
        groups: names, length ``k``, at least two.
        scores: shape ``(d, k)``, no gaps.
    """

    attribute: str
    stratum: str
    dialogues: tuple[str, ...]
    groups: tuple[str, ...]
    scores: Floats

    def __post_init__(self) -> None:
        if self.scores.shape != (len(self.dialogues), len(self.groups)) or len(self.groups) < 2 or not self.dialogues:
            raise ValueError(f"{self.attribute}: scores of shape {self.scores.shape} do not fit dialogues and groups")
        if not np.isfinite(self.scores).all():
            raise ValueError(f"{self.attribute}: scores must be finite")


class Noise(NamedTuple):
    """What the spread would be if groups did not matter: its mean, its 95th percentile, and the observed one's p-value."""

    floor: float
    high: float
    p: float


class Excess(NamedTuple):
    """The spread of the groups' true means, noise taken out; ``interval`` is None when it is not defined."""

    value: float
    interval: Interval | None


def spread(cells: Sequence[Cell]) -> float:
    """Mean over the cells of the standard deviation (``k - 1``) of the group means. Raises ValueError without cells."""
    return float(_shares(cells) @ np.array([float(cell.scores.mean(axis=0).std(ddof=1)) for cell in cells]))


def spread_noise(cells: Sequence[Cell], *, permutations: int = PERMUTATIONS, seed: int = 0) -> Noise | None:
    """The spread under permutation of the group labels within each dialogue, and the test of the observed one.

    The test is exact whatever the distribution of the scores: ``p`` is the share of permutations with a spread at least as
    large, one added to both counts (Davison & Hinkley 1997, section 4.3). The order of the cells makes no difference.

    Returns:
        None where each cell has a single dialogue: shuffled groups then have the same spread, whatever they are.
    """
    if all(len(cell.dialogues) < 2 for cell in cells):
        return None
    cells = sorted(cells, key=lambda cell: (cell.attribute, cell.stratum))
    shares = _shares(cells)
    generator = np.random.default_rng(seed)
    drawn = np.zeros(permutations)
    for share, cell in zip(shares, cells, strict=True):
        centred = cell.scores - cell.scores.mean(axis=1, keepdims=True)
        for start in range(0, permutations, _BLOCK):
            rows = min(_BLOCK, permutations - start)
            shuffled = generator.permuted(np.broadcast_to(centred, (rows, *centred.shape)), axis=2)
            drawn[start : start + rows] += share * shuffled.mean(axis=1).std(axis=1, ddof=1)
    observed = spread(cells)
    reached = int((drawn >= observed - 1e-9 * max(1.0, observed)).sum())
    return Noise(float(drawn.mean()), float(np.percentile(drawn, 95)), (reached + 1) / (permutations + 1))


def spread_interval(cells: Sequence[Cell]) -> Interval | None:
    """Interval of the spread as measured with this many dialogues, noise included: jackknife over dialogues, t.

    A plain bootstrap would add the noise a second time. Leaving a dialogue out, the spread is therefore put together from
    the product of different dialogues and the noise that as many dialogues as there are would have. None with fewer than
    three dialogues in a stratum, or where no dialogue makes a difference.
    """
    half = _half_width(cells, lambda beyond, noise, d: np.sqrt(np.maximum(beyond * (d - 1) / d + noise / d, 0.0)))
    return None if half is None else Interval(max(0.0, spread(cells) - half), spread(cells) + half)


def excess(cells: Sequence[Cell]) -> Excess | None:
    """What is beyond the noise: an estimate of the SD of the groups' true means, never below 0.

    The squared SD of group means is the mean over pairs of dialogues of the product of their group profiles (scores less
    the dialogue's mean). Noise only enters through the pairs of a dialogue with itself; without them the mean is an
    unbiased estimate of the true variance (it equals the estimate of the two-way analysis of variance, Searle 1971).
    ``value`` is the mean over the cells of its root, corrected to second order for the bias of a root where it is clear of
    0. A root keeps its sign, so that attributes without an effect take from the mean what they add by chance; only the
    mean is cut at 0. Where there is nothing but noise it is above 0 all the same, as no estimate that cannot be negative
    avoids: look at the interval.

    The interval is a jackknife t interval of that mean before it is cut, so that it reaches below 0 when there may be
    nothing but noise; it is widened to hold ``value`` where it does not.

    Returns:
        None with fewer than three dialogues in a stratum. The interval is None where no dialogue makes a difference.
    """
    if not cells or min(len(cell.dialogues) for cell in cells) < 3:
        return None
    signed = 0.0
    for share, cell in zip(_shares(cells).tolist(), cells, strict=True):
        beyond, noise = _beyond_and_noise(cell)
        root = _corrected_root(beyond, noise, len(cell.groups))
        signed += share * (root if beyond > 0 else -math.sqrt(-beyond))
    value = max(signed, 0.0)
    half = _half_width(cells, lambda beyond, noise, d: np.sign(beyond) * np.sqrt(np.abs(beyond)), _counted_twice(cells))
    found = None if half is None else Interval(signed - half, signed + half)
    return Excess(value, None if found is None else Interval(min(value, found.low), max(value, found.high)))


def _counted_twice(cells: Sequence[Cell]) -> float:
    """What a jackknife's variance holds too much: it counts the part that pairs of dialogues have alone twice.

    (Efron & Stein 1981, theorem 2.) That part is here the product of two dialogues' noise, whose variance is known from
    the noise; on the scale of the root it is divided by the squared slope, bounded near 0. Two groups have a single
    degree of freedom, too few to take anything off.
    """
    surplus = 0.0
    for share, cell in zip(_shares(cells).tolist(), cells, strict=True):
        beyond, noise = _beyond_and_noise(cell)
        k = len(cell.groups)
        if k > 2:
            surplus += share**2 * 2 * noise**2 / (k - 1) / (4 * max(beyond, noise, 1e-300))
    return surplus


def _beyond_and_noise(cell: Cell) -> tuple[float, float]:
    """Unbiased variance of the true means, and the variance that noise alone gives the observed ones.

    The variance within a dialogue holds both, the groups' true differences and the noise.
    """
    beyond, within = (float(part[0]) for part in _variances(cell)[:2])
    return beyond, max(within - beyond, 0.0) / len(cell.dialogues)


def _corrected_root(variance: float, noise: float, groups: int) -> float:
    """Root of an unbiased estimate of a variance, plus half its own variance times the root's curvature.

    The estimate's variance is that of a noncentral chi-squared with ``groups - 1`` degrees of freedom. Nearer to 0 than
    half the noise the correction would blow up and is left out.
    """
    if variance <= CLEAR * noise or variance <= 0:
        return math.sqrt(max(variance, 0.0))
    of_its_own = (4 * variance * noise + 2 * noise**2) / (groups - 1)
    return math.sqrt(variance) + of_its_own / (8 * variance * math.sqrt(variance))


#: From beyond (unbiased variance of true means), noise (mean variance within a dialogue) and dialogues to a figure.
_Root = Callable[[Floats, Floats, int], Floats]


def _half_width(cells: Sequence[Cell], root: _Root, surplus: float = 0.0) -> float | None:
    """Half a jackknife t interval; ``surplus`` is taken off the jackknife's variance, of which at least half is kept."""
    if not cells or min(len(cell.dialogues) for cell in cells) < 3:
        return None
    _, left_out = _roots(cells, root)
    parts = [(len(one) - 1) / len(one) * float(((one - one.mean()) ** 2).sum()) for one in left_out.values()]
    variance = sum(parts)
    if variance <= 1e-20:
        return None
    from scipy.special import stdtrit

    # Satterthwaite: a stratum of few dialogues must not borrow the degrees of freedom of a large one.
    own = (part**2 / (len(one) - 1) for part, one in zip(parts, left_out.values(), strict=True))
    degrees = variance**2 / sum(own)
    return float(stdtrit(degrees, 0.5 + CONFIDENCE / 2)) * math.sqrt(max(variance - surplus, variance / 2))


def _roots(cells: Sequence[Cell], root: _Root) -> tuple[float, dict[str, Floats]]:
    """The figure, and the figures with one dialogue left out, by stratum."""
    names = {
        cell.stratum: sorted({name for one in cells if one.stratum == cell.stratum for name in one.dialogues})
        for cell in cells
    }
    place = {stratum: {name: number for number, name in enumerate(found)} for stratum, found in names.items()}
    change = {stratum: np.zeros(len(found)) for stratum, found in names.items()}
    value = 0.0
    for share, cell in zip(_shares(cells).tolist(), cells, strict=True):
        whole, left = _cell_roots(cell, root)
        value += share * whole
        at = [place[cell.stratum][name] for name in cell.dialogues]
        change[cell.stratum][at] += share * (left - whole)
    return value, {stratum: value + moved for stratum, moved in change.items()}


def _cell_roots(cell: Cell, root: _Root) -> tuple[float, Floats]:
    d = len(cell.dialogues)
    beyond, noise, left_beyond, left_noise = _variances(cell)
    return float(root(beyond, noise, d)[0]), root(left_beyond, left_noise, d)


def _variances(cell: Cell) -> tuple[Floats, Floats, Floats, Floats]:
    """Unbiased variance of true means and mean variance within a dialogue, whole and with each dialogue left out."""
    centred = cell.scores - cell.scores.mean(axis=1, keepdims=True)
    d, k = centred.shape
    total = centred.sum(axis=0)
    own = (centred**2).sum(axis=1) / (k - 1)
    with_all = centred @ total / (k - 1)
    everything, itself = float(total @ total) / (k - 1), float(own.sum())
    beyond = np.array([(everything - itself) / (d * (d - 1))])
    left_beyond = (everything - itself - 2 * (with_all - own)) / ((d - 1) * (d - 2))
    return beyond, np.array([itself / d]), left_beyond, (itself - own) / (d - 1)


def _shares(cells: Sequence[Cell]) -> Floats:
    if not cells:
        raise ValueError("no cells")
    attributes = [cell.attribute for cell in cells]
    return np.array([1 / len(set(attributes)) / attributes.count(cell.attribute) for cell in cells])
