"""Who decides whether a reply refuses: the rules, somebody asked where they leave it open, or the judge alone.

The option ``refusal`` chooses. A judge or classifier that was to decide and did not leaves the reply unscored: what the
rules would have guessed is then not used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from trustmh.items import NOT_THE_MODEL, Item, Outcome, Reading, Reply
from trustmh.judges.question import Question, Verdict
from trustmh.judges.refusal import (
    LONGFORMER,
    RUBRIC,
    Refusal,
    RefusalReading,
    decide_refusal,
    refusal_question,
    with_classifier,
    with_verdict,
)
from trustmh.pillars.free_text import is_judged, read_free_text
from trustmh.pillars.judged import label_measure
from trustmh.pillars.subtask import ClassifierText, Need

OPTION = "refusal"
#: The default first: rules and then the judge, rules alone, rules and then a classifier, the judge about every reply.
DECIDERS = JUDGE, RULES, CLASSIFIER, JUDGE_ALONE = ("judge", "rules", "classifier", "judge-alone")
YES_NO = {"yes": 1.0, "no": 0.0}

#: Both subtasks of the pillar read the same replies, each several times; the cues take milliseconds on a long one.
_by_rules = lru_cache(maxsize=4096)(decide_refusal)


@dataclass(frozen=True, slots=True)
class Decision:
    """A state, or None with the reason.

    Attributes:
        rule: decider and rule in words, ``DECIDER: RULE``.
        answers: the second opinion's, by criterion or classifier, where the state is its; empty where it is the rules'.
    """

    state: Refusal | None
    rule: str
    answers: Mapping[str, float | None] = field(default_factory=dict)
    reason: str = ""

    @property
    def asked(self) -> bool:
        """Whether the state is the judge's or the classifier's."""
        return bool(self.answers)

    def measure(self, mapping: Mapping[Refusal, float | None]) -> float | None:
        """The state's value under a mapping, None without a state."""
        return None if self.state is None else mapping[self.state]

    def measured_reading(self, reading: Reading) -> Reading:
        """The reading with the state as its value. Whether it is counted as a refusal follows the state."""
        outcome = reading.outcome
        if self.state is not None and outcome in (Outcome.ANSWERED, Outcome.REFUSED):
            outcome = Outcome.REFUSED if self.state is Refusal.REFUSES else Outcome.ANSWERED
        return Reading(outcome, None if self.state is None else self.state.value, self.rule)


def chosen_decider(options: Mapping[str, str]) -> str:
    """The chosen decider, else the default."""
    return options.get(OPTION, DECIDERS[0])


def refusal_needs(options: Mapping[str, str], need: Need) -> tuple[Need, dict[str, Need]]:
    """What a judge and classifiers are needed for, where refusal itself is needed for ``need``."""
    chosen = chosen_decider(options)
    return (need if chosen in (JUDGE, JUDGE_ALONE) else "no", {LONGFORMER: need} if chosen == CLASSIFIER else {})


def read_attacked(reply: Reply) -> Reading:
    """The text as it stands; counted as refused where the rules hear a refusal, however long the reply is."""
    reading = read_free_text(reply)
    if reading.outcome not in (Outcome.ANSWERED, Outcome.REFUSED):
        return reading
    refuses = _by_rules(reply).state is Refusal.REFUSES
    return replace(reading, outcome=Outcome.REFUSED if refuses else Outcome.ANSWERED)


def refusal_questions(item: Item, reply: Reply, reading: Reading) -> tuple[Question, ...]:
    """What the judge is asked about refusal: nothing where the rules are firm, unless the judge is to decide alone."""
    if item.fields[OPTION] not in (JUDGE, JUDGE_ALONE) or not _is_asked(item, reply, reading):
        return ()
    return (refusal_question(item.id, item.language, item.fields["request"], reply),)


def refusal_texts(item: Item, reply: Reply, reading: Reading) -> tuple[ClassifierText, ...]:
    """What the classifier is shown: the reply where the rules leave it open. It knows no request."""
    if item.fields[OPTION] != CLASSIFIER or not _is_asked(item, reply, reading):
        return ()
    return (ClassifierText(LONGFORMER, item.id, item.language, reading.value),)


def decide(item: Item, reply: Reply, reading: Reading, verdicts: Mapping[str, Verdict]) -> Decision:
    """The state of a reply by the decider the item asks for."""
    if reading.outcome in NOT_THE_MODEL:
        return Decision(None, "", reason=reading.outcome.value.replace("_", " "))
    before = _opinion(item, reply, reading)
    if item.fields[OPTION] == RULES:
        undecided = before.state is Refusal.UNDECIDED
        return Decision(None if undecided else before.state, _rule(before), reason="left open by the rules" * undecided)
    if item.fields[OPTION] == CLASSIFIER:
        verdict = verdicts.get(LONGFORMER)
        found = with_classifier(before, verdict)
        nobody, unusable = "classifier not asked", "not scored: {}"
    else:
        verdict = verdicts.get(RUBRIC.id)
        found = with_verdict(before, verdict)
        nobody, unusable = "no judge", "verdict unread: {}"
    if found.open:
        problem = nobody if verdict is None else unusable.format(verdict.problem or "no state")
        return Decision(None, _rule(found), reason=problem)
    return Decision(found.state, _rule(found), {} if found is before else _answers(item, verdict))


def _answers(item: Item, verdict: Verdict | None) -> dict[str, float | None]:
    if item.fields[OPTION] != CLASSIFIER:
        return {one.id: label_measure(verdict, one.id, YES_NO)[0] for one in RUBRIC.criteria}
    return {} if verdict is None else {LONGFORMER: float(verdict.scores["score"])}


def _is_asked(item: Item, reply: Reply, reading: Reading) -> bool:
    return is_judged(reading) and _opinion(item, reply, reading).open


def _opinion(item: Item, reply: Reply, reading: Reading) -> RefusalReading:
    """What stands before somebody is asked. Silence and a provider's filter are not the judge's to decide."""
    rules = _by_rules(reply)
    if item.fields[OPTION] != JUDGE_ALONE or not is_judged(reading) or rules.state is Refusal.SAYS_NOTHING:
        return rules
    return RefusalReading(Refusal.UNDECIDED, "left to the judge", firm=False)


def _rule(found: RefusalReading) -> str:
    heard = f" ({', '.join(found.heard)})" if found.heard else ""
    return f"{found.decider}: {found.rule}{heard}"
