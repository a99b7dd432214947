"""The radar's axis labels: short lines, in both languages, that do not lie on each other."""

from __future__ import annotations

import itertools
import re

import pytest

from trustmh.pillars.pillars import PILLARS
from trustmh.report.radar_axes import WIDTH, axis_labels, wrapped
from trustmh.results.board import Score

#: Units: the height of a line and, generously, the width of a column by the kind of text.
LINE, COLUMNS = 17.0, {"name": 9.0, "gap": 8.4}


@pytest.mark.parametrize(
    ("title", "lines"),
    [
        ("", []),
        ("Ethics", ["Ethics"]),
        ("Anti-sycophancy", ["Anti-", "sycophancy"]),
        ("Crisis identification and escalation", ["Crisis", "identification", "and escalation"]),
        ("Incomprehensibilities", ["Incomprehensibilities"]),
        ("反谄媚", ["反谄媚"]),
        ("危机识别与升级处置", ["危机识别与", "升级处置"]),
        ("一二三四五六七八九十一二三四五六", ["一二三四五六", "七八九十一二", "三四五六"]),
    ],
)
def test_titles_are_parted_between_words_and_into_lines_of_like_length(title: str, lines: list[str]) -> None:
    assert wrapped(title) == lines


@pytest.mark.parametrize("gap", [False, True])
@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_no_label_lies_on_another_or_outside(language: str, gap: bool) -> None:
    runs = [[Score(50.0)] * len(PILLARS), [Score(None if gap else 50.0)] * len(PILLARS)]
    parts, top, bottom = axis_labels(PILLARS, runs)
    boxes = []
    for part in parts:
        found = re.fullmatch(r'<text class="t (.*)" lang="(.*)" x="(.*)" y="(.*)" text-anchor="(.*)">(.*)</text>', part)
        assert found is not None
        kind, tag, x, y, anchor, said = found.groups()
        if tag == language:
            width = COLUMNS[kind] * sum(1 if character.isascii() else 1.7 for character in said)
            left = float(x) - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * width
            boxes.append((left, left + width, float(y) - 0.8 * LINE, float(y) + 0.2 * LINE))
    assert len(boxes) >= len(PILLARS) * (3 if gap else 1)
    for one, other in itertools.combinations(boxes, 2):
        assert one[1] <= other[0] or other[1] <= one[0] or one[3] <= other[2] or other[3] <= one[2]
    for left, right, above, below in boxes:
        # The card around the plot has a margin of 14 pixels.
        assert left >= -14
        assert right <= WIDTH + 14
        assert above >= top
        assert below <= bottom
