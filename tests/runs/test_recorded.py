"""Recorded replies: the published numbers come out of the replies under reference scoring, bit for bit."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from trustmh.engine.replay import read_recorded
from trustmh.items import LANGUAGES, Estimate, Language, TrustmhError
from trustmh.pillars.table import BY_ID
from trustmh.runs.recorded import RecordedScores, replies_for, score_recorded
from trustmh.runs.request import Request, plan


def _score(shared: Path, model: str, scoring: str) -> RecordedScores:
    request = Request(
        suite="paper", data=shared / "upstream", scoring="reference" if scoring == "reference" else "audited"
    )
    return score_recorded(shared / "recorded" / model, request)


def _figures(scores: RecordedScores) -> dict[str, Estimate]:
    return {
        f"{one.scored.subtask.id}.{estimate.name}": estimate
        for one in scores.subtasks
        for estimate in (one.scored.result.headline, *one.scored.result.secondary)
    }


@pytest.mark.parametrize("model", ["gpt-4o-mini", "deepseek-v3.2"])
def test_reference_scoring_reproduces_the_published_privacy_numbers(shared: Path, model: str) -> None:
    published = json.loads((shared / "published" / "reference_numbers.json").read_text(encoding="utf-8"))
    figures = _figures(_score(shared, model, "reference"))
    for tier, task in (("1", "privacy_task1"), ("2a", "privacy_task2a"), ("2b", "privacy_task2b")):
        assert figures[f"privacy_awareness.r/{tier}"].value == pytest.approx(
            published[task][model]["published_pearson_r"], abs=1e-6
        )
    leak = published["privacy_task3"][model]
    for ours, theirs in {
        "string_match": "free-response/string-match",
        "access_error": "info-accessibility/error",
        "access_no_counsellor": "info-accessibility/no_y",
        "access_has_asker": "info-accessibility/has_z",
        "sharing_error": "privacy-sharing/error",
        "sharing_no_counsellor": "privacy-sharing/no_y",
        "sharing_has_asker": "privacy-sharing/has_z",
        "control_error": "control/error",
    }.items():
        assert figures[f"privacy_leakage.{ours}"].value == pytest.approx(leak[f"published/{theirs}"], abs=1e-9), ours


@pytest.mark.parametrize(
    ("model", "accuracy", "means", "half_widths"),
    [
        ("gpt-4o-mini", 0.736, (4.248, 3.952, 3.952, 4.144, 4.416), (0.133, 0.083, 0.070, 0.142, 0.134)),
        ("deepseek-v3.2", 0.672, (4.696, 4.384, 4.400, 4.400, 4.408), (0.092, 0.094, 0.089, 0.120, 0.136)),
        ("psycollm", 0.744, (4.272, 3.920, 3.912, 4.144, 4.224), (0.125, 0.091, 0.095, 0.149, 0.156)),
    ],
)
def test_reference_scoring_reproduces_the_published_ethics_numbers(
    shared: Path, model: str, accuracy: float, means: tuple[float, ...], half_widths: tuple[float, ...]
) -> None:
    figures = _figures(_score(shared, model, "reference"))
    assert figures["ethical_reasoning.accuracy"].value == pytest.approx(accuracy)
    for number, (mean, half) in enumerate(zip(means, half_widths, strict=True), start=1):
        figure = figures[f"ethical_reasoning.sc{number}"]
        assert figure.value == pytest.approx(mean)
        assert figure.interval is not None
        assert (figure.interval[1] - figure.interval[0]) / 2 == pytest.approx(half, abs=6e-4)


def test_audited_scoring_reads_the_rating_a_model_declares(shared: Path) -> None:
    assert _figures(_score(shared, "deepseek-v3.2", "audited"))["privacy_awareness.r/1"].value == pytest.approx(
        0.578098, abs=1e-6
    )


@pytest.mark.parametrize("model", ["gpt-4o-mini", "deepseek-v3.2", "psycollm"])
def test_every_figure_that_differs_between_the_scorings_has_a_reason(shared: Path, model: str) -> None:
    scores = _score(shared, model, "audited")
    differing = [figure for one in scores.subtasks for figure in one.figures]
    assert differing
    assert [figure.figure for figure in differing if not figure.reasons] == []


def test_both_scorings_list_the_same_differences(shared: Path) -> None:
    one, other = (_score(shared, "deepseek-v3.2", scoring) for scoring in ("audited", "reference"))
    assert [s.figures for s in one.subtasks] == [s.figures for s in other.subtasks]


def test_a_scenario_recorded_twice_and_one_not_at_all_are_named_and_counted(shared: Path) -> None:
    leakage = next(
        s for s in _score(shared, "deepseek-v3.2", "audited").subtasks if s.scored.subtask.id == "privacy_leakage"
    )
    assert [(p.kind, p.line) for p in leakage.problems[:4]] == [("duplicate", line) for line in (17, 18, 19, 20)]
    assert {p.item for p in leakage.problems if p.kind == "missing"} == {
        f"psyleak:2:{kind}" for kind in ("free-response", "info-accessibility", "privacy-sharing", "control")
    }
    assert leakage.scored.result.headline.outcomes["missing"] == 3


def test_a_judged_headline_without_verdicts_is_not_defined(shared: Path) -> None:
    figures = _figures(_score(shared, "gpt-4o-mini", "audited"))
    assert figures["privacy_leakage.mean_leak_rate"].value is None
    assert "no judge" in figures["privacy_leakage.mean_leak_rate"].note


# --- replies written for these tests, open suite -------------------------------------------------------------------
def _items() -> list[str]:
    return [item.id for item in BY_ID["ethical_reasoning"].load(Request().source)]


def _gold() -> dict[str, str]:
    return {item.id: str(item.gold) for item in BY_ID["ethical_reasoning"].load(Request().source)}


def _write(folder: Path, lines: list[str]) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "replies.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def _line(item: str, letter: str, **more: object) -> str:
    return json.dumps({"item": item, "reply": json.dumps({"choice": letter, "reasoning": "because"}), **more})


def test_the_folder_decides_which_subtasks_are_scored(tmp_path: Path) -> None:
    folder = _write(tmp_path, [_line(item, letter) for item, letter in _gold().items()])
    scores = score_recorded(folder, Request())
    assert [one.scored.subtask.id for one in scores.subtasks] == ["ethical_reasoning"]
    assert scores.subtasks[0].scored.result.headline.value == 1.0
    assert scores.complete


def test_recorded_verdicts_are_used_and_judges_told_apart(tmp_path: Path) -> None:
    four = json.dumps({f"sc{i}": 4 for i in range(1, 6)})
    two = json.dumps({f"sc{i}": 2 for i in range(1, 6)})
    folder = _write(tmp_path, [_line(item, "A", judge_replies={"anna": four, "ben": two}) for item in _items()])
    with pytest.raises(TrustmhError, match=r"2 judges .* anna, ben"):
        score_recorded(folder, Request())
    for judge, value in (("anna", 4.0), ("ben", 2.0)):
        figures = _figures(score_recorded(folder, Request(), judge=judge))
        assert figures["ethical_reasoning.sc1"].value == value
    with pytest.raises(TrustmhError, match="no verdicts of judge 'carl'"):
        score_recorded(folder, Request(), judge="carl")


def test_an_unreadable_recorded_verdict_leaves_its_item_unscored(tmp_path: Path) -> None:
    good = json.dumps({f"sc{i}": 4 for i in range(1, 6)})
    items = _items()
    lines = [
        _line(item, "A", judge_replies={"anna": good if i else "four out of five"}) for i, item in enumerate(items)
    ]
    scores = score_recorded(_write(tmp_path, lines), Request())
    figure = _figures(scores)["ethical_reasoning.sc1"]
    assert (figure.value, figure.n, figure.unscored) == (4.0, len(items) - 1, 1)
    assert [(p.kind, p.line, p.item) for p in scores.subtasks[0].problems] == [("unread verdict", 1, items[0])]
    assert not scores.complete


@pytest.mark.parametrize(
    ("spoil", "kind"),
    [
        (lambda lines: lines[1:], "missing"),
        (lambda lines: [*lines, lines[0]], "duplicate"),
        (lambda lines: [*lines, _line("open-ethics:xx-999", "A")], "unknown item"),
        (lambda lines: [*lines, '{"item": "open-ethics:en-001", "reply": "cut'], "broken line"),
        (lambda lines: [*lines, '{"reply": "no item"}'], "broken line"),
    ],
)
def test_what_is_wrong_with_a_file_is_named(tmp_path: Path, spoil, kind: str) -> None:  # type: ignore[no-untyped-def]
    folder = _write(tmp_path, spoil([_line(item, "A") for item in _items()]))
    scores = score_recorded(folder, Request())
    problems = [*scores.problems, *(p for one in scores.subtasks for p in one.problems)]
    assert [problem.kind for problem in problems] == [kind]
    assert not scores.complete


def test_a_problem_is_named_under_every_subtask_that_shares_the_data(tmp_path: Path) -> None:
    request = Request(subtasks=("jailbreak_resistance", "antitoxic"))
    first = BY_ID["antitoxic"].load(request.source)[0].id
    scores = score_recorded(
        _write(tmp_path, [json.dumps({"item": first, "reply": "I can't help with that."})]), request
    )
    for one in scores.subtasks:
        assert {problem.kind for problem in one.problems} == {"missing"}, one.scored.subtask.id


def test_under_reference_scoring_a_row_counts_within_its_own_dataset(shared: Path, tmp_path: Path) -> None:
    line = json.dumps({"item": "confaide-2a:3", "reply": "100", "row": 0})
    request = Request(suite="paper", data=shared / "upstream", scoring="reference", subtasks=("privacy_awareness",))
    (planned,) = plan(request)
    recorded = read_recorded(_write(tmp_path, [line]), {item.id: item for item in planned.items})
    held = {item for item, reply in replies_for(planned, recorded, "reference").items() if reply.text == "100"}
    assert held == {"confaide-2a:0", "confaide-2a:3"}


@pytest.mark.parametrize("subtask", ["oeq", "pas"])
def test_rows_in_file_order_give_each_item_its_own_reply(subtask: str, tmp_path: Path) -> None:
    (planned,) = plan(Request(subtasks=(subtask,), scoring="reference"))
    lines = [
        json.dumps({"item": item.id, "reply": item.id, "row": row})
        for row, item in enumerate(sorted(planned.items, key=lambda one: one.id))
    ]
    recorded = read_recorded(_write(tmp_path, lines), {item.id: item for item in planned.items})
    found = replies_for(planned, recorded, "reference")
    assert {item: reply.text for item, reply in found.items()} == {item.id: item.id for item in planned.items}


def test_a_folder_of_other_replies_says_what_it_holds(tmp_path: Path) -> None:
    folder = _write(tmp_path, ['{"item": "else:1", "reply": "x"}'])
    with pytest.raises(TrustmhError, match="holds no reply to the open suite"):
        score_recorded(folder, Request())


def _part(limit: int | None = None, *languages: Language) -> Request:
    return Request(
        subtasks=("ethical_reasoning",), limits={"": limit} if limit else {}, languages=languages or LANGUAGES
    )


@pytest.mark.parametrize("request_", [_part(6), _part(None, "zh"), _part(6, "zh")], ids=["limit", "language", "both"])
def test_a_part_of_the_data_is_enough_and_replies_to_the_rest_are_no_problem(request_: Request, tmp_path: Path) -> None:
    (planned,) = plan(request_)
    gold = _gold()
    some = [_line(item.id, gold[item.id]) for item in planned.items]
    everything = [_line(item, letter) for item, letter in gold.items()]
    for name, lines in (("some", some), ("everything", everything)):
        scores = score_recorded(_write(tmp_path / name, lines), request_)
        headline = scores.subtasks[0].scored.result.headline
        assert (headline.value, headline.n, scores.complete) == (1.0, len(planned.items), True), name


def test_under_a_limit_what_is_missing_or_unknown_is_still_named(tmp_path: Path) -> None:
    first, *_, last = (item.id for item in plan(_part(6))[0].items)
    folder = _write(tmp_path, [_line(item, "A") for item in (*_items(), "open-ethics:xx-999") if item != last])
    problems = score_recorded(folder, _part(6)).subtasks[0].problems
    assert [(problem.kind, problem.item) for problem in problems] == [
        ("unknown item", "open-ethics:xx-999"),
        ("missing", last),
    ]
    assert first != last


def test_rows_are_positions_in_the_whole_data_whatever_the_limit(tmp_path: Path) -> None:
    lines = [
        json.dumps({"item": item, "reply": letter, "row": row}) for row, (item, letter) in enumerate(_gold().items())
    ]
    request = replace(_part(6), scoring="reference")
    (scored,) = score_recorded(_write(tmp_path, lines), request).subtasks
    (whole,) = score_recorded(tmp_path, replace(request, limits={})).subtasks
    by_item = {grade.item.id: grade.reading.value for grade in whole.scored.grades}
    taken = {grade.item.id: grade.reading.value for grade in scored.scored.grades}
    assert len(taken) == 6
    assert taken == {item: by_item[item] for item in taken}
    assert len(set(taken.values())) > 1
