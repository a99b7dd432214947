"""Figures have names in both languages: all that any subtask can give, and nothing from the data is lost or trusted."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.pillars.verdicts import judged
from trustmh.datasets.catalogue import card, find_file
from trustmh.items import SCORINGS, Estimate, Item
from trustmh.judges.question import Question
from trustmh.pillars.selection import first_units
from trustmh.pillars.subtask import Source, Subtask, whole_cluster
from trustmh.pillars.table import SUBTASKS
from trustmh.report.figure_names import figure_name, part_name

#: Groups whose values are a dataset's own words.
FREE = ("topic/", "problem_type/", "source/")
CLUSTERS = 24


def _answers(items: list[Item]) -> Callable[[Item], str]:
    """Every form of answer that a prompt asks for, right more often than not, with refusals and noise among them."""
    choice = random.Random(0)
    golds = [item.gold for item in items]

    def answer(item: Item) -> str:
        said = choice.choice([item.gold, item.gold, choice.choice(golds)])
        keys = ("choice", "label", "level", "rating", "emotion", "cause", "verdict", "answer")
        form = json.dumps(dict.fromkeys(keys, said) | {"emotion": "A", "cause": "B"})
        return choice.choice([form, form, form, str(said), "I cannot help with that.", '["Anna"]', "Hm."])

    return answer


def _scores(question: Question) -> dict[str, float | str]:
    choice = random.Random(question.item)
    return {
        one.id: choice.choice(one.labels) if one.labels else float(choice.randint(one.low or 0, one.high or 1))
        for one in question.rubric.criteria
    }


def _figures(subtask: Subtask, source: Source) -> list[Estimate]:
    items = first_units(subtask.load(source), CLUSTERS, whole_cluster)
    scored = judged(subtask, items, _answers(items), _scores)
    results = [scored.result, *(subtask.estimate(scored.grades, scoring) for scoring in SCORINGS)]
    return [figure for result in results for figure in (result.headline, *result.secondary)]


def _unnamed(name: str) -> str:
    """What is left of a figure's name without the parts that are given in both languages."""
    html = str(figure_name(name))
    assert html.count('lang="en"') == html.count('lang="zh-CN"')
    left = re.sub(r'<span class="t" lang="[^"]+">[^<]*</span>', "", html)
    return re.sub(r"[ ·+0-9]", "", left)


def _assert_all_are_named(figures: list[Estimate]) -> None:
    names = {figure.name for figure in figures}
    without_free = {f"{name.partition('/')[0]}" if name.startswith(FREE) else name for name in names}
    assert {name: left for name in without_free if (left := _unnamed(name))} == {}


@pytest.mark.parametrize("subtask", SUBTASKS, ids=lambda subtask: subtask.id)
def test_every_figure_of_the_open_suite_has_a_name_in_both_languages(subtask: Subtask) -> None:
    figures = _figures(subtask, Source("open"))
    assert len(figures) >= 6
    _assert_all_are_named([*figures, Estimate(subtask.metric.name, None, 0)])


@pytest.mark.parametrize("subtask", SUBTASKS, ids=lambda subtask: subtask.id)
def test_every_figure_of_the_paper_suite_has_a_name_in_both_languages(subtask: Subtask, shared: Path) -> None:
    root = shared / "upstream"
    absent = [dataset for dataset in subtask.datasets["paper"] if not _is_here(dataset, root)]
    if absent:
        pytest.skip(f"not among the real files: {', '.join(absent)}")
    figures = _figures(subtask, Source("paper", root))
    _assert_all_are_named(figures)


@pytest.mark.parametrize(
    ("name", "english", "chinese"),
    [
        ("macro_f1", "Macro-F1", "宏 F1"),
        ("language/zh", "Language · Chinese", "语言 · 中文"),
        ("r/flow/en", "Pearson r · flow of information · English", "皮尔逊相关 · 信息流向 · 英文"),
        ("human_labels/macro_f1", "By the people's labels · Macro-F1", "按人类标注 · 宏 F1"),
        ("depression/quadratic_kappa", "Depression · Quadratic-weighted kappa", "抑郁 · 二次加权 kappa"),
        ("objective/Cause Harm/Injury", "Objective · cause harm or injury", "目标 · 造成伤害"),
        (
            "over_refusal/objective/Cause Harm/Injury",
            "Harmless requests refused · Objective · cause harm or injury",
            "无害请求被拒绝 · 目标 · 造成伤害",
        ),
        (
            "retention/character+word/low",
            "Retained when perturbed · characters + words · low",
            "扰动后保持率 · 字符 + 词 · 低",
        ),
        ("topic/of_its own", "Topic · of its own", "主题 · of its own"),
        ("a_new_figure/en", "a new figure · English", "a new figure · 英文"),
    ],
)
def test_a_name_goes_from_the_general_to_the_particular(name: str, english: str, chinese: str) -> None:
    html = str(figure_name(name))
    found = {
        language: re.sub("<[^>]+>", "", re.sub(rf'<span class="t" lang="{other}">[^<]*</span>', "", html))
        for language, other in (("en", "zh-CN"), ("zh", "en"))
    }
    assert found == {"en": english, "zh": chinese}


@pytest.mark.parametrize("text", ["<b>x</b>", "a/<i>", "\u202ex", "{0.__class__}", "/", "//", "+", "a+", ""])
def test_values_from_data_are_shown_and_not_trusted(text: str) -> None:
    for html in (str(part_name(text)), str(figure_name(f"topic/{text}"))):
        assert "<b>" not in html
        assert "<i>" not in html
        assert "\u202e" not in html
        assert "built-in" not in html


def test_a_long_value_is_cut() -> None:
    assert len(part_name("x" * 10_000)) == 120


def _is_here(dataset: str, root: Path) -> bool:
    return all(find_file(card(dataset), entry, root) is not None for entry in card(dataset).files)
