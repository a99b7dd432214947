"""The perturbation engine: one text in, a perturbed text out, with every edit, the rate and the distance recorded.

Three levels, character, word and sentence, singly or stacked: each level is applied to what the one before it left
(paper, figure of the perturbation engine). The same text, language, operations and seed give the same bytes
everywhere. The draws of a level do not depend on the intensity, so the edits of a lower intensity are, for a single
level, among those of a higher one: differences between intensities are not differences between draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from trustmh.items import Language, TrustmhError
from trustmh.stress.draws import Draws
from trustmh.stress.edits import Edit, moved_spans
from trustmh.stress.guards import Protect, named_spans
from trustmh.stress.level_pass import Pass, run_pass
from trustmh.stress.operations.table import Intensity, Level
from trustmh.stress.plan import PassPlan, plan
from trustmh.stress.tokens import Span

#: Changes whenever the same seed would give other bytes.
VERSION = 2
_KEY = f"trustmh.stress|{VERSION}|"
#: Below this length the plain distance is the fastest.
_SHORT = 500
#: How often a text is perturbed anew whose edits undo each other.
_TURNS = 4


class Perturbed(NamedTuple):
    """A perturbed text.

    Attributes:
        text: the text after all levels.
        passes: what each level did, in order.
        distance: Levenshtein distance from the original in characters (code points).
    """

    text: str
    passes: tuple[Pass, ...]
    distance: int

    @property
    def edits(self) -> tuple[Edit, ...]:
        """Every level's edits. Offsets are those of the text that the level was given."""
        return tuple(edit for one in self.passes for edit in one.edits)

    @property
    def rate(self) -> float:
        """Edits per unit, over all levels."""
        units = sum(one.units for one in self.passes)
        return sum(len(one.edits) for one in self.passes) / units if units else 0.0


def perturb(
    text: str,
    language: Language,
    *,
    level: Level | None = None,
    levels: Sequence[Level] = (),
    intensity: Intensity,
    seed: int,
    protect: Iterable[Protect] = (),
    operations: Sequence[str] | None = None,
    allow_meaning_changes: bool = False,
) -> Perturbed:
    """Perturb one text.

    Args:
        text: any Unicode text.
        language: its language, ``en`` or ``zh``.
        level: one level; or
        levels: several, stacked in the order character, word, sentence whatever the order given.
        intensity: low, medium or high, the rates declared in the table of operations.
        seed: any whole number.
        protect: what may not be touched: literal texts, compiled patterns, or (start, end) spans of the text.
        operations: names from the table; default all of the level and language that keep the meaning.
        allow_meaning_changes: lift the guards of negations, numbers and answers, and let operations be named that may
            change the right answer.

    Returns:
        The perturbed text. Its ``edits`` are empty only when nothing in the text may be edited.

    Raises:
        TrustmhError: an unknown or contradictory option; never because of the text.
    """
    if level is not None and levels:
        raise TrustmhError("give level or levels, not both")
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise TrustmhError(f"seed {seed!r}: a whole number is needed")
    wanted = (level,) if level is not None else tuple(levels)
    names = None if operations is None else tuple(operations)
    passes = plan(language, wanted, intensity, names, allow_meaning_changes)
    spans = named_spans(text, protect) if protect else []
    for turn in range(_TURNS):
        done = _passes(text, language, passes, f"{_KEY}{seed}{'|again' * turn}", spans, allow_meaning_changes)
        if done[-1].text != text or not any(one.edits for one in done):
            break
    else:
        # Edits that undo each other are none: the text must not pass for a perturbed one.
        done = [one._replace(text=text, edits=()) for one in done]
    return Perturbed(done[-1].text, tuple(done), _distance(text, done[-1].text, done))


def _passes(
    text: str,
    language: Language,
    passes: Sequence[PassPlan],
    key: str,
    spans: Sequence[Span],
    allow_meaning_changes: bool,
) -> list[Pass]:
    done: list[Pass] = []
    current = text
    for one in passes:
        draws = Draws(f"{key}|{language}|{one.names}|{text}".encode("utf-8", "surrogatepass"))
        if done and spans:
            spans = moved_spans(spans, done[-1].edits)
        done.append(run_pass(current, language, one, draws, spans, allow_meaning_changes))
        current = done[-1].text
    return done


def perturb_each(
    texts: Iterable[str],
    language: Language,
    *,
    level: Level | None = None,
    levels: Sequence[Level] = (),
    intensity: Intensity,
    seed: int,
) -> Iterator[Perturbed]:
    """Perturb a stream of texts, one at a time: memory does not grow with their number."""
    for text in texts:
        yield perturb(text, language, level=level, levels=levels, intensity=intensity, seed=seed)


def _distance(original: str, text: str, passes: Sequence[Pass]) -> int:
    if len(original) < _SHORT:
        return Levenshtein.distance(original, text)
    # The edits bound the distance from above, which lets the library look at a narrow band of a long text.
    bound = sum(max(len(edit.before), len(edit.after)) for one in passes for edit in one.edits)
    return Levenshtein.distance(original, text, score_hint=bound)
