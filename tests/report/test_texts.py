"""English and Chinese say the same things: equal keys, equal places to fill, nothing left empty."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from trustmh.items import Outcome
from trustmh.report import texts
from trustmh.results.published import published_pillars, published_subtasks

TEMPLATES = Path(texts.__file__).parents[1] / "templates"


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_both_languages_have_the_same_keys() -> None:
    assert list(texts.words("en")) == list(texts.words("zh"))


@pytest.mark.parametrize("key", list(texts.words("en")))
def test_both_languages_fill_the_same_places(key: str) -> None:
    english, chinese = texts.words("en")[key], texts.words("zh")[key]
    assert english.strip() or key == "list.separator"
    assert chinese.strip()
    assert _places(english) == _places(chinese)
    assert "<" not in english + chinese


def test_every_key_that_a_template_asks_for_is_there() -> None:
    asked = {
        key
        for path in TEMPLATES.glob("*.j2")
        for key in re.findall(r'(?:say\(|\]\[)"([a-z_]+\.[a-z_.]+)"', path.read_text(encoding="utf-8"))
        if not key.endswith(".")
    }
    assert len(asked) > 60
    assert asked <= set(texts.words("en"))


def test_names_that_come_from_elsewhere_are_there() -> None:
    wanted = {f"outcome.{outcome.value}" for outcome in Outcome}
    wanted |= {f"subtask.{name}" for pillar in published_pillars() for name in published_subtasks(pillar)}
    wanted |= {"suite.open", "suite.paper", "scoring.kind.audited", "scoring.kind.reference"}
    assert wanted <= set(texts.words("en"))


def test_a_sentence_stands_in_both_languages_and_its_values_are_escaped() -> None:
    html = texts.say("top.judge", judge="<b>\u202e")
    assert html.count('class="t"') == 2
    assert 'lang="zh-CN"' in html
    assert "<b>" not in html
    assert html.count("&lt;b&gt;") == 2
    assert "\u202e" not in html


def test_braces_in_a_value_are_not_filled() -> None:
    assert "{0.__class__}" in texts.say("top.judge", judge="{0.__class__}")


def test_titles_of_the_table_are_escaped() -> None:
    assert "<i>" not in texts.both({"en": "<i>", "zh": "题"})
