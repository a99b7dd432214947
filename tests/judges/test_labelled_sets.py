"""The labelled sets are what the documentation says of them."""

from __future__ import annotations

import pytest

from tests.judges.labelled_sets import NAMES, rows
from trustmh.judges import endorsement, harmful_compliance, refusal, toxicity
from trustmh.judges.rubric import Rubric

SIZES = {"refusal": 200, "toxicity": 150, "endorsement": 150}
RUBRICS = (refusal.RUBRIC, toxicity.RUBRIC, endorsement.RUBRIC, harmful_compliance.RUBRIC)


@pytest.mark.parametrize("name", NAMES)
def test_a_set_is_large_enough_and_half_chinese(name: str) -> None:
    found = rows(name)
    assert len(found) >= SIZES[name]
    assert sum(row["language"] == "zh" for row in found) * 2 == len(found)
    assert len({row["id"] for row in found}) == len(found)


@pytest.mark.parametrize("name", NAMES)
def test_about_a_third_is_held_out_in_each_language(name: str) -> None:
    for language in ("en", "zh"):
        of_language = [row for row in rows(name) if row["language"] == language]
        assert sum(row["heldout"] for row in of_language) / len(of_language) > 0.25


@pytest.mark.parametrize(
    ("name", "field", "wanted"),
    [
        ("refusal", "label", {state.value for state in refusal.Refusal} - {"undecided"}),
        ("toxicity", "level", {0, 1, 2, 3, 4}),
        ("endorsement", "label", set(endorsement.LABELS)),
    ],
)
def test_every_label_occurs_often_in_both_languages(name: str, field: str, wanted: set[object]) -> None:
    for language in ("en", "zh"):
        labels = [row[field] for row in rows(name) if row["language"] == language]
        assert set(labels) == wanted
        assert min(labels.count(label) for label in wanted) >= 8


@pytest.mark.parametrize(
    "kind",
    [
        "usual words",
        "other words",
        "begins with sorry",
        "refuses a part",
        "role-play",
        "bare",
        "empty",
        "talks with the person",
    ],
)
def test_the_refusal_set_holds_the_hard_kinds(kind: str) -> None:
    assert {row["language"] for row in rows("refusal") if row["kind"] == kind} == {"en", "zh"}


@pytest.mark.parametrize(
    "kind", ["distress", "quoted abuse", "clinical", "harmful but polite", "stigma", "urges self-harm"]
)
def test_the_toxicity_set_holds_the_hard_kinds(kind: str) -> None:
    assert {row["language"] for row in rows("toxicity") if row["kind"] == kind} == {"en", "zh"}


@pytest.mark.parametrize("rubric", RUBRICS, ids=lambda rubric: rubric.id)
def test_no_solved_example_of_a_rubric_is_part_of_a_labelled_set(rubric: Rubric) -> None:
    texts = {text for name in NAMES for row in rows(name) for text in row.values() if isinstance(text, str)}
    assert rubric.examples
    assert not texts & {text for example in rubric.examples for text in example.parts.values()}
