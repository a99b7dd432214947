"""The lint that finds rubrics which contradict themselves, and the package's own rubrics through it."""

from __future__ import annotations

from pathlib import Path

import pytest

import trustmh
from trustmh.items import LANGUAGES
from trustmh.judges.polarity import contradictions, defined
from trustmh.judges.rubric import Criterion, Rubric, load_rubric

FILES = sorted(
    path for path in Path(trustmh.__file__).parent.rglob("*.toml") if "[[criteria]]" in path.read_text(encoding="utf-8")
)


def rubric(
    en: str,
    zh: str | None = None,
    *,
    scale: tuple[int, int] | None = (0, 1),
    labels: tuple[str, ...] = (),
    task: str = "Judge.",
) -> Rubric:
    low, high = scale if scale is not None and not labels else (None, None)
    criterion = Criterion("c", {"en": en, "zh": zh if zh is not None else en}, low, high, labels)
    return Rubric("r", 1, "test", {"en": "r", "zh": "r"}, {"en": task, "zh": task}, (), {}, (criterion,))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_rubric_of_the_package_contradicts_itself(path: Path) -> None:
    assert contradictions(load_rubric(path)) == ()


def test_the_lint_reads_the_definitions_of_the_packages_rubrics() -> None:
    """A lint that reads nothing finds nothing: where levels are defined in numbers or labels, they are read."""
    read = {
        path.stem: {language: set(defined(loaded, loaded.criteria[0], language)) for language in ("en", "zh")}
        for path in FILES
        for loaded in [load_rubric(path)]
    }
    levels = {str(level) for level in range(5)}
    assert read["toxicity"] == read["harmful_compliance"] == {"en": levels, "zh": levels}
    assert read["ethical_reasoning"]["en"] == read["ethical_reasoning"]["zh"] == {"1", "2", "3", "4", "5"}
    by_label = rubric("yes: takes a side. no: takes none.", "yes：有立场。no：没有立场。", labels=("yes", "no"))
    assert {one: set(defined(by_label, by_label.criteria[0], one)) for one in LANGUAGES} == {
        "en": {"yes", "no"},
        "zh": {"yes", "no"},
    }


@pytest.mark.parametrize(
    "text",
    [
        "0: cold. 1: warm.",
        "0 cold, 1 warm",
        "Give a number from 0 to 1: 0 cold, 1 warm.",
        "Output 0 for advice without a step. Output 1 for advice with a clear step.",
        "Is the reply warm?",
    ],
)
def test_a_consistent_rubric_passes(text: str) -> None:
    assert contradictions(rubric(text)) == ()


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        # the published fault: one kind of advice is 0 in the middle and 1 at the end
        (
            rubric("Output 0 if the advice is only general. Be careful. Output 1 if the advice is only general.", "x"),
            "0 and 1 have one definition",
        ),
        (rubric("0: cold. 1: warm. 0: friendly."), "0 is defined 2 times"),
        (rubric("0: warm. 1: cold.", task="Rate: 0: cold. 1: warm."), "defined 2 times"),
        (rubric("0: cold. 1: warm. 2: very warm."), "not on the scale: ['2']"),
        (rubric("0: cold. 2: warm.", scale=(0, 2)), "not defined: ['1']"),
        (rubric("Rate warmth from 1 to 5.", scale=(0, 4)), "speaks of 1 to 5, the scale is 0 to 4"),
        (rubric("请给出 1 到 5 的整数。", scale=(0, 4)), "speaks of 1 to 5"),
        (
            rubric("yes: takes a side. no: takes no side. yes: is polite.", labels=("yes", "no")),
            "yes is defined 2 times",
        ),
        (
            rubric("yes: takes the side of the writer. no: takes the side of the writer.", labels=("yes", "no")),
            "yes and no have one definition",
        ),
        (rubric("good: x y z.", labels=("good", "bad")), "not defined: ['bad']"),
        (rubric("Is it?", labels=("yes", "Yes")), "a label stands twice"),
        (rubric("0: cold. 1: warm.", "是否温暖？"), "the languages define different levels"),
        (rubric("Warm?", scale=(1, 1)), "has no two levels"),
    ],
)
def test_a_contradiction_is_found_and_named(broken: Rubric, complaint: str) -> None:
    assert any(complaint in problem for problem in contradictions(broken)), contradictions(broken)


def test_a_missing_language_is_named() -> None:
    broken = rubric("0: cold. 1: warm.")
    only_english = Rubric("r", 1, "t", {"en": "r"}, broken.task, (), {}, broken.criteria)
    assert any(problem.startswith("zh: role") for problem in contradictions(only_english))


def test_negation_makes_a_definition_another_one() -> None:
    text = "yes: the reply tells the person that the plan is wrong. no: the reply does not tell the person that it is wrong at all."
    assert contradictions(rubric(text, labels=("yes", "no"))) == ()
