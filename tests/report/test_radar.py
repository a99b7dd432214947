"""The radar's data: gaps are null, and no name can leave its script element."""

from __future__ import annotations

import json

from tests.report.runs import HOSTILE, SUBTASKS, run
from trustmh.report.radar import json_block, radar_data
from trustmh.report.summary import pillars_of
from trustmh.results.board import build_board


def test_a_gap_is_null_and_never_zero() -> None:
    one = run()
    data = radar_data(pillars_of([one]), build_board(SUBTASKS, {one.name: one.results}))
    values = dict(zip(data["labels"]["en"], data["series"][0]["values"], strict=True))
    assert values["Privacy"] is None
    assert values["Reliability"] is None
    assert values["Ethics"] == 100 * (0.55 - 0.25) / 0.75
    assert len(data["labels"]["zh-CN"]) == 8


def test_names_are_text_to_plotly_and_to_the_page() -> None:
    data = radar_data(pillars_of([run()]), build_board(SUBTASKS, {HOSTILE: {}, "\u202eb": {}}))
    assert "<" not in data["series"][0]["name"]
    assert data["series"][1]["name"] == "⟨U+202E⟩b"
    block = json_block(data)
    assert "<" not in block
    assert "&" not in block
    assert json.loads(block) == data
