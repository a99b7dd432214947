"""A run as inspect-ai logs: one ``.eval`` file a subtask, for ``inspect view`` and everything else that reads them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import trustmh
from trustmh.engine.calls import Usage
from trustmh.items import Estimate, Grade, Item, Reply, Scoring, Stop, Suite, TrustmhError
from trustmh.judges.question import Verdict
from trustmh.pillars.subtask import Subtask, SubtaskResult


@dataclass(frozen=True, slots=True)
class SubtaskExport:
    """What one log is made of.

    Attributes:
        items: in the order of the log's samples.
        replies: item id -> reply; an item without one, or with an error, becomes a sample with an error.
        grades: one per item, any order.
        model: name of the model as inspect-ai writes it.
        created: when the run began, with time zone.
        usage: item id -> tokens, where known.
        verdicts: item id -> rubric id -> verdict, for the transcript.
        judge: name of the judge, if one was asked.
    """

    subtask: Subtask
    suite: Suite
    scoring: Scoring
    items: Sequence[Item]
    replies: Mapping[str, Reply]
    grades: Sequence[Grade]
    result: SubtaskResult
    model: str
    created: datetime
    usage: Mapping[str, Usage] = field(default_factory=dict)
    verdicts: Mapping[str, Mapping[str, Verdict]] = field(default_factory=dict)
    judge: str | None = None

    @property
    def log_id(self) -> str:
        """A name for the log that the same run always gives."""
        material = [self.model, self.subtask.id, self.suite, self.scoring, self.created.isoformat()]
        return hashlib.sha256("\0".join(material).encode("utf-8")).hexdigest()[:22]


def export_inspect(exports: Sequence[SubtaskExport], folder: Path) -> list[Path]:
    """Write one ``.eval`` log a subtask into ``folder`` (made when missing) and return their paths.

    Raises :class:`TrustmhError` when the folder cannot be written.
    """
    # Imported here: inspect-ai costs more than a second, and nothing else in this module needs it.
    from inspect_ai.log import write_eval_log

    from trustmh.engine.export_log import eval_log

    paths: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for export in exports:
            stamp = export.created.astimezone(UTC).strftime("%Y-%m-%dT%H-%M-%S+00-00")
            path = folder / f"{stamp}_{export.subtask.id.replace('_', '-')}_{export.log_id}.eval"
            write_eval_log(eval_log(export), str(path), format="eval")
            paths.append(path)
    except OSError as error:
        raise TrustmhError(
            f"export to {folder}: {error.strerror or error}; choose a folder you may write to"
        ) from error
    return paths


def figures(result: SubtaskResult) -> list[Estimate]:
    """Headline first, then the secondary figures that are defined."""
    return [result.headline, *(figure for figure in result.secondary if figure.value is not None)]


def packages() -> dict[str, str]:
    """Versions that the log names."""
    return {"trustmh": trustmh.__version__, "inspect_ai": version("inspect_ai")}


#: Our stop reasons in inspect-ai's words.
STOPS = {
    Stop.STOP: "stop",
    Stop.MAX_TOKENS: "max_tokens",
    Stop.CONTENT_FILTER: "content_filter",
    Stop.UNKNOWN: "unknown",
}
