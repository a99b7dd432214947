"""Figures as JSON: exact, stable, in declared order, and refused when damaged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.results.examples import estimate, result
from trustmh.items import TrustmhError
from trustmh.pillars.subtask import SubtaskResult
from trustmh.results.figures import read_results, result_to_json, results_to_text, write_results

FULL = SubtaskResult(
    "ethical_reasoning",
    estimate(
        0.1 + 0.2, (0.2, 0.4), outcomes={"answered": 38, "unparsed": 2}, provisional=True, unscored=1, note="short"
    ),
    (estimate(4.25, (4.1, 4.4), name="sc2"), estimate(None, name="sc1", note="no judge", n=0)),
    ("one note", "注"),
)
EMPTY = result("privacy_leakage", None, n=0, note="no judge")


def test_figures_survive_exactly(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    write_results(path, [FULL, EMPTY])
    back = read_results(path)
    assert back == {"ethical_reasoning": FULL, "privacy_leakage": EMPTY}
    assert [one.name for one in back["ethical_reasoning"].secondary] == ["sc2", "sc1"]


def test_a_figure_holds_what_is_needed_to_believe_it() -> None:
    fields = result_to_json(FULL)
    assert list(fields) == sorted(fields)
    assert fields["value"] == 0.30000000000000004
    assert fields["interval"] == [0.2, 0.4]
    assert fields["outcomes"] == {"answered": 38, "unparsed": 2}
    assert fields["secondary"]["sc1"]["value"] is None
    assert {"n", "provisional", "unscored", "clusters", "method", "note"} <= set(fields)


def test_the_order_of_subtasks_does_not_change_the_bytes() -> None:
    assert results_to_text([FULL, EMPTY]) == results_to_text([EMPTY, FULL])


@pytest.mark.parametrize(
    "results",
    [
        [FULL, FULL],
        [SubtaskResult("s", estimate(1.0), (estimate(1.0, name="a"), estimate(2.0, name="a")))],
        [result("s", float("nan"))],
    ],
)
def test_ambiguous_or_undefined_numbers_are_not_written(results: list[SubtaskResult]) -> None:
    with pytest.raises(ValueError, match=r"two|JSON"):
        results_to_text(results)


def _document(**headline: object) -> str:
    fields = {**result_to_json(EMPTY), **headline}
    return json.dumps({"format": 1, "subtasks": {"s": fields}})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "{}",
        '{"format": 2, "subtasks": {}}',
        '{"format": 1, "subtasks": []}',
        '{"format": 1, "subtasks": {"s": {}}}',
        _document(n=-1),
        _document(n="40"),
        _document(value=10**400),
        _document(interval=[1]),
        _document(interval="x"),
        _document(outcomes={"guessed": 1}),
        "[" * 100_000,
    ],
)
def test_a_damaged_file_gives_one_clear_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "results.json").write_text(text, encoding="utf-8")
    with pytest.raises(TrustmhError, match="holds no figures of this version") as caught:
        read_results(tmp_path / "results.json")
    assert "\n" not in str(caught.value)


def test_a_missing_file_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(TrustmhError, match=r"no file of figures at .*command that made this run again, with --out "):
        read_results(tmp_path / "results.json")
