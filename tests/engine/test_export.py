from __future__ import annotations

import math
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from inspect_ai.log import EvalLog, list_eval_logs, read_eval_log

from trustmh.engine.calls import Usage
from trustmh.engine.export import SubtaskExport, export_inspect
from trustmh.items import Item, Reply, Stop, TrustmhError
from trustmh.judges.question import Verdict
from trustmh.pillars.scoring import score_subtask
from trustmh.pillars.subtask import Source
from trustmh.pillars.table import BY_ID

pytestmark = pytest.mark.slow

SUBTASK = BY_ID["ethical_reasoning"]


def exported(created: datetime | None = None) -> SubtaskExport:
    """Four items: answered with reasoning, filtered, failed, and without any reply."""
    items: list[Item] = SUBTASK.load(Source("open"))[:4]
    replies = {
        items[0].id: Reply('{"choice": "A", "reasoning": "因为"}', Stop.STOP, "let me think"),
        items[1].id: Reply("", Stop.CONTENT_FILTER),
        items[2].id: Reply("", error="the server failed"),
    }
    rubric = "ethical_reasoning"
    verdicts = {items[0].id: {rubric: Verdict(rubric, "judge/x", {}, "no JSON object", 3, "dunno")}}
    scored = score_subtask(SUBTASK, items, replies, verdicts, "audited")
    return SubtaskExport(
        subtask=SUBTASK,
        suite="open",
        scoring="audited",
        items=items,
        replies=replies,
        grades=scored.grades,
        result=scored.result,
        model="openai/gpt-x",
        created=created or datetime(2026, 11, 30, 12, 0, tzinfo=UTC),
        usage={items[0].id: Usage(100, 20, 5, 40)},
        verdicts=verdicts,
        judge="judge/x",
    )


@pytest.fixture
def log(tmp_path: Path) -> EvalLog:
    (path,) = export_inspect([exported()], tmp_path)
    return read_eval_log(str(path))


def test_the_log_is_found_and_read_by_inspect(tmp_path: Path) -> None:
    paths = export_inspect([exported()], tmp_path / "new" / "logs")
    assert [Path(info.name.removeprefix("file://")) for info in list_eval_logs(str(tmp_path / "new" / "logs"))] == paths
    log = read_eval_log(str(paths[0]))
    assert (log.status, log.eval.task, log.eval.model) == ("success", "trustmh/ethical_reasoning", "openai/gpt-x")
    assert log.eval.created.startswith("2026-11-30T12:00:00")
    assert log.eval.packages["trustmh"]


def test_samples_hold_prompt_reply_reasoning_usage_and_score(log: EvalLog) -> None:
    assert log.samples is not None
    first = log.samples[0]
    export = exported()
    assert [sample.id for sample in log.samples] == [item.id for item in export.items]
    assert isinstance(first.input, list)
    assert first.input[0].text == SUBTASK.messages(export.items[0], "audited")[0].content
    assert first.output.completion == '{"choice": "A", "reasoning": "因为"}'
    assert first.output.usage is not None
    assert (first.output.usage.input_tokens, first.output.usage.input_tokens_cache_read) == (60, 40)
    assert "let me think" in str(first.messages[-1].content)
    assert first.scores is not None
    score = first.scores["trustmh"]
    assert isinstance(score.value, dict)
    assert score.value["correct"] == float(export.items[0].gold == "A")
    assert score.metadata is not None
    assert score.metadata["verdicts"]["ethical_reasoning"]["text"] == "dunno"
    assert log.stats.model_usage["openai/gpt-x"].output_tokens == 20


def test_failed_and_missing_replies_are_errors_and_not_empty_answers(log: EvalLog) -> None:
    assert log.samples is not None
    errors = [sample.error.message if sample.error else None for sample in log.samples]
    assert errors == [None, None, "the server failed", "no reply was recorded"]
    assert log.samples[1].output.stop_reason == "content_filter"
    assert log.results is not None
    assert (log.results.total_samples, log.results.completed_samples) == (4, 2)


def test_figures_are_those_of_the_run(log: EvalLog) -> None:
    headline = exported().result.headline
    assert log.results is not None
    metric = log.results.scores[0].metrics[headline.name]
    assert headline.value is not None
    assert metric.value == pytest.approx(headline.value)
    assert metric.metadata is not None
    assert metric.metadata["n"] == headline.n
    assert metric.metadata["outcomes"] == dict(headline.outcomes)
    assert all(not math.isnan(other.value) for other in log.results.scores[0].metrics.values())


def test_the_same_run_gives_the_same_log(tmp_path: Path) -> None:
    contents = []
    for folder in ("a", "b"):
        (path,) = export_inspect([exported()], tmp_path / folder)
        log = read_eval_log(str(path))
        contents.append((path.name, log.model_dump_json()))
    assert contents[0] == contents[1]
    later = exported(datetime(2026, 12, 1, tzinfo=UTC))
    assert export_inspect([later], tmp_path / "a")[0].name != contents[0][0]


def test_the_file_is_inspects_own_format(tmp_path: Path) -> None:
    (path,) = export_inspect([exported()], tmp_path)
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
    assert "header.json" in names
    assert sum(name.startswith("samples/") for name in names) == 4


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TrustmhError, match="choose a folder you may write to"):
        export_inspect([exported()], tmp_path / "file" / "logs")
