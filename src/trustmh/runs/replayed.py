"""``--model replay/DIR``: recorded replies take the place of a model.

They are put into the store as answers of the calls a live model would have got, so that everything after (judging,
continuing, exporting, the report) is the same. Verdicts that were recorded with them become answers of the judge's calls.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from trustmh.engine.calls import Answer, Call
from trustmh.engine.replay import Problem, Recorded, read_recorded
from trustmh.engine.store import CallStore
from trustmh.items import Reply, TrustmhError
from trustmh.judges.prompt import judge_messages
from trustmh.pillars.scoring import readings
from trustmh.results.run_record import ModelRecord
from trustmh.runs.recorded import choose_judge, problems_of, replies_for
from trustmh.runs.request import PlannedSubtask, Request
from trustmh.runs.stages import judge_decoding

PREFIX = "replay/"


def is_replay(model: str) -> bool:
    """Whether a model name means recorded replies."""
    return model.startswith(PREFIX)


@dataclass(frozen=True, slots=True)
class ReplayedModel:
    """Recorded replies under the name of a model; ``judge`` is the recorded judge, or None."""

    record: ModelRecord
    judge: ModelRecord | None
    recorded: Recorded
    problems: tuple[Problem, ...]

    @staticmethod
    def open(model: str, planned: tuple[PlannedSubtask, ...], request: Request) -> ReplayedModel:
        """Read the folder behind ``replay/DIR``. Raises :class:`TrustmhError` when it holds no reply to the plan."""
        if request.scoring == "reference" and request.limits:
            raise TrustmhError(
                "--limit does not go with recorded replies under reference scoring: it counts rows over the whole data"
            )
        folder = Path(model.removeprefix(PREFIX)).expanduser()
        recorded = read_recorded(folder, {item.id: item for one in planned for item in one.items})
        if not recorded.replies:
            names = ", ".join(one.subtask.id for one in planned)
            raise TrustmhError(f"{folder} holds no reply to an item of {names}; check --suite, --data and --subtask")
        digest = _digest(recorded)
        name = choose_judge(recorded.judges, "")
        describe: dict[str, str | int | float | bool | None] = {
            "provider": "recorded replies",
            "files": len(recorded.files),
        }
        return ReplayedModel(
            record=ModelRecord(
                name=f"{PREFIX}{folder.name}", identity=f"{PREFIX}{folder.name}@{digest}", describe=describe
            ),
            judge=ModelRecord(name=f"recorded/{name}", identity=f"recorded/{name}@{digest}") if name else None,
            recorded=recorded,
            problems=problems_of(recorded, planned),
        )

    def fill(self, store: CallStore, planned: tuple[PlannedSubtask, ...], request: Request) -> None:
        """Store every recorded reply, and every recorded verdict, as the answer of its call."""
        for one in planned:
            replies = replies_for(one, self.recorded, request.scoring)
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
                store.write(self._verdicts(one, replies, request), "verdict")

    def _verdicts(self, one: PlannedSubtask, replies: dict[str, Reply], request: Request) -> list[tuple[Call, Answer]]:
        assert self.judge is not None
        recorded_name = self.judge.name.removeprefix("recorded/")
        batch = []
        for item, reply, reading in readings(one.subtask, one.items, replies, request.scoring):
            entry = self.recorded.replies.get(item.id)
            text = entry.judge_replies.get(recorded_name) if entry else None
            if text is None:
                continue
            for question in one.subtask.questions(item, reply, reading, request.scoring):
                call = Call(
                    self.judge.identity,
                    judge_messages(question),
                    judge_decoding(question, request),
                    question.rubric.protocol,
                )
                batch.append((call, Answer(Reply(text), served_model=self.judge.name)))
        return batch


def _digest(recorded: Recorded) -> str:
    content = hashlib.sha256()
    for item, entry in sorted(recorded.replies.items()):
        content.update(
            repr(
                (item, entry.reply.text, entry.reply.stop.value, entry.row, sorted(entry.judge_replies.items()))
            ).encode("utf-8", "surrogatepass")
        )
    return content.hexdigest()[:16]
