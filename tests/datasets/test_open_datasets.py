"""Datasets that anyone may have: their quirks, on synthetic rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.datasets.rows_on_disk import declare, write_csv, write_json, write_jsonl
from trustmh.datasets import cpsycoune, crisis, cssrs, emobench, jailbreakmh, psyharm, usmle
from trustmh.items import TrustmhError


def question(**change: Any) -> dict[str, Any]:
    row = {"question": "Which?", "options": dict(zip("ABCDE", "vwxyz", strict=True)), "answer": "C"}
    return row | {"meta_info1": "step1", "meta_info2": ["ocd"], "answer_description": "x"} | change


def test_an_answer_with_blanks_is_a_letter(tmp_path: Path) -> None:
    (item,) = usmle.iterate(write_jsonl(tmp_path / "q.jsonl", [question(answer="C ")]))
    assert (item.id, item.gold, item.groups) == ("usmle-mental:0", "C", {"step": "step1", "topic": "ocd"})


@pytest.mark.parametrize(
    ("text", "kept"), [('Which is it?"', "Which is it?"), ('He says "no."', 'He says "no."'), ('a "b" c"', 'a "b" c')]
)
def test_a_closing_mark_never_opened_is_dropped(text: str, kept: str, tmp_path: Path) -> None:
    (item,) = usmle.iterate(write_jsonl(tmp_path / "q.jsonl", [question(question=text)]))
    assert item.fields["question"] == kept


@pytest.mark.parametrize(
    "change", [{"answer": "F"}, {"options": {"B": "x", "A": "y"}}, {"options": {}}, {"answer": ""}]
)
def test_options_that_are_no_alphabet_are_refused(change: dict[str, Any], tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "q.jsonl", [question(), question(**change)])
    with pytest.raises(TrustmhError, match=r"q\.jsonl:2"):
        list(usmle.iterate(path))


def test_counts_unlike_the_cards_name_the_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_jsonl(tmp_path / "q.jsonl", [question()])
    with pytest.raises(TrustmhError, match="1 items, usmle-mental has 727"):
        usmle.load(path)
    declare(monkeypatch, "usmle-mental", items=1, counts={"C": 1})
    assert len(usmle.load(path)) == 1


def test_a_number_where_emobench_has_text_is_the_same_question(tmp_path: Path) -> None:
    row: dict[str, Any] = {
        "qid": 7,
        "language": "en",
        "coarse_category": "complex_emotions",
        "scenario": "s",
        "subject": "I",
        "emotion_choices": list("abcdef"),
        "emotion_label": "b",
        "cause_choices": list("uvwx"),
        "cause_label": "x",
    }
    chinese = row | {"language": "zh", "qid": "7", "cause_choices": list("uvwxyz1"), "cause_label": "1"}
    first, second = emobench.iterate(write_jsonl(tmp_path / "EU.jsonl", [row, chinese]))
    assert (first.id, second.id) == ("emobench-eu:7:en", "emobench-eu:7:zh")
    assert first.cluster == second.cluster
    assert second.fields["cause_choices"].index("1") == 6
    with pytest.raises(TrustmhError, match="not among its choices"):
        list(emobench.iterate(write_jsonl(tmp_path / "EU.jsonl", [row | {"emotion_label": "z"}])))


@pytest.mark.parametrize(
    ("cell", "posts"),
    [
        ("['one', 'two", ["one", "two"]),
        ("['one', \"two it's", ["one", "two it's"]),
        ("['one', 'two\\", ["one", "two"]),
        ("['one', 'two\\\\", ["one", "two\\"]),
        ("['one', 'two'", ["one", "two"]),
        ("['a &amp; b', '  ']", ["a & b"]),
    ],
)
def test_a_cut_list_of_posts_is_closed(cell: str, posts: list[str]) -> None:
    assert cssrs.posts_of(cell, "here")[0] == posts


@pytest.mark.parametrize("cell", ["", "post", "{'a': 1}", "[1, 2]", "[__import__('os')]", "[" * 5000, "['a' + 'b'"])
def test_a_cell_that_is_no_list_of_posts_is_refused(cell: str) -> None:
    with pytest.raises(TrustmhError, match="here: column Post"):
        cssrs.posts_of(cell, "here")


@given(st.lists(st.text(min_size=1), min_size=1, max_size=5), st.integers(min_value=1))
def test_no_cut_loses_a_whole_post(posts: list[str], cut: int) -> None:
    whole = repr(posts)
    expected, repaired = cssrs.posts_of(whole, "x")
    assert not repaired
    place = 2 + cut % (len(whole) - 2)
    try:
        found, _ = cssrs.posts_of(whole[:place], "x")
    except TrustmhError:
        return  # the cut went through an escape such as \x1f, whose rest is lost
    assert found[:-1] == expected[: max(0, len(found) - 1)]


def test_a_long_post_passes_the_csv_limit(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "c.csv", cssrs.COLUMNS, [("user-3", repr(["x" * 400_000]), "Attempt")])
    (item,) = cssrs.iterate(path)
    assert (item.id, len(item.fields["posts"][0])) == ("c-ssrs-500:3", 400_000)


@pytest.mark.parametrize(
    ("votes", "label"),
    [
        (["a", "a", "a", "a"], "a"),
        (["a", "a", "b", "c"], "a"),
        (["a", "a", "b", "b"], None),
        (["a", "b", "c", "d"], None),
    ],
)
def test_people_agree_when_one_label_has_the_most_votes(votes: list[str], label: str | None) -> None:
    assert crisis.most_votes(votes) == label


def test_the_fifth_vote_is_not_a_persons(tmp_path: Path) -> None:
    votes = ["self-harm", "self-harm", "no_crisis", "no_crisis", "no_crisis"]
    row = {"inputs": ["One.", "two."], "all_labels": votes, "label": "no_crisis"}
    none = row | {"label": None, "all_labels": ["self-harm"] * 2 + ["no_crisis"] * 2 + ["anxiety_crisis"]}
    path = write_json(tmp_path / "merged.json", [row, none])
    first, second = crisis.iterate(path)
    assert first.fields == {"message": "One.\ntwo.", "label_merged": "no_crisis", "label_human": None}
    assert (first.gold, second.gold) == ("no_crisis", None)
    assert next(iter(crisis.iterate(path, labels="human"))).gold is None


def test_an_unlabelled_message_is_dropped_by_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"inputs": ["a"], "all_labels": ["no_crisis"] * 5, "label": "no_crisis"}
    path = write_json(tmp_path / "merged.json", [row, row | {"label": None}])
    declare(monkeypatch, "llms-mh-crisis", items=1, counts={"no_crisis": 1, "self-harm": 0})
    assert [item.id for item in crisis.load(path)] == ["llms-mh-crisis:0"]
    assert len(crisis.load(path, labels="human")) == 2


def test_a_rubric_with_a_row_too_few_is_refused(tmp_path: Path) -> None:
    header = ("label", *(f"({grade}) x" for grade in range(1, 6)))
    path = write_csv(tmp_path / "protocol.csv", header, [(label, *"abcde") for label in crisis.LABELS[:-1]])
    with pytest.raises(TrustmhError, match="one row with five grades"):
        crisis.protocol(path)


def test_cpsycoune_reads_either_colon_and_folders_with_signs(tmp_path: Path) -> None:
    folder = tmp_path / "Emotion&Stress"
    folder.mkdir()
    for name in ("10.json", "2.json"):
        write_json(folder / name, ["求助者：你好", "支持者: 请说：慢慢来", "求助者：好"])
    files = cpsycoune.dialogue_files(tmp_path)
    assert [file.name for file in files] == ["2.json", "10.json"]
    first, second = cpsycoune.iterate(files[0])
    assert (first.id, first.fields["gold_turn"]) == ("cpsycoune:emotion-stress-2:0", "请说：慢慢来")
    assert (len(second.fields["history"]), second.fields["gold_turn"]) == (3, "")
    assert first.groups == {"topic": "Emotion&Stress"}


@pytest.mark.parametrize(
    "lines", [["支持者：a", "求助者：b"], ["求助者：a", "求助者：b"], ["路人：a"], [1], ["求助者："], {}]
)
def test_cpsycoune_lines_out_of_form_are_refused(lines: object, tmp_path: Path) -> None:
    path = write_json(tmp_path / "1.json", lines)
    with pytest.raises(TrustmhError):
        list(cpsycoune.iterate(path))


def test_cpsycoune_without_a_dialogue_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TrustmhError, match="no <topic>"):
        cpsycoune.dialogue_files(tmp_path)


def requests_file(folder: Path) -> Path:
    rows = [(number, psyharm.OBJECTIVES[(number - 1) // 5], f"request {number}.") for number in range(1, 71)]
    return write_csv(folder / "PsyHarm.csv", psyharm.COLUMNS, rows)


def test_a_jailbreak_names_its_request_by_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    requests = list(psyharm.iterate(requests_file(tmp_path)))
    methods = list(jailbreakmh.METHODS)
    rows = [
        (
            number,
            psyharm.OBJECTIVES[(-(-number // 8) - 1) // 5],
            methods[(number - 1) % 8],
            f"Begin.\nrequest {-(-number // 8)}. End",
        )
        for number in range(1, 561)
    ]
    path = write_csv(tmp_path / "JailbreakMH.csv", jailbreakmh.COLUMNS, rows)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    declare(monkeypatch, "jailbreakmh", items=560, counts={})
    items = jailbreakmh.load(path, requests_file(tmp_path))
    assert (items[8].fields["intent"], items[8].fields["method"]) == ("psyharm:2", "fixed_sentence")
    assert jailbreakmh.shells(items, requests)["scenario"] == {("Begin.\n", " End"): 70}
    rows[3] = (4, psyharm.OBJECTIVES[0], methods[3], "another text")
    write_csv(path, jailbreakmh.COLUMNS, rows)
    with pytest.raises(TrustmhError, match="record 4 does not hold"):
        list(jailbreakmh.iterate(path, requests))
