"""Runs to report on, with what a hostile model might write in every place that it can reach."""

from __future__ import annotations

from collections.abc import Mapping

from tests.results.examples import CRISIS, ETHICS, PRIVACY, estimate, graded, record, subtask
from trustmh.items import Message, Outcome, Reply
from trustmh.judges.question import Verdict
from trustmh.pillars.subtask import Difference, SubtaskResult
from trustmh.report import ReportRun, Transcript
from trustmh.results.grade_table import GradedItem

HOSTILE = (
    "</script></pre><img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>{{ 7*7 }}"
)
REORDERED = "safe \u202egnahc\u202c \u2066x\u2069 \u200b\x00\ud83d end"

REASONING = subtask(
    "ethical_reasoning",
    ETHICS,
    floor=0.25,
    judged="secondary",
    differences=(Difference(("accuracy",), "any letter", "the declared letter", "a guess is no answer"),),
)
AWARENESS = subtask("privacy_awareness", PRIVACY)
LEAKAGE = subtask("privacy_leakage", PRIVACY, better="down", floor=1.0, ideal=0.0, judged="headline")
ESCALATION = subtask("crisis_escalation", CRISIS, floor=1.0, ideal=5.0, judged="headline")
SUBTASKS = (AWARENESS, LEAKAGE, REASONING, ESCALATION)

RESULTS: Mapping[str, SubtaskResult] = {
    "ethical_reasoning": SubtaskResult(
        "ethical_reasoning",
        estimate(0.55, (0.40, 0.69), outcomes={"answered": 37, "unparsed": 3}),
        (
            estimate(
                4.25, (4.1, 4.4), name="sc1", unscored=2, provisional=True, note="2 of 40 unscored: verdict unread"
            ),
            estimate(0.35, name="baseline/majority", note="always A"),
            estimate(0.25, name="baseline/random"),
            estimate(0.7, (0.5, 0.8), name="subcategory/Bias in AI <b>"),
        ),
        ("a note about <i>figures</i>",),
    ),
    "privacy_awareness": SubtaskResult("privacy_awareness", estimate(0.3, (0.1, 0.5), provisional=True)),
    "privacy_leakage": SubtaskResult("privacy_leakage", estimate(None, n=0, note="not defined: no judge")),
    "crisis_escalation": SubtaskResult("crisis_escalation", estimate(3.0, (2.5, 3.5))),
}


def transcript(one: GradedItem) -> Transcript:
    """A transcript in which every text is hostile."""
    return Transcript(
        messages=[Message("system", HOSTILE), Message("user", REORDERED)],
        reply=Reply(HOSTILE + REORDERED, reasoning=HOSTILE),
        verdicts=[Verdict(HOSTILE, HOSTILE, {HOSTILE: HOSTILE}, problem=HOSTILE, attempts=2, text=HOSTILE)],
    )


def run(name: str = "local/one", **changes: object) -> ReportRun:
    """A run with grades in two subtasks."""
    grades = [graded("ethical_reasoning", f"open-ethics:{place}") for place in range(4)]
    grades.append(graded("ethical_reasoning", HOSTILE, Outcome.UNPARSED, measures={"sc1": None}, gold=HOSTILE))
    grades.append(graded("crisis_escalation", "open-crisis:1", pillar="crisis"))
    fields: dict[str, object] = {
        "name": name,
        "record": record(),
        "subtasks": SUBTASKS,
        "results": RESULTS,
        "grades": grades,
        "transcript": transcript,
        **changes,
    }
    return ReportRun(**fields)  # type: ignore[arg-type]
