"""The figures of a run folder, computed from what is stored, and written beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from trustmh.engine.replay import Problem
from trustmh.pillars.scoring import ScoredSubtask, score_subtask
from trustmh.results.figures import RESULTS_FILE, write_results
from trustmh.results.grade_table import GradedItem, write_grades
from trustmh.results.run_record import RunRecord
from trustmh.runs.folder import GRADES_FILE
from trustmh.runs.request import PlannedSubtask, Request
from trustmh.runs.stages import Collected


@dataclass(frozen=True, slots=True)
class ScoredRun:
    """A run folder with its figures; ``problems`` are those of recorded replies."""

    folder: Path
    record: RunRecord
    planned: tuple[PlannedSubtask, ...]
    request: Request
    collected: Collected
    scored: tuple[ScoredSubtask, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def complete(self) -> bool:
        """True when every subtask has its headline figure and nothing recorded was out of order."""
        return all(one.result.headline.value is not None for one in self.scored) and not self.problems


def score_run(
    folder: Path,
    record: RunRecord,
    planned: tuple[PlannedSubtask, ...],
    request: Request,
    collected: Collected,
    *,
    problems: tuple[Problem, ...] = (),
) -> ScoredRun:
    """Grade and estimate everything that was collected."""
    scored = tuple(
        score_subtask(
            one.subtask,
            one.items,
            collected.replies.get(one.subtask.id, {}),
            collected.verdicts.get(one.subtask.id, {}),
            request.scoring,
        )
        for one in planned
    )
    return ScoredRun(folder, record, planned, request, collected, scored, problems)


def write_scores(run: ScoredRun) -> None:
    """Write the grade table and the figures. The same stored answers give the same bytes."""
    write_grades(run.folder / GRADES_FILE, graded_items(run))
    write_results(run.folder / RESULTS_FILE, [one.result for one in run.scored])


def graded_items(run: ScoredRun) -> Iterator[GradedItem]:
    """Every grade with the keys of the calls it rests on."""
    judge = run.record.judge.name if run.record.judge else ""
    for one in run.scored:
        reply_keys = run.collected.reply_keys.get(one.subtask.id, {})
        verdict_keys = run.collected.verdict_keys.get(one.subtask.id, {})
        for grade in one.grades:
            by_rubric = verdict_keys.get(grade.item.id, {})
            criteria = {
                criterion.id: by_rubric[rubric.id]
                for rubric in one.subtask.rubrics
                if rubric.id in by_rubric
                for criterion in rubric.criteria
            }
            criteria |= {name: by_rubric[name] for name in run.record.classifiers if name in by_rubric}
            # A judged measure carries its criterion's name, a classifier's its id.
            keys = {measure: key for measure, key in criteria.items() if measure in grade.measures}
            yield GradedItem(
                pillar=one.subtask.pillar.id,
                grade=grade,
                reply_key=reply_keys.get(grade.item.id, ""),
                verdict_keys=keys,
                judge=judge if any(name not in run.record.classifiers for name in by_rubric) else "",
            )
