"""The one table of subtasks. Commands, inspect-ai tasks, documentation, report and tests derive from it."""

from __future__ import annotations

from trustmh.items import TrustmhError
from trustmh.pillars.anti_sycophancy import aita_yta, oeq, pas
from trustmh.pillars.crisis import crisis_escalation, crisis_identification, severity_identification
from trustmh.pillars.ethics import ethical_reasoning
from trustmh.pillars.fairness import fairness
from trustmh.pillars.privacy import privacy_awareness, privacy_leakage
from trustmh.pillars.reliability import (
    emotion_recognition,
    emotional_support,
    knowledge,
    psychological_diagnosis,
    psychological_intervention,
)
from trustmh.pillars.robustness import robust_diagnosis, robust_support
from trustmh.pillars.safety import antitoxic, jailbreak_resistance
from trustmh.pillars.subtask import Subtask

SUBTASKS: tuple[Subtask, ...] = (
    knowledge.SUBTASK,
    emotion_recognition.SUBTASK,
    psychological_diagnosis.SUBTASK,
    emotional_support.SUBTASK,
    psychological_intervention.SUBTASK,
    crisis_identification.SUBTASK,
    severity_identification.SUBTASK,
    crisis_escalation.SUBTASK,
    jailbreak_resistance.SUBTASK,
    antitoxic.SUBTASK,
    fairness.SUBTASK,
    privacy_awareness.SUBTASK,
    privacy_leakage.SUBTASK,
    robust_support.SUBTASK,
    robust_diagnosis.SUBTASK,
    oeq.SUBTASK,
    aita_yta.SUBTASK,
    pas.SUBTASK,
    ethical_reasoning.SUBTASK,
)

BY_ID = {subtask.id: subtask for subtask in SUBTASKS}


def find(names: tuple[str, ...]) -> tuple[Subtask, ...]:
    """Subtasks by id or by pillar id, in the table's order; all of them when ``names`` is empty.

    Raises:
        TrustmhError: a name that is neither, with the known ones.
    """
    pillars = {subtask.pillar.id for subtask in SUBTASKS}
    unknown = [name for name in names if name not in BY_ID and name not in pillars]
    if unknown:
        raise TrustmhError(
            f"no subtask or pillar {unknown[0]!r}; known: {', '.join(BY_ID)}; pillars {', '.join(sorted(pillars))}"
        )
    return tuple(s for s in SUBTASKS if not names or s.id in names or s.pillar.id in names)
