"""Published facts: complete, mapped to our ids, doubtful cells marked, equal to the transcription they come from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from trustmh.results.published import (
    published_models,
    published_numbers,
    published_pillar_ranks,
    published_pillars,
    published_ranks,
    published_subtasks,
)
from trustmh.stats import pillar_ranks

SUBTASKS = [name for pillar in published_pillars() for name in published_subtasks(pillar)]


def test_eight_pillars_nineteen_subtasks_twelve_models() -> None:
    assert len(published_pillars()) == 8
    assert len(SUBTASKS) == len(set(SUBTASKS)) == 19
    assert len(published_models()) == 12
    for name in SUBTASKS:
        ranks = published_ranks(name)
        assert ranks is not None
        assert tuple(ranks.ranks) == published_models()
        assert all(1 <= rank <= 12 for rank in ranks.ranks.values())


def test_known_cells() -> None:
    ethics, crisis = published_ranks("ethical_reasoning"), published_ranks("crisis_escalation")
    assert ethics is not None
    assert crisis is not None
    assert (ethics.ranks["GPT-5.1"], ethics.ranks["Meditron3-70B"]) == (12, 1)
    assert crisis.ranks["PsycoLLM"] == 2
    assert crisis.doubtful == {"PsycoLLM"}
    assert "misprint" in crisis.note["en"]


def test_the_leakage_column_is_marked_unverifiable() -> None:
    ranks = published_ranks("privacy_leakage")
    assert ranks is not None
    assert ranks.doubtful == set(published_models())
    assert "unverifiable" in ranks.note["en"]
    assert ranks.note["zh"]


def test_pillar_ranks_follow_from_the_subtask_ranks() -> None:
    for pillar in published_pillars():
        columns = {name: published_ranks(name) for name in published_subtasks(pillar)}
        derived = pillar_ranks({name: list(ranks.ranks.values()) for name, ranks in columns.items() if ranks})
        published = published_pillar_ranks(pillar)
        assert published is not None
        assert list(published.ranks.values()) == derived


def test_the_printed_radar_differs_only_where_it_breaks_ties() -> None:
    printed, derived = published_pillar_ranks("safety", as_printed=True), published_pillar_ranks("safety")
    assert printed is not None
    assert derived is not None
    assert printed.ranks["PsycoLLM"] == 10
    assert derived.ranks["PsycoLLM"] == 8


@pytest.mark.parametrize(
    ("subtask", "figure", "model", "value", "n"),
    [
        ("ethical_reasoning", "accuracy", "GPT-4o-mini", 0.736, 125),
        ("ethical_reasoning", "accuracy", "PsycoLLM", 0.744, 125),
        ("ethical_reasoning", "sc1", "GPT-4o-mini", 4.248, 125),
        ("privacy_awareness", "r/1", "GPT-4o-mini", 0.540879, 10),
        ("privacy_awareness", "r/2b", "DeepSeek-V3.2", 0.575578, 98),
        ("privacy_leakage", "sharing_error", "GPT-4o-mini", 0.79, 100),
    ],
)
def test_known_numbers(subtask: str, figure: str, model: str, value: float, n: int) -> None:
    (number,) = published_numbers(subtask, figure, model)
    assert (number.value, number.n) == (value, n)


def test_half_widths_stand_with_the_judge_scores() -> None:
    (number,) = published_numbers("ethical_reasoning", "sc1", "GPT-4o-mini")
    assert number.half_width == pytest.approx(0.133, abs=5e-4)


def test_what_the_paper_does_not_have_is_none() -> None:
    assert published_ranks("sleep") is None
    assert published_pillar_ranks("sleep") is None
    assert published_subtasks("sleep") == ()
    assert published_numbers("knowledge") == ()


def test_facts_equal_their_transcription(shared: Path) -> None:
    source = json.loads((shared / "published" / "ranks.json").read_text(encoding="utf-8"))
    columns = [list(ranks.values()) for subtasks in source.values() for ranks in subtasks.values()]
    ours = [list(ranks.ranks.values()) for ranks in map(published_ranks, SUBTASKS) if ranks]
    assert ours == columns
