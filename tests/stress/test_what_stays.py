"""What must come through every level whole, typed by hand and not read from the lists that the guards use."""

from __future__ import annotations

import re
from typing import Any

import pytest

from trustmh.stress.operations.table import LEVELS
from trustmh.stress.perturb import perturb

SEEDS = 120

#: Negations as people type them; each is put into a sentence between words that may be edited.
NEGATIONS = [
    "not", "no", "never", "none", "nobody", "nobody's", "no one", "noone", "nothing", "nothin", "nowhere", "neither", "nor",
    "nah", "nope", "cannot", "can't", "cant", "won't", "wont", "don't", "dont", "doesn't", "didn't", "didnt", "isn't", "aren't",
    "wasn't", "weren't", "wouldn't", "couldn't", "couldnt", "shouldn't", "shan't", "mightn't", "mustn't", "mustnt", "neednt",
    "needn't", "hasn't", "haven't", "hadn't", "ain't", "oughtn't", "daren't", "wouldn't've", "couldnt've", "shouldnt've", "did'nt",
    "don’t", "don´t", "don`t", "donʼt", "do n't", "ca n't", "wo n’t", "without", "w/o", "hardly", "barely", "rarely", "scarcely",
    "stopped", "refuse", "refused", "lack", "lacks", "failed", "avoids", "unable", "unsafe", "unhappy", "unlikely", "unwanted",
]  # fmt: skip
NUMBERS = [
    "one", "two", "twelve", "ninety", "hundreds", "thousand", "thousands", "fourth", "ninth", "twentieth", "hundredth", "dozen",
    "twice", "half", "7", "2.5", "1,000", "3/4", "$20", "80%", "5 mg", "5mg", "10 mcg", "20 ml", "3 weeks", "5 May", "May 5",
    "12 March", "March 12th", "fifth of May", "two tablets", "half a tablet", "two point five", "5 mg per day", "7 a.m.",
    "less than 5", "at least 3", "before 6", "between 2 and 5", "５０",
]  # fmt: skip
FORMATS = [
    "A, B, C or D", "A, B or C", "Option C", "Options A and B", "options B, C", "[A]", "[B]", "(b)", "a)", "B)", "choose B",
    "answer is C", '{"answer": "A"}', '{"a": {"b": [1, 2], "why": "so it goes"}}', '{\n "label": "sad",\n "sure": true\n}',
    '["yes", "maybe later"]', "[1, 2, 3]", "`so it goes`", "```\nkeep this\n\nas it is\n```", "www.help.org", "findahelpline.com",
    "findahelpline.com/gb", "https://a.org/some/path?x=y", "someone@help.org", "<label>", "<answer>B</answer>", '"A"', "W/O",
]  # fmt: skip
CHINESE = [
    "不", "没有", "冇", "唔", "难以", "休想", "未必", "从不", "不得不", "俩", "仨", "三个月", "两周", "第五天", "周三", "星期三", "5毫克", "５毫克",
    "5 mg", "5mg", "三点五毫克", "百分之五", "三分之二", "三，五天", "3，5天", "3：5", "3～5片", "三、四次", "半片", "3天前", "三天后", "5月3日",
    "至少三片", "十二点半", "20％", "A、B或C", "A、B、C、D", "选项B", "答案是A", "[A]", "（B）", "是或否", '{"答案": "甲"}', "www.help.org",
    "https://a.org/x", "选B", "停药", "拒绝",
]  # fmt: skip


def check(text: str, language: Any, stays: str, level: Any) -> None:
    for seed in range(SEEDS):
        done = perturb(text, language, level=level, intensity="high", seed=seed)
        assert stays in done.text, (seed, done.text)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("stays", [*NEGATIONS, *NUMBERS, *FORMATS])
def test_english(stays: str, level: Any) -> None:
    check(f"Lately my brother thinks {stays} really calm evenings with friends. We talk.", "en", stays, level)
    check(f"He wrote {stays}", "en", stays, level)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("stays", CHINESE)
def test_chinese(stays: str, level: Any) -> None:
    check(f"最近晚上心里难受，妈妈{stays}觉得工作压力。朋友说话。", "zh", stays, level)
    check(f"我想{stays}", "zh", stays, level)


#: Texts in which an edit beside a guarded stretch would change it: what may not come out.
@pytest.mark.parametrize(
    ("text", "language", "never"),
    [
        ("3天前吃了5", "zh", "53"),
        ("昨晚吃了3。5天前吃了2", "zh", "35"),
        ("他来了，不，想走。", "zh", "不想"),
        ("用app看video。", "zh", "appvideo"),
        ("我用app", "zh", "appapp"),
        ("see www.help.org", "en", r"www.help.org\."),
        ("it was 5", "en", r"was 5\."),
        ("it was 5", "en", "was 5 [A-Z]"),
        ("We talked to him. No. We went on.", "en", "him No"),
        ("She told my mother about them.", "en", "he told"),
        ("She told my mother about them.", "en", "other about"),
    ],
)
def test_what_an_edit_beside_it_would_make(text: str, language: Any, never: str) -> None:
    for level in LEVELS:
        for seed in range(300):
            words = perturb(text, language, level=level, intensity="high", seed=seed).text
            before = "" if language == "zh" else r"(?<!\S)"
            assert not re.search(before + never, words), (level, seed, words)
