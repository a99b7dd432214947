"""The action endorsement rate: explicit replies only, and every other reply counted beside it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.pillars.examples import NOTHING_TO_READ, figure, names
from tests.pillars.verdicts import LABEL, judged
from trustmh.datasets.elephant import iterate_oeq
from trustmh.items import Item, Reply, Stop
from trustmh.judges.endorsement import AGAINST, ENDORSES, FACETS, IMPLICIT, LABELS, NEUTRAL, RUBRIC
from trustmh.judges.question import Question
from trustmh.pillars.anti_sycophancy import oeq, pas
from trustmh.pillars.anti_sycophancy.endorsement_figures import counts
from trustmh.pillars.anti_sycophancy.endorsement_rate import FACET_NAMES, with_option
from trustmh.pillars.scoring import judge_questions
from trustmh.pillars.subtask import Source, Subtask

BOTH = pytest.mark.parametrize("subtask", [oeq.SUBTASK, pas.SUBTASK], ids=lambda subtask: subtask.id)
#: The open suite's questions about plans that are not right to endorse: all that the headline rests on.
OEQ = [item for item in oeq.SUBTASK.load(Source("open")) if not oeq.is_acceptable(item)]
ANSWER = "Here is what I think."


def always(label: str):  # type: ignore[no-untyped-def]
    return lambda _: LABEL[label]


def in_turn(*labels: str | None):  # type: ignore[no-untyped-def]
    """The labels to the questions in turn; None is a verdict that cannot be read."""
    place = {item.id: number for number, item in enumerate(OEQ)}

    def judge(question: Question) -> Mapping[str, float | str] | None:
        label = labels[place[question.item] % len(labels)]
        return LABEL[label] if label else None

    return judge


@BOTH
@pytest.mark.parametrize(("label", "rate"), [(ENDORSES, 1.0), (AGAINST, 0.0), (IMPLICIT, None), (NEUTRAL, None)])
def test_one_label_everywhere(subtask: Subtask, label: str, rate: float | None) -> None:
    items = OEQ if subtask is oeq.SUBTASK else subtask.load(Source("open"))
    result = judged(subtask, items, lambda _: ANSWER, always(label)).result
    assert result.headline.value == rate
    assert result.headline.n == (0 if rate is None else len(items))
    assert result.headline.outcomes == {"answered": len(items)}
    assert figure(result, f"count/{label}").value == len(items)
    assert figure(result, "endorsed_of_all").value == (1.0 if label == ENDORSES else 0.0)
    assert ("not defined: no explicit reply" in result.headline.note) == (rate is None)
    assert not result.headline.provisional


@BOTH
@pytest.mark.parametrize(("judge", "unfit"), [("local/qwen2.5-coder-1.5b", True), ("openai/gpt-4.1", False)])
def test_a_judge_that_never_hears_an_endorsement_makes_the_rate_provisional_and_is_named(
    subtask: Subtask, judge: str, unfit: bool
) -> None:
    items = subtask.load(Source("open"))
    headline = judged(subtask, items, lambda _: ANSWER, always(AGAINST), name=judge).result.headline
    assert (headline.value, headline.provisional) == (0.0, unfit)
    assert (f"judge {judge}: measured" in headline.note) is unfit


def test_counts_with_unread_verdicts_are_as_provisional_as_the_rate() -> None:
    result = judged(oeq.SUBTASK, OEQ, lambda _: ANSWER, in_turn(ENDORSES, None)).result
    assert result.headline.provisional
    assert all(figure(result, f"count/{name}").provisional for name in (ENDORSES, AGAINST, "unread"))


def test_the_rate_is_over_explicit_replies_and_the_note_holds_every_count() -> None:
    result = judged(oeq.SUBTASK, OEQ, lambda _: ANSWER, in_turn(ENDORSES, AGAINST, AGAINST, IMPLICIT, NEUTRAL)).result
    assert result.headline.value == pytest.approx(1 / 3)
    assert result.headline.n == 24
    assert "8 endorse, 16 do not; outside the rate: 8 implicit, 8 neutral, 0 said nothing, 0 unread" in (
        result.headline.note
    )
    assert {name: figure(result, f"count/{name}").value for name in (*LABELS, "said_nothing", "unread")} == {
        ENDORSES: 8,
        AGAINST: 16,
        IMPLICIT: 8,
        NEUTRAL: 8,
        "said_nothing": 0,
        "unread": 0,
    }
    assert figure(result, "endorsed_of_all").value == pytest.approx(8 / 40)


def test_every_breakdown_holds_its_own_counts() -> None:
    result = judged(oeq.SUBTASK, OEQ, lambda _: ANSWER, always(ENDORSES)).result
    groups = [one for one in result.secondary if one.name.startswith(("language/", "topic/", "difficulty/"))]
    assert len(groups) == 2 + 5 + 3
    assert sum(one.n for one in groups) == 3 * 40
    assert all(f"{one.n} endorse, 0 do not" in one.note for one in groups)


def test_silence_is_counted_and_takes_no_side() -> None:
    result = judged(oeq.SUBTASK, OEQ, lambda item: "" if OEQ.index(item) % 2 else ANSWER, always(AGAINST)).result
    assert (result.headline.value, result.headline.n, result.headline.unscored) == (0.0, 20, 0)
    assert figure(result, "count/said_nothing").value == 20
    assert result.headline.outcomes == {"answered": 20, "empty": 20}
    silent = judged(oeq.SUBTASK, OEQ, lambda _: "").result
    assert silent.headline.value is None
    assert figure(silent, "count/said_nothing").value == 40


def test_unread_verdicts_are_unscored_counted_and_make_the_rate_provisional() -> None:
    result = judged(oeq.SUBTASK, OEQ, lambda _: ANSWER, in_turn(ENDORSES, None)).result
    assert (result.headline.value, result.headline.n, result.headline.unscored) == (1.0, 20, 20)
    assert result.headline.provisional
    assert "20 unread" in result.headline.note
    assert "verdict unread: no JSON object" in result.headline.note
    assert figure(result, "endorsed_of_all").unscored == 20


def test_to_approve_and_to_oppose_at_once_is_neutral_and_the_answers_stand_beside_the_label() -> None:
    both = {"approves": "yes", "opposes": "yes", "helps": "yes"}
    (grade,) = judged(oeq.SUBTASK, OEQ[:1], lambda _: ANSWER, lambda _: both).grades
    assert grade.measures[NEUTRAL] == 1.0
    assert "endorsement" not in grade.measures
    assert {name: grade.measures[name] for name in both} == dict.fromkeys(both, 1.0)


def test_without_a_judge_there_is_no_rate() -> None:
    result = judged(oeq.SUBTASK, OEQ, lambda _: ANSWER).result
    assert (result.headline.value, result.headline.unscored) == (None, 40)
    assert result.headline.provisional
    assert "no judge" in result.headline.note


def test_lost_replies_are_counted_and_leave_everything_else() -> None:
    def reply(item: Item) -> str | Reply:
        return Reply("", error="overloaded") if OEQ.index(item) < 6 else ANSWER

    scored = judged(oeq.SUBTASK, OEQ, reply, always(ENDORSES))
    assert scored.result.headline.n == 34
    assert scored.result.headline.outcomes == {"answered": 34, "provider_error": 6}
    assert scored.result.headline.provisional
    assert counts(scored.grades)["unread"] == 0
    assert figure(scored.result, f"count/{ENDORSES}").n == 34


def test_a_refusal_is_labelled_as_it_stands() -> None:
    replies = {item.id: Reply("I'm sorry, but I can't help with that.", Stop.STOP) for item in OEQ}
    assert len(judge_questions(oeq.SUBTASK, OEQ, replies, "audited")) == 40


@BOTH
def test_what_the_person_writes_is_all_that_is_sent_and_the_judge_sees_it_with_the_reply(subtask: Subtask) -> None:
    for item in subtask.load(Source("open")):
        (message,) = subtask.messages(item, "audited")
        assert (message.role, message.content) == ("user", item.fields["prompt"])
        (question,) = judge_questions(subtask, [item], {item.id: Reply(ANSWER, Stop.STOP)}, "audited")
        assert dict(question.parts) == {"plan": item.fields["prompt"], "reply": ANSWER}
        assert question.language == item.language


@pytest.mark.parametrize("text", NOTHING_TO_READ)
@BOTH
def test_no_reply_breaks_anything(subtask: Subtask, text: str) -> None:
    judged(subtask, subtask.load(Source("open"))[:6], lambda _: text, always(NEUTRAL))


# --- facets -----------------------------------------------------------------------------------------------------------
def pleasing(question: Question) -> Mapping[str, float | str]:
    return dict.fromkeys(FACET_NAMES, "yes") if question.rubric is FACETS else LABEL[NEUTRAL]


@BOTH
def test_facets_are_asked_for_only_when_wanted(subtask: Subtask) -> None:
    for chosen, rubrics in {"no": [RUBRIC.id], "yes": [RUBRIC.id, FACETS.id]}.items():
        items = subtask.load(Source("open", options={"facets": chosen}))[:1]
        questions = judge_questions(subtask, items, {items[0].id: Reply(ANSWER, Stop.STOP)}, "audited")
        assert [question.rubric.id for question in questions] == rubrics
    plain = judged(subtask, subtask.load(Source("open")), lambda _: ANSWER, pleasing).result
    assert not [name for name in names(plain) if name.startswith("facet/")]


def test_the_pleasing_side_of_every_facet_is_one() -> None:
    items = oeq.SUBTASK.load(Source("open", options={"facets": "yes"}))
    result = judged(oeq.SUBTASK, items, lambda _: ANSWER, pleasing).result
    assert {figure(result, f"facet/{name}").value for name in FACET_NAMES} == {1.0}
    assert not [name for name in names(result) if name.startswith("baseline/human")]


def test_an_unread_facet_leaves_the_label_alone() -> None:
    items = oeq.SUBTASK.load(Source("open", options={"facets": "yes"}))
    result = judged(
        oeq.SUBTASK, items, lambda _: ANSWER, lambda q: None if q.rubric is FACETS else LABEL[ENDORSES]
    ).result
    assert (result.headline.value, result.headline.unscored) == (1.0, 0)
    assert figure(result, "facet/framing").unscored == 40


def test_peoples_own_labels_stand_beside_the_models(shared: Path) -> None:
    rows = list(iterate_oeq(shared / "upstream" / "elephant" / "OEQ_sample.csv"))
    items = with_option(rows, Source("paper", options={"facets": "yes"}))
    result = judged(oeq.SUBTASK, items, lambda _: ANSWER, pleasing).result
    people = [row.fields["human_labels"]["validation"] for row in rows]
    assert figure(result, "baseline/human/validation").value == pytest.approx(sum(people) / len(people))
    assert figure(result, "over_human/validation").value == pytest.approx(1 - sum(people) / len(people))
