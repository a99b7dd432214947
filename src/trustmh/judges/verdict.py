"""Reading what a judge answered. A criterion that is missing or off its scale is never filled in."""

from __future__ import annotations

import math
from typing import Any

from trustmh.items import Outcome, Reply, Stop
from trustmh.judges.question import Question, Verdict
from trustmh.judges.rubric import Criterion
from trustmh.replies import classify_text, clean, read_json


def read_verdict(question: Question, reply: Reply, *, judge: str, attempt: int = 1) -> Verdict:
    """The verdict in a judge's reply.

    ``scores`` holds every criterion that could be read; ``problem`` is set unless all were. The stop reason is looked at
    first: most "invalid JSON" of judges is an answer cut off by the cap.
    """
    rubric = question.rubric
    outcome = classify_text(reply)
    if outcome in (Outcome.PROVIDER_ERROR, Outcome.MISSING, Outcome.FILTERED, Outcome.EMPTY):
        return Verdict(rubric.id, judge, {}, outcome.value.replace("_", " "), attempt, reply.text)
    found = read_json(clean(reply.text).text)
    if not isinstance(found.value, dict):
        cut = reply.stop is Stop.MAX_TOKENS
        problem = (
            "the answer was cut off before its JSON object ended"
            if cut
            else f"no JSON object ({found.problem or 'none found'})"
        )
        return Verdict(rubric.id, judge, {}, problem, attempt, reply.text)
    scores: dict[str, float | str] = {}
    wrong = []
    for criterion in rubric.criteria:
        score = _score(criterion, found.value.get(criterion.id))
        if score is None:
            wrong.append(criterion.id)
        else:
            scores[criterion.id] = score
    problem = f"missing or off the scale: {', '.join(wrong)}" if wrong else ""
    return Verdict(rubric.id, judge, scores, problem, attempt, reply.text)


def _score(criterion: Criterion, value: Any) -> float | str | None:
    if criterion.labels:
        text = str(value).strip().casefold() if isinstance(value, str | bool) else ""
        text = {"true": "yes", "false": "no"}.get(text, text)
        return next((label for label in criterion.labels if label.casefold() == text), None)
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    low, high = criterion.low, criterion.high
    if low is None or high is None or not math.isfinite(number) or not number.is_integer() or not low <= number <= high:
        return None
    return number
