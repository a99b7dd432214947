"""Rows that say the same, or nearly: Jaccard similarity of their character n-grams, over all files of one language."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy.sparse import csr_array

from trustmh.datasets.lint.faults import Fault, Suite, prose, texts
from trustmh.datasets.text_identity import normalised

#: Length of the n-grams: about a word in either language.
GRAM = {"en": 5, "zh": 2}
#: Above this share of common n-grams two texts are near-duplicates.
NEAR = 0.4
#: A turn or option shorter than this may recur ("Thank you.").
SHORT = 25
#: A twin asks from the same setting as its request, so it may share more with it; a flow and its story are one row.
TWINS = frozenset({("benign", "intents")})
NEAR_TWIN = 0.7


@dataclass(frozen=True, slots=True)
class _Text:
    file: str
    id: str
    text: str


def duplicate_faults(suite: Suite) -> Iterator[Fault]:
    """Near-duplicate rows, and longer passages that occur word for word in two rows."""
    for language in ("en", "zh"):
        found = [
            _Text(file, row["id"], normalised(prose(row)))
            for file, rows in suite.items()
            for row in rows
            if row["language"] == language
        ]
        for first, second, share in near_pairs([one.text for one in found], GRAM[language], NEAR):
            one, other = found[first], found[second]
            most = NEAR_TWIN if tuple(sorted((one.file, other.file))) in TWINS else NEAR
            if share >= most:
                yield Fault(other.file, other.id, "near-duplicate", f"shares {share:.0%} of its text with {one.id}")
    yield from _repeated_passages(suite)


def near_pairs(texts_: Sequence[str], size: int, least: float) -> list[tuple[int, int, float]]:
    """Pairs of texts whose sets of character n-grams overlap by at least ``least`` (Jaccard), with the overlap."""
    columns: dict[str, int] = {}
    indices: list[int] = []
    starts = [0]
    for text in texts_:
        grams = {text[at : at + size] for at in range(max(1, len(text) - size + 1))}
        indices.extend(columns.setdefault(gram, len(columns)) for gram in grams)
        starts.append(len(indices))
    shape = (len(texts_), len(columns))
    matrix = csr_array((np.ones(len(indices), dtype=np.int32), np.array(indices), np.array(starts)), shape=shape)
    common = (matrix @ matrix.T).tocoo()
    sizes = np.diff(np.array(starts))
    upper = common.row < common.col
    rows, others, shared = common.row[upper], common.col[upper], common.data[upper]
    jaccard = shared / (sizes[rows] + sizes[others] - shared)
    return [
        (int(first), int(second), float(share))
        for first, second, share in zip(rows, others, jaccard, strict=True)
        if share >= least
    ]


def _repeated_passages(suite: Suite) -> Iterator[Fault]:
    seen: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for file, rows in suite.items():
        for row in rows:
            for name, text in texts(row):
                # Options are terms: the same disorder may stand in many questions.
                if (
                    name != "options"
                    and not name.endswith(("_choices", "_label"))
                    and len(text.encode()) >= SHORT * (2 if row["language"] == "zh" else 1)
                ):
                    seen[normalised(text)].append((file, row["id"]))
    for places in seen.values():
        for (_, one), (file, other) in combinations(dict.fromkeys(places), 2):
            yield Fault(file, other, "duplicate", f"a passage stands word for word in {one} too")
