"""``--model replay/DIR``: recorded replies take the place of a model.

They are put into the store as answers of the calls a live model would have got, so that everything after (judging,
continuing, exporting, the report) is the same. Verdicts that were recorded with them become answers of the judge's calls.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from trustmh.engine.calls import Answer, Call
from trustmh.engine.replay import Problem, Recorded
from trustmh.engine.store import CallStore
from trustmh.items import Reply, TrustmhError
from trustmh.judges.prompt import judge_messages
from trustmh.judges.question import Question
from trustmh.pillars.table import SUBTASKS
from trustmh.results.run_record import RECORDED, REPLAY, ModelRecord
from trustmh.runs.recorded import choose_judge, problems_of, recorded_subtasks, replies_for
from trustmh.runs.recorded_data import read_planned, whole_data
from trustmh.runs.recorded_verdicts import askable_rubrics, recorded_answers
from trustmh.runs.request import PlannedSubtask, Request, answering
from trustmh.runs.stages import judge_decoding


def is_replay(model: str) -> bool:
    """Whether a model name means recorded replies."""
    return model.startswith(REPLAY)


def recorded_request(model: str, request: Request) -> tuple[Request, tuple[str, ...]]:
    """The request for the subtasks that the folder holds replies of, when it names none; and what must be said of that.

    Raises :class:`TrustmhError` when the folder cannot be read or holds no reply to the suite.
    """
    if request.subtasks:
        return request, ()
    found = recorded_subtasks(Path(model.removeprefix(REPLAY)).expanduser(), request)
    others = len(SUBTASKS) - len(found)
    note = f"replies to {', '.join(found)} are recorded; the other {others} subtasks are left out"
    return replace(request, subtasks=found), (note,) if others else ()


@dataclass(frozen=True, slots=True)
class ReplayedModel:
    """Recorded replies under the name of a model.

    Attributes:
        judge: the recorded judge, or None.
        replies: by subtask and item.
        answers: what the recorded judge said, by subtask, each with its question.
    """

    record: ModelRecord
    judge: ModelRecord | None
    replies: Mapping[str, Mapping[str, Reply]]
    answers: Mapping[str, Sequence[tuple[Question, str]]]
    problems: tuple[Problem, ...]

    @staticmethod
    def open(
        model: str, planned: tuple[PlannedSubtask, ...], request: Request, *, judged_anew: bool = False
    ) -> ReplayedModel:
        """Read the folder behind ``replay/DIR``. Raises :class:`TrustmhError` when it holds no reply to the plan.

        ``judged_anew``: another judge is asked, so that the recorded one's verdicts are not looked at.
        """
        folder = Path(model.removeprefix(REPLAY)).expanduser()
        whole = whole_data(planned, request)
        recorded = read_planned(folder, planned, whole)
        if not recorded.replies:
            names = ", ".join(one.subtask.id for one in planned)
            raise TrustmhError(f"{folder} holds no reply to an item of {names}; check --suite, --data and --subtask")
        digest = _digest(recorded)
        name = "" if judged_anew else choose_judge(recorded.judges, "")
        replies = {one.subtask.id: replies_for(one, recorded, request.scoring) for one in whole}
        askable = askable_rubrics(whole, request.scoring) if name else {}
        said = {
            one.subtask.id: recorded_answers(one, replies[one.subtask.id], recorded, request.scoring, name, askable)
            for one in planned
        }
        of_verdicts = dict.fromkeys(problem for found in said.values() for problem in found.problems)
        describe: dict[str, str | int | float | bool | None] = {
            "provider": "recorded replies",
            "files": len(recorded.files),
        }
        return ReplayedModel(
            record=ModelRecord(
                name=f"{REPLAY}{folder.name}", identity=f"{REPLAY}{folder.name}@{digest}", describe=describe
            ),
            judge=ModelRecord(name=f"{RECORDED}{name}", identity=f"{RECORDED}{name}@{digest}") if name else None,
            replies=replies,
            answers={subtask: found.answers for subtask, found in said.items()},
            problems=(*problems_of(recorded, planned), *of_verdicts),
        )

    def fill(self, store: CallStore, planned: tuple[PlannedSubtask, ...], request: Request) -> None:
        """Store every recorded reply, and every recorded verdict, as the answer of its call."""
        for one in planned:
            replies = self.replies[one.subtask.id]
            batch = [
                (
                    one.reply_call(item, self.record.identity, request),
                    Answer(replies[item.id], served_model=self.record.name),
                )
                for item in one.items
                if item.id in replies
            ]
            store.write(batch, "reply")
            if self.judge is not None:
                answers = self.answers[one.subtask.id]
                store.write([_verdict(question, text, self.judge, request) for question, text in answers], "verdict")


def _verdict(question: Question, text: str, judge: ModelRecord, request: Request) -> tuple[Call, Answer]:
    """A recorded answer under the call that a live judge would have got."""
    decoding = judge_decoding(question, request)
    model = answering(judge.identity, question.item)
    call = Call(model, judge_messages(question), decoding, question.rubric.protocol)
    return call, Answer(Reply(text), served_model=judge.name)


def _digest(recorded: Recorded) -> str:
    content = hashlib.sha256()
    for item, entry in sorted(recorded.replies.items()):
        judged = [
            (judge, said if isinstance(said, str) else sorted(said.items()))
            for judge, said in sorted(entry.judge_replies.items())
        ]
        content.update(
            repr((item, entry.reply.text, entry.reply.stop.value, entry.row, judged)).encode("utf-8", "surrogatepass")
        )
    return content.hexdigest()[:16]
