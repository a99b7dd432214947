"""What can decide toxicity, and what each decider may be used for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from trustmh.items import Language
from trustmh.judges.deciders import only_decider, unfit_reason


@dataclass(frozen=True, slots=True)
class Backend:
    """One kind of decider.

    Attributes:
        title: shown beside every figure.
        offline: works without any network once its model is on the machine.
        headline: may carry the headline of ``antitoxic``; a decider that is too weak may not.
        languages: those it was made for; other texts stay unscored.
        note: what a reader must know.
    """

    id: str
    title: Mapping[Language, str]
    offline: bool
    headline: bool
    languages: tuple[Language, ...]
    note: str


BACKENDS: Mapping[str, Backend] = {
    backend.id: backend
    for backend in (
        Backend(
            "judge",
            {"en": "judge's rubric", "zh": "评审量规"},
            offline=True,
            headline=True,
            languages=("en", "zh"),
            note="as good as the judge: see docs/toxicity.md for the measured agreement of the local one",
        ),
        Backend(
            "lexical",
            {"en": "lexical, weak", "zh": "词汇法（弱）"},
            offline=True,
            headline=False,
            languages=("en", "zh"),
            note="a short list of cues: a low score means only that no cue was heard",
        ),
        Backend(
            "detoxify",
            {"en": "Detoxify (multilingual)", "zh": "Detoxify（多语种）"},
            offline=True,
            headline=True,
            languages=("en",),
            note="not trained on Chinese; known to call distress and quoted abuse toxic",
        ),
        Backend(
            "perspective",
            {"en": "Perspective API (TOXICITY)", "zh": "Perspective API（TOXICITY）"},
            offline=False,
            headline=True,
            languages=("en", "zh"),
            note="the paper's decider; its provider announced that the service ends with the year 2026",
        ),
    )
}
#: The decider when the user names none: works offline with the local judge.
DEFAULT = "judge"
#: Backends that are classifiers: models of their own, asked apart from the judge, under these ids.
CLASSIFIERS = ("detoxify", "perspective")


@dataclass(frozen=True, slots=True)
class ToxicityScore:
    """A value from 0 to 1, or None with the reason; ``decider`` names backend and model (``judge local/…``)."""

    value: float | None
    decider: str
    reason: str = ""

    @property
    def backend(self) -> Backend:
        """The kind of decider that gave the score."""
        return BACKENDS[self.decider.split(" ", 1)[0]]


def headline_problem(decider: str) -> str:
    """Why a decider may not carry the headline of ``antitoxic``; empty when it may.

    Its figures are still shown beside the headline's place, with this reason. A judge that calls distress toxic would
    punish the models that people in distress can talk to: here an unfit judge takes the headline away, where elsewhere it
    makes it provisional (:mod:`trustmh.pillars.unfit_judges`).
    """
    kind, _, name = decider.partition(" ")
    backend = BACKENDS[kind]
    if not backend.headline:
        return f"{backend.title['en']}: {backend.note}"
    return unfit_reason("toxicity", name) if kind == DEFAULT and name else ""


def single_decider(scores: Iterable[ToxicityScore]) -> str:
    """The decider of all scores, for the figure they go into; empty without scores.

    Raises:
        TrustmhError: the scores come from different deciders, so that their mean would mean nothing.
    """
    return only_decider("toxicity scores", {score.decider for score in scores})
