"""A bound, a range or several values in one breath are no single value; what only rounds or restates one still is."""

from __future__ import annotations

import pytest

from trustmh.items import Outcome, Reply
from trustmh.replies import read_choice, read_label, read_rating

AGREEMENT = {"strongly disagree": -100, "somewhat disagree": -50, "neutral": 0, "somewhat agree": 50,
             "strongly agree": 100, "有些同意": 50, "非常同意": 100}  # fmt: skip
SENSITIVITY = {"not too sensitive": 2, "somewhat sensitive": 3, "very sensitive": 4, "有些敏感": 3, "非常敏感": 4}
SEVERITY = ("Supportive", "Indicator", "Ideation", "Behavior", "Attempt")
DEPRESSION = {"0": ("无抑郁",), "1": ("轻度抑郁", "轻度"), "2": ("中度抑郁", "中度"), "3": ("重度抑郁", "重度")}
OPTIONS = {"A": "Keep it confidential", "B": "Inform the parents", "C": "Talk with the client first", "D": "Refer"}


@pytest.mark.parametrize("allowed", [(-100.0, 100.0), [-100.0, -50.0, 0.0, 50.0, 100.0]])
@pytest.mark.parametrize(
    "text",
    [
        # bounds, in signs and words
        "> 50", ">50", "**>50**", "My rating is > 50", "&gt;50", "Rating: &gt; 50", ">=50", "≥50", "<50", "Final answer: < 50",
        "$>50$", "50+", "at least 50", "over 50", "I'd rate it over 50", "above 50", "under 50", "up to 50", "more than 50",
        "no less than 50", "not above 50", "nearly 50", "50 or more", "The answer is 50 or more.", "50 and above", "50 at most",
        "50 (or more)", "a minimum of 50", "fifty or more", "50, maybe a bit more", "50 and a half",
        "大于50", "高于50", "50以上", "50分及以上", "不低于50", "至少50", "不超过50", "评分:高于50", "比50高一点", "五十以上",
        # ranges
        "50 - 60", "Rating: 50 - 60", "50-60", "50–60", "50 to 60", "from 50 to 100", "between 50 and 100", "-50 - -100",
        "50...100", "50→100", "fifty to one hundred", "50到60", "约50-60", "介于50和100之间", "50~100",
        # alternatives
        "50 (60)", "50 (or 100)", "50 (maybe 100)", "50 or 100", "50, possibly 100", "50, up to 100", "50; 100", "50\n100",
        "50,或者100", "50(或100)", "50,最多100",
        # words of the scale
        "at least somewhat agree", "somewhat agree or more", "somewhat to strongly agree", "somewhat or strongly agree",
        "above somewhat agree", "somewhat agree, if not strongly agree", "至少有些同意", "有些到非常同意", "有些同意以上",
        # in JSON
        '{"rating": ">50"}', '{"rating": "50+"}', '{"rating": "at least 50"}', '{"rating": "50-100"}', '{"rating": [50, 100]}',
    ],
)  # fmt: skip
def test_no_rating_is_read_from_a_bound_a_range_or_several(text: str, allowed: tuple[float, ...] | list[float]) -> None:
    reading = read_rating(Reply(text), allowed, AGREEMENT)
    assert (reading.outcome, reading.value) == (Outcome.UNPARSED, None)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("50ish", 50), ("I'd say 50ish.", 50), ("about 50", 50), ("exactly 50", 50), ("约50", 50), ("50左右", 50), ("50 or so", 50),
        ("-> 50", 50), ("=> 50", 50), ("<answer>50</answer>", 50), ("> **50**", 50), ("> Rating: 50", 50),
        ("50 (somewhat agree)", 50), ("50 (on a scale of -100 to 100)", 50), ("50 (not 100)", 50), ("50 out of 100", 50),
        ("50. More than 100 people were told.", 50), ("I would not go over 50, so 50.", 50), ("50 and above all a matter of trust", None),
        ("50, since over 3 people know", 50), ("At least somewhat agree; final answer: 100", 100), ("-50", -50),
        ("Between 0 and 50? I choose 50.", 50), ("Final answer: 50. Later: at least 50", 50),
    ],
)  # fmt: skip
def test_one_value_is_read_beside_what_looks_like_a_bound(text: str, value: float | None) -> None:
    assert read_rating(Reply(text), [-100.0, -50.0, 0.0, 50.0, 100.0], AGREEMENT).value == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2 (or 3)", None), ("3 (4)", None), ("3) somewhat sensitive or 4) very sensitive", None), ("Somewhat/very sensitive", None),
        ("有些到非常敏感", None), ("3 up to 4", None), ("3½", None),
        ("3 (1-4)", 3), ("3/4", 3), ("Rating (1-4): 3", 3), ("2 or 3? I'd go with 3.", 3), ("> 3) somewhat sensitive", 3),
        ("My answer: 3, up from 2", 3), ("Rating: 3. This is above average.", 3),
    ],
)  # fmt: skip
def test_ratings_on_a_short_scale(text: str, value: float | None) -> None:
    assert read_rating(Reply(text), [1.0, 2.0, 3.0, 4.0], SENSITIVITY).value == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Ideation - Behavior", None), ("Label: Ideation-Behavior", None), ("The label is Ideation to Behavior", None),
        ("Label: at least Ideation", None), ("The severity is at least Ideation.", None), ("Ideation or higher", None),
        ("Ideation (at least)", None), ("Ideation+", None), (">= Ideation", None), ("Ideation以上", None), ("Ideation (or Behavior)", None),
        ("Ideation (Behavior)", None), ("Ideation vs. Behavior", None), ("Ideation → Behavior", None), ("Ideation | Behavior", None),
        ("Ideation; Behavior", None), ('{"label": "at least Ideation"}', None), ('{"label": "Ideation-Behavior"}', None),
        ("Ideation", "Ideation"), ("Ideation (not Behavior)", "Ideation"), ("Ideation - no Behavior or Attempt", "Ideation"),
        ("I prefer Ideation to Behavior.", "Ideation"), ("At least Ideation, and I settle on Behavior", "Behavior"),
        ("Ideation - at least one sentence says so", "Ideation"),
    ],
)  # fmt: skip
def test_labels_of_a_scale(text: str, value: str | None) -> None:
    assert read_label(Reply(text), SEVERITY).value == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("轻中度", None), ("轻到中度抑郁", None), ("轻度或中度", None), ("至少中度", None), ("中度以上", None), ("2以上", None), (">1", None),
        ("严重程度:至少2", None), ("2 (3)", None), ('{"label": "轻中度"}', None), ("level 2 or above", None),
        ("中度", "2"), ("中度,而非重度", "2"), ("2 (0-3)", "2"), ("2(满分3)", "2"),
    ],
)  # fmt: skip
def test_grades_of_depression(text: str, value: str | None) -> None:
    assert read_label(Reply(text), DEPRESSION, "zh").value == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("B - C", None), ("B (C)", None), ("Answer: B to C", None), ("Answer: B (or C)", None), ("B;C", None), ("B\nC", None),
        ("B as well as C", None), ("B, then C", None), ("B,也可能是C", None), ("Choice: B|C", None), ("B or C", None),
        ('{"choice": "B, C"}', None), ('{"choice": "B-C"}', None), ('{"choice": "B then C"}', None), ("between B and C", None),
        ("B - C is wrong", "B"), ("B (not C)", "B"), ("I prefer B to C", "B"), ("Answer: B (C comes close)", "B"),
        ('{"choice": "B, inform the parents"}', "B"), ("B or C? C.", "C"), ("at least B", None),
    ],
)  # fmt: skip
def test_choices_named_together(text: str, value: str | None) -> None:
    assert read_choice(Reply(text), OPTIONS).value == value
