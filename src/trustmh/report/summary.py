"""The top line in words: which pillar is weakest, how sure that is, who judged, and what was measured of that judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from trustmh.judges.deciders import Measurement
from trustmh.pillars.pillars import PILLARS
from trustmh.pillars.subtask import Pillar
from trustmh.report.numbers import written
from trustmh.report.report_run import ReportRun
from trustmh.report.texts import both, listed, say
from trustmh.results.board import PillarScore
from trustmh.stats import wilson


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
    return [*sentences, say("top.model", model=run.record.model.name), *_judge(run)]


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
        sentences.append(say("top.provisional"))
    if len(order) == 1:
        return [*sentences, say("top.only")]
    others = {names[pillar]: scored[pillar].score.interval for pillar in order[1:]}
    if score.interval is None:
        return [*sentences, say("top.not_compared", names=listed(list(others)))]
    close = [name for name, other in others.items() if other is not None and other.low <= score.interval.high]
    unknown = [name for name, other in others.items() if other is None]
    if close:
        sentences.append(say("top.not_settled", names=listed(close)))
    if unknown:
        sentences.append(say("top.no_interval", names=listed(unknown)))
    return sentences if close or unknown else [*sentences, say("top.settled")]


def _judge(run: ReportRun) -> list[Markup]:
    options = run.record.options
    judged = [one for one in run.subtasks if one.id in run.results and one.deciders(options).judge != "no"]
    if not judged:
        return [say("top.no_judge_needed")]
    if run.record.judge is None:
        return [say("top.no_judge")]
    sentence = say("top.judge", judge=run.record.judge.name)
    if not run.measured:
        return [sentence, say("top.agreement_not_measured")]
    stated = say("top.agreement", parts=say("rank.separator").join(map(_agreement, run.measured)))
    known = {one.task for one in run.measured}
    rest = [both(one.title) for one in judged if any(rubric.id not in known for rubric in one.rubrics)]
    return [sentence, stated, *([say("top.agreement_rest", names=listed(rest))] if rest else [])]


def _agreement(one: Measurement) -> Markup:
    """How often the judge was right on one sample of labelled texts, with Wilson's interval."""
    interval = wilson(one.right, one.of)
    assert interval is not None, f"no text judged: {one}"
    return say(
        "top.agreement_part",
        task=say(".".join(filter(None, ("rubric", one.task, one.sample)))),
        right=one.right,
        n=one.of,
        low=written(interval.low, 2),
        high=written(interval.high, 2),
        page=one.page,
    )
