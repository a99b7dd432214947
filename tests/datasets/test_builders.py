"""Builders of the internal datasets: the same source and seed give the same bytes, and what is written can be read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.datasets.rows_on_disk import write_json, write_jsonl
from trustmh.datasets import builders, esconv, open_suite, psyharm, psyleak
from trustmh.datasets.builders.esconv_fair import cues_in
from trustmh.datasets.psyleak import REASONS, Scenario
from trustmh.items import TrustmhError


def consultation(number: int, **change: Any) -> dict[str, Any]:
    row = {
        "question": f"工作压力大怎么办{number}？",
        "description": "第一段。\r\n\r\n第二段，写得比较长。",
        "keywords": "职场,压力",
        "questionID": 100 + number,
        "answers": [{"answer_text": "先说说最近的一天。\n再看。"}, {"answer_text": "另一个回答"}],
    }
    return row | change


def english(number: int) -> dict[str, Any]:
    return consultation(
        number,
        question="What can I do about panic at night?",
        description="It comes at three. I sit up <and> wait.",
        keywords="anxiety",
        answers=[{"answer_text": "That sounds hard. Tell me about last night."}],
    )


def support(content: str, situation: str = "Work has been heavy.") -> dict[str, Any]:
    return {
        "emotion_type": "anxiety",
        "problem_type": "job crisis",
        "situation": situation,
        "dialog": [
            {"speaker": "seeker", "annotation": {}, "content": content},
            {"speaker": "supporter", "annotation": {"strategy": "Question"}, "content": "What happened?"},
        ],
        "extra": "kept",
    }


@pytest.fixture
def sources(tmp_path: Path) -> dict[str, Path | None]:
    mixed = [consultation(number) for number in range(7)] + [english(number) for number in range(7, 12)]
    talks = [support("My boss shouts."), support("She shouts."), support("我很累。")]
    return {
        "psyalign": None,
        "psyharm": None,
        "jailbreakmh": None,
        "psyleak": write_json(tmp_path / "PsyQA.json", mixed),
        "esconv-fair": write_json(tmp_path / "ESConv.json", talks),
    }


@pytest.mark.parametrize("name", builders.BUILDERS)
def test_building_twice_gives_the_same_bytes(name: str, sources: dict[str, Path | None], tmp_path: Path) -> None:
    one, two = (builders.build(name, sources[name], seed=3) for _ in range(2))
    assert one == two
    for folder in ("one", "two"):
        builders.write(builders.build(name, sources[name], seed=3), tmp_path / folder)
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert files == sorted([*one.files, "report.json"])
    assert all((tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes() for file in files)


@pytest.mark.parametrize("name", ["psyleak", "jailbreakmh"])
def test_the_seed_changes_what_it_chooses(name: str, sources: dict[str, Path | None]) -> None:
    assert builders.build(name, sources[name], seed=0).files != builders.build(name, sources[name], seed=1).files


def test_bytes_do_not_depend_on_the_process() -> None:
    program = "import hashlib; from trustmh.datasets import builders; "
    program += "print(hashlib.sha256(repr(builders.build('jailbreakmh').files).encode()).hexdigest())"
    hashes = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(hashes) == 1


def test_a_builder_that_needs_a_source_says_which() -> None:
    with pytest.raises(TrustmhError, match="PsyLeak needs a source: consultations in PsyQA's form"):
        builders.build("psyleak")
    with pytest.raises(TrustmhError, match="no builder 'psyfoo'; known: psyalign"):
        builders.build("psyfoo")


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(TrustmhError, match="cannot be written"):
        builders.write(builders.build("psyalign"), tmp_path / "file" / "inside")


def test_psyalign_has_one_sourced_principle_per_objective(tmp_path: Path) -> None:
    built = builders.build("psyalign")
    rows = [json.loads(line) for line in built.files["PsyAlign.jsonl"].splitlines()]
    assert [row["objective"] for row in rows] == list(psyharm.OBJECTIVES)
    assert all(row["source"] and row["principle_en"] and row["principle_zh"] for row in rows)
    short = write_json(tmp_path / "p.json", [{key: row[key] for key in row if key != "id"} for row in rows[:-1]])
    with pytest.raises(TrustmhError, match="one principle for each of the 14"):
        builders.build("psyalign", short)
    unsourced = write_json(tmp_path / "q.json", [row | {"source": " "} for row in rows])
    with pytest.raises(TrustmhError, match="no source or text for Generate Bias"):
        builders.build("psyalign", unsourced)


def test_psyharm_is_read_back_by_its_loader(tmp_path: Path) -> None:
    builders.write(builders.build("psyharm"), tmp_path)
    items = list(psyharm.iterate(tmp_path / "PsyHarm.csv"))
    assert Counter(item.fields["objective"] for item in items) == dict.fromkeys(psyharm.OBJECTIVES, 5)
    assert {item.fields["prompt"] for item in items} == {item.fields["prompt"] for item in open_suite.intents()}
    assert Counter(item.language for item in items) == {"en": 35, "zh": 35}


@pytest.mark.parametrize("fault", ["missing", "unknown", "repeated"])
def test_psyharm_needs_five_intents_for_each_objective(fault: str, tmp_path: Path) -> None:
    rows = [
        {"id": str(number), "language": "en", "objective": psyharm.OBJECTIVES[number // 5], "prompt": f"p {number}"}
        for number in range(70)
    ]
    if fault == "missing":
        rows = rows[:-1]
    elif fault == "unknown":
        rows[0]["objective"] = "Another"
    else:
        rows[1]["prompt"] = rows[0]["prompt"]
    with pytest.raises(TrustmhError):
        builders.build("psyharm", write_jsonl(tmp_path / "intents.jsonl", rows))


def test_jailbreakmh_puts_fourteen_methods_around_any_psyharm_table(tmp_path: Path) -> None:
    builders.write(builders.build("psyharm"), tmp_path)
    for source in (None, tmp_path / "PsyHarm.csv"):
        built = builders.build("jailbreakmh", source)
        rows = [json.loads(line) for line in built.files["JailbreakMH.jsonl"].splitlines()]
        assert len(rows) == len({row["id"] for row in rows}) == 980
        assert built.report["methods"] == dict.fromkeys(built.report["methods"], 70)


def test_psyleak_keeps_the_consultation_whole_and_is_read_back(sources: dict[str, Path | None], tmp_path: Path) -> None:
    built = builders.build("psyleak", sources["psyleak"])
    builders.write(built, tmp_path)
    items = list(psyleak.iterate(tmp_path / "PsyLeak.txt", tmp_path / "PsyLeak_control.txt"))
    assert len(items) == 12 * 4
    assert Counter(item.language for item in items) == {"zh": 28, "en": 20}
    chinese, foreign = items[0].fields, items[-1].fields
    assert "工作压力大怎么办0？\n第一段。\n\n第二段，写得比较长。" in chinese["story"]
    assert "先说说最近的一天。\n再看。" in chinese["story"]
    assert "另一个回答" not in chinese["story"]
    assert "It comes at three. I sit up <and> wait." in foreign["story"]
    assert (chinese["topic_phrase"], foreign["topic_phrase"]) == ("工作压力", "anxiety")
    assert foreign["control"].startswith("Is it ok for Dr. ")
    assert chinese["control"].endswith("可以吗？")
    for item in items:
        assert not item.fields["story"].rstrip().endswith(("say?", "怎么说？"))
        assert "{" not in item.fields["story"]


def test_psyleak_reasons_go_round_and_duty_to_warn_is_flagged(sources: dict[str, Path | None]) -> None:
    report = builders.build("psyleak", sources["psyleak"]).report
    assert report["reasons"] == {"bonus": 3, "wager": 3, "provide_help": 2, "prevent_harm": 2, "break_stereotypes": 2}
    assert report["duty_to_warn_may_apply"] == [3, 8]


@pytest.mark.parametrize(
    "change", [{"answers": []}, {"description": "a <END><x><y> b"}, {"answers": [{"answer_text": "<BEGIN><a,b,c,d>"}]}]
)
def test_psyleak_refuses_what_it_cannot_keep_whole(change: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(TrustmhError):
        builders.build("psyleak", write_json(tmp_path / "q.json", [consultation(0, **change)]))


names = st.text(alphabet="abcdefgh ", min_size=1).map(str.strip).filter(bool)
bodies = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), min_size=1).map(
    lambda text: "x" + text.replace("<", "(").strip("\n") + "x"
)
scenarios = st.builds(Scenario, names, names, names, st.sampled_from(list(REASONS)), names, names, names, bodies)


@given(st.lists(scenarios, min_size=1, max_size=4), st.sampled_from(["\n", "\r\n"]))
def test_writing_then_reading_stories_is_the_identity(stories: list[Scenario], newline: str) -> None:
    assert psyleak.parse(psyleak.write(stories, newline=newline), Path("x")) == stories


@pytest.mark.parametrize(
    "change", [{"client": "A, B"}, {"body": "a<END><b><c>"}, {"body": "\na"}, {"reason_text": "no reason"}]
)
def test_a_story_that_the_grammar_cannot_hold_is_not_written(change: dict[str, str]) -> None:
    story = {
        "topic": "t",
        "aware_relation": "counselor",
        "asker_relation": "friend",
        "reason_text": "to provide help",
        "client": "Robin",
        "counsellor": "Dr. Abara",
        "asker": "Friend Silva",
        "body": "text",
    }
    with pytest.raises(TrustmhError):
        psyleak.write([Scenario(**(story | change))])


def test_esconv_fair_keeps_rows_unchanged_and_reports_every_removal(sources: dict[str, Path | None]) -> None:
    built = builders.build("esconv-fair", sources["esconv-fair"])
    assert json.loads(built.files["ESConv_fair.json"]) == [support("My boss shouts."), support("我很累。")]
    report = built.report
    assert (report["conversations"], report["kept"], report["removed"]) == (3, 2, 1)
    assert report["removals"] == [
        {"conversation": 1, "cues": [{"attribute": "gender", "kind": "implied", "words": "she", "where": "0"}]}
    ]


def test_esconv_fair_looks_at_the_situation_too(tmp_path: Path) -> None:
    path = write_json(tmp_path / "ESConv.json", [support("Hello.", situation="I am 34 and tired.")])
    (removal,) = builders.build("esconv-fair", path).report["removals"]
    assert removal["cues"] == [{"attribute": "age", "kind": "direct", "words": "i am 34", "where": "situation"}]


@pytest.mark.parametrize(
    ("text", "attribute", "kind"),
    [
        ("I'm a woman in tech", "gender", "direct"),
        ("as a single mother", "gender", "direct"),
        ("he left", "gender", "implied"),
        ("my husband left", "gender", "implied"),
        ("Miss Lee said no", "gender", "implied"),
        ("I am 45.", "age", "direct"),
        ("a 16-year-old", "age", "direct"),
        ("in my late thirties", "age", "direct"),
        ("my finals are near", "age", "implied"),
        ("now that I am retired", "age", "implied"),
        ("as a black man", "race", "direct"),
        ("I'm Mexican", "race", "direct"),
        ("they are racist", "race", "implied"),
        ("our church", "religion", "implied"),
        ("I am Muslim", "religion", "direct"),
        ("我是女生", "gender", "direct"),
        ("我老公不理我", "gender", "implied"),
        ("她走了", "gender", "implied"),
        ("我今年23岁", "age", "direct"),
        ("马上高考了", "age", "implied"),
        ("我是回族", "race", "direct"),
        ("他们笑我的口音", "race", "implied"),
        ("我信佛", "religion", "direct"),
        ("去寺庙烧香", "religion", "implied"),
    ],
)
def test_a_cue_is_found(text: str, attribute: str, kind: str) -> None:
    assert (attribute, kind) in {(cue.attribute, cue.kind) for cue in cues_in(text)}


@pytest.mark.parametrize(
    "text",
    [
        "I am 30 minutes late and in a black mood.",
        "Oh man, the heating broke.",
        "You guys are kind.",
        "The theme of the meeting was shelter.",
        "I miss my home and polish the floor to calm down.",
        "My boss wants a white paper by Monday.",
        "It is a minor issue.",
        "我弹吉他放松，其他都还好。",
        "他们不回消息，高三点钟的会又改了",
        "礼拜三要交报告",
    ],
)
def test_ordinary_words_are_no_cue(text: str) -> None:
    assert cues_in(text) == []


def test_the_open_suites_fair_dialogues_pass_the_filter(tmp_path: Path) -> None:
    path = write_json(tmp_path / "fair.json", list(open_suite.rows("fair")))
    assert builders.build("esconv-fair", path).report["removed"] == 0


def test_the_filter_on_the_released_selection(shared: Path) -> None:
    path = shared / "upstream/trustmh/ESConv_fair.json"
    report = builders.build("esconv-fair", path).report
    assert (report["conversations"], report["kept"]) == (11, 8)
    found = {(removal["conversation"], cue["words"]) for removal in report["removals"] for cue in removal["cues"]}
    assert found == {(0, "she"), (4, "pray"), (5, "pray")}
    assert len(list(esconv.conversations(path))) == 11
