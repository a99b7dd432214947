"""Solved examples in a rubric: shown as part of the task, checked when the rubric is read, absent where there are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from trustmh.items import TrustmhError
from trustmh.judges.prompt import judge_messages
from trustmh.judges.question import Question
from trustmh.judges.rubric import load_rubric

PLAIN = """
id = "tone"
version = 1
source = "test"
role = { en = "Judge.", zh = "评审。" }
task = { en = "Rate the tone.", zh = "评价语气。" }

[[slots]]
id = "reply"
title = { en = "Reply", zh = "回复" }

[[criteria]]
id = "warmth"
scale = [0, 2]
text = { en = "0: cold. 1: even. 2: warm.", zh = "0：冷。1：平。2：暖。" }
"""
EXAMPLE = """
[[examples]]
language = "{language}"
parts = {{ {slot} = "Hello dear" }}
scores = {{ {criterion} = {score} }}
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "tone.toml"
    path.write_text(text, encoding="utf-8")
    return path


def example(language: str = "en", slot: str = "reply", criterion: str = "warmth", score: str = "2") -> str:
    return EXAMPLE.format(language=language, slot=slot, criterion=criterion, score=score)


def test_a_rubric_without_examples_is_put_to_the_judge_as_before(tmp_path: Path) -> None:
    rubric = load_rubric(write(tmp_path, PLAIN))
    assert rubric.task == {"en": "Rate the tone.", "zh": "评价语气。"}
    assert rubric.examples == ()


def test_examples_stand_in_the_task_of_their_language_only(tmp_path: Path) -> None:
    rubric = load_rubric(write(tmp_path, PLAIN + example() + example("zh")))
    user = judge_messages(Question(rubric, "i", "en", {"reply": "r"}))[1].content
    assert user.startswith('Rate the tone.\n\nExample:\nReply: Hello dear\n{"warmth": 2}\n\nReply\n===')
    assert "例子" in rubric.task["zh"]
    assert "Example" not in rubric.task["zh"]


@pytest.mark.parametrize(
    ("bad", "complaint"),
    [
        (example(slot="answer"), "must be slots"),
        (example(criterion="cold"), "must be slots"),
        (example(score="3"), "off its scale"),
        (example(score='"2"'), "off its scale"),
        (example(language="de"), "needs language"),
    ],
)
def test_an_example_that_does_not_fit_its_rubric_is_refused(tmp_path: Path, bad: str, complaint: str) -> None:
    with pytest.raises(TrustmhError, match=complaint):
        load_rubric(write(tmp_path, PLAIN + bad))
