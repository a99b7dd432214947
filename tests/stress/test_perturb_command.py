from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from trustmh.cli.perturb import marked, perturb_command
from trustmh.items import TrustmhError
from trustmh.stress.edits import Edit

EN = "I keep waiting for the phone, and the evenings are long."
ZH = "我最近睡得很差，工作也做得慢。"


def run(file: Path, **options: Any) -> None:
    chosen: dict[str, Any] = {
        "level": ["word"], "intensity": "high", "seed": 3, "language": "auto", "field": None, "protect": [], "operation": [],
        "allow_meaning_changes": False, "as_json": False, "out": None, **options,
    }  # fmt: skip
    perturb_command(file, **chosen)


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    path = tmp_path / "texts.txt"
    path.write_bytes(f"\ufeff{EN}\r\n\r\n{ZH}\n\x1b[2Jso it goes with me".encode())
    return path


def test_shows_before_and_after_with_edits_marked(texts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(texts, level=["all"])
    shown = capsys.readouterr().out
    assert f"before     {EN}" in shown
    assert ZH in shown
    assert "texts.txt:3 · zh" in shown
    assert "{+" in shown or "[-" in shown
    assert "declared 20.0%" in shown
    assert "texts: 3, " in shown
    assert "\x1b" not in shown
    assert "⟨U+001B⟩[2J" in shown


def test_same_command_shows_the_same(texts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(texts)
    first = capsys.readouterr().out
    run(texts)
    assert capsys.readouterr().out == first


def test_colour_marks_what_was_removed_and_added() -> None:
    edits = [Edit(1, 3, "bc", "", "word", "word.delete"), Edit(4, 4, "", "X", "word", "word.repeat")]
    coloured = marked("abcdef", edits, plain=False)
    assert coloured.plain == "abcdXef"
    assert {(coloured.plain[span.start : span.end], str(span.style)) for span in coloured.spans} == {
        ("bc", "red strike"),
        ("X", "bold green"),
    }
    assert marked("abcdef", edits, plain=True).plain == "a[-bc-]d{+X+}ef"


def test_json_holds_every_edit(texts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(texts, level=["character", "word"], as_json=True)
    found = json.loads(capsys.readouterr().out)
    assert (found["intensity"], found["seed"]) == ("high", 3)
    assert [one["before"] for one in found["texts"]] == [EN, ZH, "\x1b[2Jso it goes with me"]
    for one in found["texts"]:
        assert [level["level"] for level in one["passes"]] == ["character", "word"]
        assert one["passes"][-1]["text"] == one["after"]
        assert all(
            set(edit) == {"start", "end", "before", "after", "level", "operation"}
            for level in one["passes"]
            for edit in level["edits"]
        )


def test_out_keeps_lines_blank_lines_and_line_breaks(
    texts: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "new.txt"
    run(texts, out=out)
    lines = out.read_bytes().decode().split("\n")
    assert len(lines) == 4
    assert lines[0].endswith("\r")
    assert lines[0] != f"{EN}\r"
    assert lines[1] == "\r"
    assert lines[2] != ZH
    assert "before" not in capsys.readouterr().out


def test_out_may_be_the_file_itself(texts: Path) -> None:
    before = texts.read_bytes()
    run(texts, out=texts)
    assert texts.read_bytes() != before
    assert [path.name for path in texts.parent.iterdir()] == ["texts.txt"]


def test_json_lines_with_a_text_or_a_dialogue(tmp_path: Path) -> None:
    path, out = tmp_path / "rows.jsonl", tmp_path / "out.jsonl"
    rows: list[dict[str, Any]] = [
        {"id": 1, "said": EN, "perturbed": 0},
        {"id": 2, "said": [{"role": "user", "content": ZH}, {"role": "assistant", "content": "嗯。"}]},
        {"id": 3, "said": " "},
    ]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    run(path, field="said", out=out)
    made = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [row["id"] for row in made] == [1, 2, 3]
    assert made[0]["said"] != EN
    assert made[0]["perturbation"]["edits"] > 0
    assert made[1]["said"][0]["content"] != ZH
    assert made[1]["said"][1] == {"role": "assistant", "content": "嗯。"}
    assert made[2] == {"id": 3, "said": " "}


def test_protected_pattern_and_single_operation(texts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(texts, level=[], language="en", operation=["word.delete"], protect=[r"\bphone\b"], as_json=True)
    found = json.loads(capsys.readouterr().out)
    assert "phone" in found["texts"][0]["after"]
    assert {edit["operation"] for one in found["texts"] for level in one["passes"] for edit in level["edits"]} == {
        "word.delete"
    }


def test_text_that_may_not_be_edited_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "numbers.txt"
    path.write_text("42\n", encoding="utf-8")
    run(path)
    assert "1 texts are as they were" in capsys.readouterr().out


def test_blank_file_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "blank.txt"
    path.write_text("\n \n", encoding="utf-8")
    run(path)
    assert "every line is blank" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"level": ["letter"]}, "--level letter: choose from character, word, sentence, or all"),
        ({"level": []}, "name --level"),
        ({"intensity": "big"}, "--intensity big"),
        ({"language": "fr"}, "--language fr"),
        ({"protect": ["("]}, "--protect '(': not a regular expression"),
        ({"language": "en", "operation": ["word.shout"]}, "no operation 'word.shout'"),
        ({"operation": ["character.homophone"], "level": []}, "texts.txt:1: operation character.homophone is for zh"),
        ({"field": "said"}, "--field goes with JSON Lines"),
    ],
)
def test_bad_option_is_one_clear_line(texts: Path, options: dict[str, Any], says: str) -> None:
    with pytest.raises(TrustmhError) as raised:
        run(texts, **options)
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("name", "content", "field", "says"),
    [
        ("a.txt", b"", None, "empty"),
        ("a.txt", b"so\n\xff\xfe", None, "a.txt:2: not UTF-8 at byte 0"),
        ("a.txt", b"so\x00", None, "NUL"),
        ("a.jsonl", b'{"said": "so"}', None, "name the field"),
        ("a.jsonl", b'{"said": "so"}', "text", "a.jsonl:1: no field 'text'; it has 'said'"),
        ("a.jsonl", b'{"said": "so"}\n{"said": 3}', "said", "a.jsonl:2: field 'said' is neither"),
        ("a.jsonl", b'{"said": "so"}\n{', "said", "a.jsonl:2: not valid JSON"),
        ("a.jsonl", b'{"said": "so \\ud800"}', "said", "a.jsonl:1: holds half of a surrogate pair"),
        ("a.jsonl", b"[1]", "said", "one JSON object a line was expected"),
    ],
)
def test_bad_file_is_one_clear_line(tmp_path: Path, name: str, content: bytes, field: str | None, says: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    out = tmp_path / "out"
    with pytest.raises(TrustmhError) as raised:
        run(path, field=field, out=out)
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)
    assert not out.exists()
    assert [one.name for one in tmp_path.iterdir()] == [name]


def test_folder_that_is_not_there_is_one_clear_line(texts: Path, tmp_path: Path) -> None:
    with pytest.raises(TrustmhError, match=r"cannot write .*choose another place"):
        run(texts, out=tmp_path / "none" / "out.txt")
    with pytest.raises(TrustmhError, match="no such file"):
        run(tmp_path / "none.txt")
