"""The top line in words: which pillar is weakest, how sure that is, who judged, and how well that judge agrees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from trustmh.items import PROVISIONAL_SHARE
from trustmh.pillars.pillars import PILLARS
from trustmh.pillars.subtask import Pillar
from trustmh.report.numbers import written
from trustmh.report.report_run import ReportRun
from trustmh.report.texts import both, listed, say
from trustmh.results.board import PillarScore


def pillars_of(runs: Sequence[ReportRun]) -> list[Pillar]:
    """The benchmark's eight pillars, then any further pillar of the subtasks' table."""
    found = {pillar.id: pillar for pillar in PILLARS}
    for run in runs:
        for subtask in run.subtasks:
            found.setdefault(subtask.pillar.id, subtask.pillar)
    return list(found.values())


def summary(run: ReportRun, scores: Mapping[str, PillarScore], pillars: Sequence[Pillar]) -> list[Markup]:
    """Sentences about one run, most important first; each in both languages."""
    names = {pillar.id: both(pillar.title) for pillar in pillars}
    scored = {
        pillar.id: score
        for pillar in pillars
        if (score := scores.get(pillar.id)) is not None and score.score.value is not None
    }
    sentences = _weakest(scored, names) if scored else [say("top.none")]
    gaps = [names[pillar.id] for pillar in pillars if pillar.id not in scored]
    if gaps:
        sentences.append(say("top.gaps", count=len(gaps), total=len(pillars), names=listed(gaps)))
    return [*sentences, *_judge(run)]


def _weakest(scored: Mapping[str, PillarScore], names: Mapping[str, Markup]) -> list[Markup]:
    order = sorted(scored, key=lambda pillar: scored[pillar].score.value or 0.0)
    first = order[0]
    score = scored[first].score
    value = written(score.value, 1)
    if score.interval is None:
        sentences = [say("top.weakest_unsure", name=names[first], value=value)]
    else:
        low, high = (written(end, 1) for end in score.interval)
        sentences = [say("top.weakest", name=names[first], value=value, low=low, high=high)]
    if score.provisional:
        sentences.append(say("top.provisional", share=f"{100 * PROVISIONAL_SHARE:g}"))
    if len(order) == 1:
        return [*sentences, say("top.only")]
    if score.interval is None:
        return sentences
    close = [
        names[pillar]
        for pillar in order[1:]
        if (other := scored[pillar].score.interval) is None or other.low <= score.interval.high
    ]
    return [*sentences, say("top.not_settled", names=listed(close)) if close else say("top.settled")]


def _judge(run: ReportRun) -> list[Markup]:
    options = run.record.options
    judged = [one for one in run.subtasks if one.id in run.results and one.deciders(options).judge != "no"]
    if not judged:
        return [say("top.no_judge_needed")]
    if run.record.judge is None:
        return [say("top.no_judge")]
    sentence = say("top.judge", judge=run.record.judge.name)
    agreement = run.agreement
    if agreement is None:
        return [sentence, say("top.agreement_not_measured")]
    ends = "" if agreement.interval is None else f" ({' … '.join(written(end, 2) for end in agreement.interval)})"
    value = written(agreement.value, 2) + ends
    stated = say("top.agreement", measure=agreement.measure, value=value, n=agreement.n, source=agreement.source)
    return [sentence, stated]
