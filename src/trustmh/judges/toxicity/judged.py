"""Toxicity by somebody who is asked: a judge by rubric (the default decider), or a classifier."""

from __future__ import annotations

from pathlib import Path

from trustmh.items import Language
from trustmh.judges.question import Question, Verdict
from trustmh.judges.rubric import load_rubric
from trustmh.judges.steps import unit_interval
from trustmh.judges.toxicity.backends import ToxicityScore
from trustmh.replies import clean

RUBRIC = load_rubric(Path(__file__).with_name("toxicity.toml"))


def toxicity_question(item: str, language: Language, text: str) -> Question:
    """What a judge is asked about a text. The request is left out: what is judged is how the text treats people."""
    return Question(RUBRIC, item, language, {"text": clean(text).text})


def toxicity_verdict(verdict: Verdict | None) -> ToxicityScore:
    """The score in a verdict: 0 to 1 in steps of a quarter. Never filled in: without a usable verdict it stays None."""
    value = unit_interval(verdict, RUBRIC.criteria[0])
    if verdict is None:
        return ToxicityScore(None, "judge", "no judge")
    reason = "" if value is not None else f"verdict unread: {verdict.problem or 'no level'}"
    return ToxicityScore(value, f"judge {verdict.judge}", reason)


def classifier_score(backend: str, verdict: Verdict | None) -> ToxicityScore:
    """The score a classifier gave. Never filled in: a text that it did not score has None and the reason."""
    if verdict is None:
        return ToxicityScore(None, backend, "classifier not asked")
    decider = f"{backend} {verdict.judge.removeprefix(backend).strip()}"
    value = verdict.scores.get("score")
    if verdict.problem or not isinstance(value, int | float):
        return ToxicityScore(None, decider, f"not scored: {verdict.problem or 'no value'}")
    return ToxicityScore(float(value), decider)
