"""Overlap of a reply with what the human said there: BLEU, chrF (sacrebleu) and ROUGE-L (rapidfuzz).

Secondary only: many good replies share few words with the one a person happened to give.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from trustmh.items import NOT_THE_MODEL, Estimate, Grade, Language
from trustmh.pillars.figures import mean_figure

METRICS = ("bleu", "rouge_l", "chrf")
Scorer = Callable[[str, str], dict[str, float]]


def overlap_figures(grades: Sequence[Grade], gold_field: str) -> tuple[Estimate, ...]:
    """Mean sentence-level BLEU, ROUGE-L and chrF between each reply and the human turn, each in 0–1.

    Args:
        grades: grades whose reading is the reply's text; a reply without text overlaps with nothing. Provider errors and
            missing replies have no overlap, and are counted beside the figures.
        gold_field: the item field that holds the human turn; items without one are left out.
    """
    scored = []
    for grade in grades:
        human = str(grade.item.fields.get(gold_field) or "").strip()
        if human:
            text = grade.reading.value if isinstance(grade.reading.value, str) else ""
            overlap: dict[str, float | None] = (
                dict.fromkeys(METRICS)
                if grade.outcome in NOT_THE_MODEL
                else dict(scorer(grade.item.language)(text, human))
            )
            scored.append(replace(grade, measures=overlap, reasons={}))
    if all(grade.outcome in NOT_THE_MODEL for grade in scored):
        return ()
    notes = dict(zip(METRICS, _notes({grade.item.language for grade in scored}), strict=True))
    return tuple(mean_figure(name, scored, name, note=notes[name]) for name in METRICS)


@cache
def scorer(language: Language) -> Scorer:
    """The three metrics for one language, as a function of reply and human turn.

    Chinese is cut into characters (sacrebleu's ``zh``), English into words (``13a``); ROUGE-L uses the same tokens,
    lower-cased and without punctuation. BLEU is smoothed and of effective order, as single sentences need it.
    """
    from rapidfuzz.distance import LCSseq
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.chrf import CHRF

    bleu = BLEU(effective_order=True, tokenize=_tokenizer(language))
    chrf = CHRF()

    def score(text: str, human: str) -> dict[str, float]:
        if not text.strip():
            return dict.fromkeys(METRICS, 0.0)
        said, wanted = (_words(bleu.tokenizer(side)) for side in (text, human))
        common = LCSseq.similarity(said, wanted)
        return {
            "bleu": min(1.0, bleu.sentence_score(text, [human]).score / 100),
            # F1 of the longest common subsequence (Lin 2004, section 3.1, with beta 1).
            "rouge_l": 2 * common / (len(said) + len(wanted)) if said or wanted else 0.0,
            "chrf": min(1.0, chrf.sentence_score(text, [human]).score / 100),
        }

    return score


def _words(tokens: str) -> list[str]:
    return [token for token in tokens.lower().split() if any(character.isalnum() for character in token)]


def _tokenizer(language: Language) -> str:
    return "zh" if language == "zh" else "13a"


def _notes(languages: set[Language]) -> tuple[str, str, str]:
    import sacrebleu

    tokens = ", ".join(f"{language}: {_tokenizer(language)}" for language in sorted(languages))
    version = f"sacrebleu {sacrebleu.__version__}"
    return (
        f"mean of sentence BLEU, {version}, tokens {tokens}, exponential smoothing, effective order",
        f"mean of sentence ROUGE-L F1, tokens {tokens}, lower-cased, no punctuation, no stemming",
        f"mean of sentence chrF2, {version}",
    )
