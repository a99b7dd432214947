"""Figures of refusal: who decided stands beside each, and two deciders share none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from trustmh.items import Estimate, Grade
from trustmh.judges import refusal
from trustmh.judges.deciders import only_decider
from trustmh.pillars.figures import mean_figure
from trustmh.pillars.safety.refusal_decision import CLASSIFIER, DECIDERS, JUDGE, JUDGE_ALONE, OPTION, RULES
from trustmh.pillars.silence import minding_silence

#: How each option is called beside a figure; the name of who was asked follows.
_IN_WORDS = {JUDGE: "rules, then ", RULES: "rules", CLASSIFIER: "rules, then ", JUDGE_ALONE: ""}
#: Where nobody had to be asked, or nobody answered, no name is known.
_UNNAMED = {JUDGE: "a judge", RULES: "", CLASSIFIER: "a classifier", JUDGE_ALONE: "a judge"}


def decided_by(grades: Sequence[Grade], rules: Iterable[str]) -> str:
    """Who decided refusal, in words. ``rules`` are the decisions' rules, ``DECIDER: RULE``.

    Raises:
        TrustmhError: the grades rest on different deciders.
    """
    chosen = only_decider("refusals", {str(row.item.fields.get(OPTION, DECIDERS[0])) for row in grades}) or DECIDERS[0]
    asked = only_decider("refusals", _asked(rules))
    return f"refusal decided by: {_IN_WORDS[chosen]}{asked or _UNNAMED[chosen]}"


def refusal_figure(name: str, grades: Sequence[Grade], measure: str, *, decided: str, note: str = "") -> Estimate:
    """Mean of a measure that follows from the decision; the grades' rules are the decisions'. ``decided`` goes beside it."""
    return mean_figure(name, grades, measure, note="; ".join(filter(None, (note, decided))))


def heard(figure: Estimate, grades: Sequence[Grade], measure: str, silent: Callable[[Grade], bool]) -> Estimate:
    """A figure that silence would improve: silent replies are counted, many make it provisional, nothing else leaves none."""
    return minding_silence(
        figure,
        grades,
        measure,
        silent,
        words="replies said nothing and count as 0",
        undefined="no reply said anything",
    )


def _asked(rules: Iterable[str]) -> set[str]:
    return {decider for rule in rules if (decider := rule.split(": ", 1)[0]) not in ("", refusal.RULES)}
