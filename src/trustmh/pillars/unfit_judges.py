"""Figures that rest on a judge measured to be unfit are provisional, whatever the subtask: one rule, applied here.

What rests on a judge is found, not declared: a measure rests on a verdict when it is another without the verdict, and a
figure rests on a judge when it is another without those measures. So a subtask cannot forget to ask, and what rules decided
is not marked. Which judges are unfit for which rubric stands in ``judges/measured.toml``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from trustmh.items import Estimate, Grade
from trustmh.judges.deciders import unfit_reason
from trustmh.judges.question import Verdict
from trustmh.pillars.subtask import SubtaskResult

#: Stands for a measure that does not apply to an item; None is one that is unscored.
_ABSENT = object()


def with_unfit(grading: Callable[[Mapping[str, Verdict]], Grade], verdicts: Mapping[str, Verdict]) -> Grade:
    """The grade of an item, with the measures named that rest on an unfit judge.

    Args:
        grading: grades the item by verdicts.
        verdicts: by rubric id.
    """
    grade = grading(verdicts)
    unfit: dict[str, tuple[str, ...]] = {}
    for rubric, verdict in verdicts.items():
        why = unfit_reason(rubric, verdict.judge)
        if not why:
            continue
        without = grading({name: other for name, other in verdicts.items() if name != rubric}).measures
        for name in dict.fromkeys((*grade.measures, *without)):
            if grade.measures.get(name, _ABSENT) != without.get(name, _ABSENT):
                unfit[name] = (*unfit.get(name, ()), f"judge {verdict.judge}: {why}")
    return replace(grade, unfit=unfit)


def marked(
    result: SubtaskResult, grades: Sequence[Grade], estimate: Callable[[Sequence[Grade]], SubtaskResult]
) -> SubtaskResult:
    """The figures, those that rest on an unfit judge provisional, each with the reason in its note.

    Args:
        result: the figures over ``grades``.
        grades: every grade of the subtask.
        estimate: makes figures of grades.
    """
    for why in sorted({why for grade in grades for found in grade.unfit.values() for why in found}):
        without = estimate([_without(grade, why) for grade in grades])
        others = {figure.name: figure for figure in without.secondary}
        result = replace(
            result,
            headline=_marked(result.headline, without.headline, why),
            secondary=tuple(_marked(figure, others.get(figure.name), why) for figure in result.secondary),
        )
    return result


def _without(grade: Grade, why: str) -> Grade:
    """The grade as if what the judge decided were unscored."""
    resting = [name for name, found in grade.unfit.items() if why in found]
    if not resting:
        return grade
    return replace(grade, measures={**grade.measures, **dict.fromkeys(resting)})


def _marked(figure: Estimate, without: Estimate | None, why: str) -> Estimate:
    if without is not None and _rests_on(figure) == _rests_on(without):
        return figure
    return replace(figure, provisional=True, note="; ".join(filter(None, (why, figure.note))))


def _rests_on(figure: Estimate) -> tuple[float | None, int, int]:
    """What changes when a verdict behind a figure is withheld. Outcomes do not count: they are beside it."""
    return (figure.value, figure.n, figure.unscored)
