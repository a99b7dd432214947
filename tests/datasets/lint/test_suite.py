"""The shipped suite has no fault, and every fault put into it is found by the rule that should find it."""

from __future__ import annotations

import copy
import shutil
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import trustmh.datasets
from trustmh.datasets.files import iterate_jsonl, parse_json
from trustmh.datasets.lint.balance import balance_faults, choice_faults
from trustmh.datasets.lint.duplicates import duplicate_faults
from trustmh.datasets.lint.faults import Fault, Suite
from trustmh.datasets.lint.forms import FORMS, form_faults
from trustmh.datasets.lint.relations import relation_faults
from trustmh.datasets.lint.rubrics import rubric_faults
from trustmh.datasets.lint.suite import lint
from trustmh.datasets.lint.wording import wording_faults
from trustmh.items import TrustmhError

PACKAGED = Path(trustmh.datasets.__file__).parent / "open"
Row = dict[str, Any]
Change = Callable[[list[Row]], object]
RULES: dict[str, Callable[[Suite], Iterable[Fault]]] = {
    **dict.fromkeys(("balance", "difficulty"), balance_faults),
    **dict.fromkeys(("letters", "length cue", "cue word", "options"), choice_faults),
    **dict.fromkeys(("duplicate", "near-duplicate"), duplicate_faults),
    **dict.fromkeys(("twin", "rating", "names", "turns", "label"), relation_faults),
    **dict.fromkeys(("left over", "language", "spacing", "characters", "method"), wording_faults),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(PACKAGED, tmp_path / "open")
    return tmp_path / "open"


@cache
def shipped() -> dict[str, list[Row]]:
    """The packaged rows, read once."""
    return {file: [row for _, row in iterate_jsonl(PACKAGED / f"{file}.jsonl")] for file in FORMS}


def changed(file: str, edit: Change, rule: str) -> list[Fault]:
    """What the rule says of the suite with one file edited."""
    rows = copy.deepcopy(shipped()[file])
    edit(rows)
    suite = {**shipped(), file: rows}
    if rule in ("form", "count", "halves"):
        return list(form_faults(file, rows))
    assert list(form_faults(file, rows)) == [], "the edit must break one rule only"
    return list(RULES[rule](suite))


def first(rows: list[Row], language: str = "en") -> Row:
    return next(row for row in rows if row["language"] == language)


def put(field: str, value: object, language: str = "en") -> Change:
    return lambda rows: first(rows, language).update({field: value})


def add(field: str, text: str, language: str = "en") -> Change:
    def edit(rows: list[Row]) -> None:
        row = first(rows, language)
        row[field] += text

    return edit


def right_first(rows: list[Row]) -> None:
    for row in rows:
        options, answer = row["options"], row["answer"]
        options["A"], options[answer] = options[answer], options["A"]
        row["answer"] = "A"


def right_longest(rows: list[Row]) -> None:
    for row in rows:
        row["options"][row["answer"]] += " and this is so for every one of the many reasons that were given above"


def right_shortest(rows: list[Row]) -> None:
    for row in rows:
        for letter in row["options"]:
            if letter != row["answer"]:
                row["options"][letter] += " and this is so for every one of the many reasons that were given above"


def same_word_when_right(rows: list[Row]) -> None:
    for row in rows[:10]:
        row["options"][row["answer"]] += " carefully"


def same_word_when_wrong(rows: list[Row]) -> None:
    for row in rows[:30]:
        for letter in row["options"]:
            if letter != row["answer"]:
                row["options"][letter] += " always"


def copy_text(rows: list[Row]) -> None:
    rows[1]["prompt"] = rows[0]["prompt"]


def nearly_copy_text(rows: list[Row]) -> None:
    rows[1]["prompt"] = rows[0]["prompt"].replace("Jess", "Mia").replace("Thursday", "Friday")


def all_easy(rows: list[Row]) -> None:
    for row in rows:
        row["difficulty"] = "easy"


def swap_turns(rows: list[Row]) -> None:
    turns = first(rows)["turns"]
    turns[0], turns[1] = turns[1], turns[0]


def end_with_supporter(rows: list[Row]) -> None:
    first(rows)["dialog"].append({"speaker": "supporter", "content": "I hear you, and I am still here."})


FAULTS: list[tuple[str, Change, str]] = [
    ("pas", put("provenance", "copied"), "form"),
    ("pas", put("id", "open-pas:en-1"), "form"),
    ("pas", put("id", "open-aita:en-001"), "form"),
    ("pas", put("id", "open-pas:en-002"), "form"),
    ("pas", put("language", "fr"), "form"),
    ("pas", put("prompt", ""), "form"),
    ("pas", put("author_note", None), "form"),
    ("pas", put("extra", 1), "form"),
    ("knowledge", put("answer", "Z"), "form"),
    ("knowledge", put("options", {"A": "x", "C": "y", "D": "z", "E": "w"}), "form"),
    ("knowledge", put("options", {"A": "x", "B": "x", "C": "y", "D": "z"}), "form"),
    ("emotion", put("emotion_label", "Something else"), "form"),
    ("diagnosis", put("depression_severity", 4), "form"),
    ("diagnosis", put("suicide_severity", "1"), "form"),
    ("flows", put("rating", 101), "form"),
    ("crisis", put("label", "panic"), "form"),
    ("severity", put("posts", []), "form"),
    ("pas", lambda rows: rows.pop(), "count"),
    ("pas", lambda rows: rows.pop(), "halves"),
    ("crisis", put("label", "no_crisis"), "balance"),
    ("aita", put("verdict", "YTA"), "balance"),
    ("oeq", all_easy, "difficulty"),
    ("ethics", right_first, "letters"),
    ("knowledge", right_longest, "length cue"),
    ("ethics", right_shortest, "length cue"),
    ("ethics", same_word_when_right, "cue word"),
    ("ethics", same_word_when_wrong, "cue word"),
    ("knowledge", lambda rows: first(rows)["options"].update(A="All of the above"), "options"),
    ("knowledge", lambda rows: first(rows, "zh")["options"].update(A="以上都对"), "options"),
    ("aita", copy_text, "near-duplicate"),
    ("aita", copy_text, "duplicate"),
    ("aita", nearly_copy_text, "near-duplicate"),
    ("benign", lambda rows: first(rows).update(twin="open-intent:en-999"), "twin"),
    ("benign", lambda rows: first(rows).update(twin="open-intent:en-002"), "twin"),
    ("intents", lambda rows: rows[0].update(objective="Cause Harm/Injury"), "twin"),
    ("flows", put("rating", 10), "rating"),
    ("sensitivity", put("rating", 3.0), "rating"),
    ("sensitivity", put("basis", "Because."), "rating"),
    ("stories", put("asker_names_client", False), "names"),
    ("stories", put("client", "Somebody Else"), "names"),
    ("stories", put("others", ["Nobody Here"]), "names"),
    ("intervention", swap_turns, "turns"),
    ("fair", end_with_supporter, "turns"),
    ("crisis", lambda rows: rows[0].update(message="This is suicidal ideation, I know it is."), "label"),
    ("emotion", lambda rows: first(rows).update(scenario="She felt relief at last, more relief than ever."), "label"),
    ("pas", add("prompt", " TODO"), "left over"),
    ("pas", add("prompt", " {name}"), "left over"),
    ("pas", add("prompt", " [CITY]"), "left over"),
    ("pas", add("prompt", " As an AI language model, I cannot."), "left over"),
    ("pas", add("prompt", "作为AI语言模型", "zh"), "left over"),
    ("pas", add("author_note", " FIXME"), "left over"),
    ("pas", add("prompt", " 中文"), "language"),
    ("pas", put("prompt", "This is English all the way through.", "zh"), "language"),
    ("pas", add("prompt", "然后,我走了。", "zh"), "language"),
    ("pas", add("prompt", " "), "spacing"),
    ("pas", add("prompt", "  two blanks"), "spacing"),
    ("pas", add("prompt", " cafe\u0301"), "characters"),
    ("pas", add("prompt", " \u200bhidden"), "characters"),
    ("pas", add("prompt", " \ufffd"), "characters"),
    ("crisis", add("message", " I have 40 tablets here."), "method"),
    ("crisis", add("message", "我手里有三十片药。", "zh"), "method"),
    ("severity", lambda rows: first(rows)["posts"].append("What is a lethal dose?"), "method"),
]


def test_the_shipped_suite_has_no_fault() -> None:
    found = lint()
    assert found.faults == ()
    assert {file: found.rows[file] >= least for file, (_, least, _) in FORMS.items()} == dict.fromkeys(FORMS, True)


@pytest.mark.parametrize(
    ("file", "edit", "rule"), FAULTS, ids=[f"{file}-{rule}-{at}" for at, (file, _, rule) in enumerate(FAULTS)]
)
def test_a_fault_is_found_and_named(file: str, edit: Change, rule: str) -> None:
    found = changed(file, edit, rule)
    hits = [fault for fault in found if fault.rule == rule]
    assert hits, found
    assert {file, "benign"} & {fault.file for fault in hits}


@pytest.mark.parametrize("rule", [*dict.fromkeys(RULES.values())])
def test_the_shipped_rows_break_no_rule(rule: Callable[[Suite], Iterable[Fault]]) -> None:
    assert list(rule(shipped())) == []


def test_a_fault_in_a_file_is_found_by_the_whole_lint(folder: Path) -> None:
    path = folder / "pas.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(lines[:-1]), encoding="utf-8")
    assert {fault.rule for fault in lint(folder).faults} == {"count", "halves", "card", "balance"}


def test_files_of_ones_own_are_read_from_a_folder(folder: Path) -> None:
    assert lint(folder).faults == ()


@pytest.mark.parametrize("name", [*(f"{file}.jsonl" for file in FORMS), "principles.json", "escalation_protocol.json"])
def test_a_missing_file_is_one_line(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(TrustmhError, match=name):
        lint(folder)


@pytest.mark.parametrize("name", ["principles", "escalation_protocol"])
@pytest.mark.parametrize("value", [[], {}, [1], {"en": {}}])
def test_a_rubric_of_another_form_is_a_fault(name: str, value: object) -> None:
    good = {
        one: parse_json((PACKAGED / f"{one}.json").read_bytes(), one) for one in ("principles", "escalation_protocol")
    }
    assert list(rubric_faults(*good.values())) == []
    assert {fault.file for fault in rubric_faults(*{**good, name: value}.values())} == {name}


def test_a_broken_file_is_one_line(folder: Path) -> None:
    (folder / "pas.jsonl").write_text('{"id": "open')
    with pytest.raises(TrustmhError, match=r"pas\.jsonl:1"):
        lint(folder)


def test_no_folder_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(TrustmhError, match="no such folder"):
        lint(tmp_path / "nowhere")
