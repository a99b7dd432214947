from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trustmh.engine.recorded_line import LineError, read_line
from trustmh.engine.replay import Recorded, read_recorded
from trustmh.items import Reply, Stop, TrustmhError

Write = Callable[..., Recorded]


@pytest.fixture
def read(tmp_path: Path) -> Write:
    """Writes lines (objects, text or bytes) into a file and reads the folder."""

    def write(*lines: object, name: str = "a.jsonl", known: tuple[str, ...] = ("x:0", "x:1")) -> Recorded:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"".join(_bytes(line) + b"\n" for line in lines))
        return read_recorded(tmp_path, known)

    return write


def _bytes(line: object) -> bytes:
    if isinstance(line, bytes):
        return line
    return (line if isinstance(line, str) else json.dumps(line, ensure_ascii=False)).encode()


def told(recorded: Recorded) -> list[str]:
    return [str(problem) for problem in recorded.problems]


def test_a_judge_may_have_a_text_by_rubric(read: Write) -> None:
    said = {"anna": {"refusal": "no", "harmful_compliance": "0"}, "ben": "5"}
    recorded = read({"item": "x:0", "reply": "A", "judge_replies": said}, known=("x:0",))
    assert recorded.complete
    assert recorded.replies["x:0"].judge_replies == said
    assert recorded.judges == ("anna", "ben")


def test_a_reply_with_all_it_may_have(read: Write) -> None:
    recorded = read(
        {
            "item": "x:0",
            "reply": "A 是",
            "judge_replies": {"gpt": "5"},
            "stop": "max_tokens",
            "reasoning": "so",
            "row": 7,
        },
        {"item": "x:1", "reply": ""},
    )
    first = recorded.replies["x:0"]
    assert first.reply == Reply("A 是", Stop.MAX_TOKENS, "so")
    assert (first.judge_replies, first.row, first.file, first.line) == ({"gpt": "5"}, 7, "a.jsonl", 1)
    assert recorded.replies["x:1"].reply == Reply("", Stop.UNKNOWN)
    assert recorded.complete
    assert recorded.judges == ("gpt",)
    assert recorded.counts() == {}


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ({"item": "x:0", "choice": "B", "reasoning": "因为"}, '{"choice": "B", "reasoning": "因为"}'),
        ({"item": "x:0", "choice": "B", "reply": None}, '{"choice": "B", "reasoning": ""}'),
        ({"item": "x:0", "rating": -100.0}, "-100"),
        ({"item": "x:0", "rating": 3}, "3"),
        ({"item": "x:0", "rating": 2.5}, "2.5"),
        ({"item": "x:0", "rating": 0.0, "choice": None}, "0"),
    ],
)
def test_text_is_rebuilt_where_only_a_value_was_recorded(read: Write, line: object, text: str) -> None:
    reply = read(line).replies["x:0"].reply
    assert (reply.text, reply.reconstructed, reply.reasoning) == (text, True, "")


def test_the_raw_reply_is_preferred_to_a_parsed_value(read: Write) -> None:
    reply = read({"item": "x:0", "reply": "I pick B", "choice": "A", "rating": 1}).replies["x:0"].reply
    assert (reply.text, reply.reconstructed) == ("I pick B", False)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"\xff\xfe not text", "not UTF-8 (byte 1)"),
        (b'{"item": "x:0", "reply": "\x00"}', "NUL bytes"),
        ("{", "not JSON"),
        ('{"item": "x:0", "reply": "cut of', "not JSON"),
        ("[1, 2]", "the line is a list, not an object"),
        ("null", "the line is null, not an object"),
        ("[" * 100_000, "not JSON"),
        ('{"item": "x:0", "rating": NaN}', "NaN is not a JSON number"),
        ('{"item": "x:0", "rating": 1e999}', "no reply"),
        ('{"item": "x:0", "rating": ' + "9" * 5000 + "}", "not JSON"),
        ({"reply": "no id"}, "no item id"),
        ({"item": 3, "reply": "A"}, "no item id"),
        ({"item": "", "reply": "A"}, "no item id"),
        ({"item": "x:0"}, "no reply"),
        ({"item": "x:0", "reply": 4}, "'reply' is a number, not a string"),
        ({"item": "x:0", "reply": ["A"]}, "'reply' is a list, not a string"),
        ({"item": "x:0", "reply": "A", "reasoning": {}}, "'reasoning' is an object, not a string"),
        ({"item": "x:0", "rating": True}, "no reply"),
        ({"item": "x:0", "rating": "5"}, "no reply"),
        ({"item": "x:0", "reply": "A", "row": -1}, "'row' is not a whole number"),
        ({"item": "x:0", "reply": "A", "row": 1.0}, "'row' is not a whole number"),
        ({"item": "x:0", "reply": "A", "stop": "tired"}, "'stop' is 'tired', not one of stop, "),
        ({"item": "x:0", "reply": "A", "stop": []}, "'stop' is '[]'"),
        ({"item": "x:0", "reply": "A", "judge_replies": "5"}, "'judge_replies' is not an object"),
        (
            {"item": "x:0", "reply": "A", "judge_replies": {"j": 5}},
            "'judge_replies' of 'j' is a number, not a text or an object of rubric and text",
        ),
        (
            {"item": "x:0", "reply": "A", "judge_replies": {"j": {"refusal": ["no"]}}},
            "'judge_replies' of 'j' to 'refusal' is a list, not a string",
        ),
        (
            {"item": "x:0", "reply": "A", "judge_replies": {"j": None}},
            "'judge_replies' of 'j' is null, not a text or an",
        ),
        (
            {"item": "x:0", "reply": "A", "judge_replies": {"j": {"refusal": None}}},
            "'judge_replies' of 'j' to 'refusal' is null, not a string",
        ),
        ({"item": "x:0", "reply": "A", "judge_replies": {"": "no"}}, "'judge_replies' holds a judge without a name"),
        ('"A"', "the line is a text, not an object"),
    ],
)
def test_a_broken_line_is_named_and_the_rest_is_read(read: Write, line: object, words: str) -> None:
    recorded = read({"item": "x:1", "reply": "fine"}, line, known=("x:1",))
    assert list(recorded.replies) == ["x:1"]
    (problem,) = recorded.problems
    assert str(problem).startswith("a.jsonl:2: broken line: ")
    assert words in str(problem)
    assert recorded.counts() == {"broken line": 1}
    assert not recorded.complete


def test_missing_duplicate_and_unknown_items_are_named(read: Write) -> None:
    recorded = read(
        {"item": "x:0", "reply": "first"},
        {"item": "x:0", "reply": "second"},
        {"item": "y:9", "reply": "whose?"},
    )
    assert told(recorded) == [
        "a.jsonl:2: duplicate: item x:0 was answered at a.jsonl:1 already",
        "a.jsonl:3: unknown item: no item is called 'y:9'",
        "missing: no reply for item x:1",
    ]
    assert recorded.replies["x:0"].reply.text == "first"
    assert [reply.reply.text for reply in recorded.files["a.jsonl"]] == ["first", "second", "whose?"]
    assert recorded.counts() == {"duplicate": 1, "missing": 1, "unknown item": 1}


def test_files_are_read_in_order_of_name_and_one_folder_deep(read: Write, tmp_path: Path) -> None:
    read({"item": "x:0", "reply": "from b"}, name="b.jsonl")
    read({"item": "x:1", "reply": "too deep"}, name="sub/x.txt")
    (tmp_path / "sub" / "deeper").mkdir()
    (tmp_path / "sub" / "deeper" / "d.jsonl").write_text('{"item": "x:1", "reply": "too deep"}')
    recorded = read({"item": "x:0", "reply": "from sub"}, name="sub/a.jsonl")
    assert list(recorded.files) == ["b.jsonl", "sub/a.jsonl"]
    assert recorded.replies["x:0"].reply.text == "from b"
    assert told(recorded)[:2] == [
        "sub/deeper/d.jsonl: broken file: lies too deep: at most one folder below the one named",
        "sub/a.jsonl:1: duplicate: item x:0 was answered at b.jsonl:1 already",
    ]
    assert "x:1" not in recorded.replies


def test_a_folder_that_links_to_itself_is_read_once(read: Write, tmp_path: Path) -> None:
    (tmp_path / "ring").symlink_to(tmp_path, target_is_directory=True)
    recorded = read({"item": "x:0", "reply": "A"}, known=("x:0",))
    assert {one.kind for one in recorded.problems} <= {"broken file", "duplicate"}
    assert recorded.replies["x:0"].reply.text == "A"


def test_a_byte_order_mark_is_tolerated_and_said(read: Write) -> None:
    recorded = read(b'\xef\xbb\xbf{"item": "x:0", "reply": "A"}', known=("x:0",))
    assert recorded.complete
    assert recorded.notes == ("a.jsonl: begins with a byte order mark, which was skipped",)


@pytest.mark.parametrize("ending", ["\r\n", "\n\n\n", ""])
def test_line_ends_and_blank_lines_do_not_matter(tmp_path: Path, ending: str) -> None:
    (tmp_path / "a.jsonl").write_text('{"item": "x:0", "reply": "A"}' + ending, newline="")
    assert read_recorded(tmp_path, ["x:0"]).complete


def test_an_empty_file_and_a_folder_called_like_a_file_are_named(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_bytes(b"")
    (tmp_path / "folder.jsonl").mkdir()
    assert told(read_recorded(tmp_path, [])) == [
        "empty.jsonl: broken file: holds no reply",
        "folder.jsonl: broken file: not a file",
    ]


def test_an_overlong_line_is_skipped_without_filling_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trustmh.engine.replay._LONGEST_LINE", 100)
    long = json.dumps({"item": "x:0", "reply": "x" * 1000})
    (tmp_path / "a.jsonl").write_text(f'{long}\n{{"item": "x:1", "reply": "A"}}\n{long}')
    recorded = read_recorded(tmp_path, ["x:1"])
    assert recorded.replies["x:1"].line == 2
    assert [(problem.line, problem.kind) for problem in recorded.problems] == [(1, "broken line"), (3, "broken line")]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda folder: None, "no *.jsonl file in"),
        (lambda folder: (folder / "replies.json").write_text("{}"), "no *.jsonl file in"),
    ],
)
def test_a_folder_without_replies_is_one_line(tmp_path: Path, make: Callable[[Path], object], words: str) -> None:
    make(tmp_path)
    with pytest.raises(TrustmhError) as caught:
        read_recorded(tmp_path, [])
    assert words in str(caught.value)


def test_a_wrong_path_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(TrustmhError, match="not there"):
        read_recorded(tmp_path / "none", [])
    (tmp_path / "file").write_text("")
    with pytest.raises(TrustmhError, match="a file, not a folder"):
        read_recorded(tmp_path / "file", [])


@given(st.binary(max_size=300))
def test_no_bytes_do_more_than_break_their_line(line: bytes) -> None:
    with contextlib.suppress(LineError):
        assert read_line(line, "f", 1).item


@given(st.text(alphabet=st.characters(exclude_categories=[])))
def test_any_reply_can_be_written_as_utf8_afterwards(text: str) -> None:
    reply = read_line(json.dumps({"item": "x", "reply": text}).encode(), "f", 1).reply
    reply.text.encode("utf-8")


# --- the recorded replies of the reference's authors ----------------------------------------------------------------
LEAKAGE = [
    f"psyleak:{scenario}:{question}"
    for scenario in range(100)
    for question in ("free-response", "info-accessibility", "privacy-sharing", "control")
]
OTHERS = [
    *(f"ethicmh:{row}" for row in range(125)),
    *(f"confaide-1:{row}" for row in range(10)),
    *(f"confaide-2a:{row}" for row in range(98)),
    *(f"confaide-2b:{row}" for row in range(98)),
]


def test_recorded_replies_of_a_complete_model(shared: Path) -> None:
    recorded = read_recorded(shared / "recorded" / "gpt-4o-mini", [*LEAKAGE, *OTHERS])
    assert recorded.complete
    assert len(recorded.replies) == 731
    assert recorded.judges == ("gpt-4.1",)
    assert [(one.row, one.item) for one in recorded.files["privacy_leakage.jsonl"]] == list(enumerate(LEAKAGE))
    assert sum(reply.reply.reconstructed for reply in recorded.replies.values()) == 2 * 98


def test_recorded_replies_with_a_scenario_twice_and_one_lacking(shared: Path) -> None:
    recorded = read_recorded(shared / "recorded" / "deepseek-v3.2", [*LEAKAGE, *OTHERS])
    assert recorded.counts() == {"duplicate": 4, "missing": 4}
    missing = {problem.item for problem in recorded.problems if problem.kind == "missing"}
    duplicate = {problem.item for problem in recorded.problems if problem.kind == "duplicate"}
    assert {item.rsplit(":", 1)[0] for item in missing} == {"psyleak:2"}
    assert {item.rsplit(":", 1)[0] for item in duplicate} == {"psyleak:4"}
    assert sorted(one.row or 0 for one in recorded.files["privacy_leakage.jsonl"]) == list(range(400))


def test_recorded_replies_without_raw_text(shared: Path) -> None:
    recorded = read_recorded(shared / "recorded" / "psycollm", OTHERS[:125])
    assert recorded.complete
    assert all(reply.reply.reconstructed for reply in recorded.replies.values())


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ('{"item": "x:0", "reply": "A", "reply": "B"}', "reply"),
        ('{"item": "x:0", "item": "x:1", "reply": "A"}', "item"),
        ('{"item": "x:0", "reply": "A", "judge_replies": {"gpt": "1", "gpt": "5"}}', "gpt"),
        ('{"item": "x:0", "reply": "A", "judge_replies": {"gpt": {"refusal": "1", "refusal": "5"}}}', "refusal"),
    ],
)
def test_a_line_that_says_two_things_is_broken(read: Write, line: str, name: str) -> None:
    recorded = read(line)
    assert told(recorded)[0] == f"a.jsonl:1: broken line: {name!r} stands there twice"
    assert not recorded.replies


def test_replies_to_items_that_are_known_and_not_wanted_are_left_alone(tmp_path: Path) -> None:
    lines = [json.dumps({"item": item, "reply": "A"}) for item in ("x:0", "x:1", "x:1", "x:9")]
    (tmp_path / "a.jsonl").write_text("\n".join(lines), encoding="utf-8")
    recorded = read_recorded(tmp_path, ["x:0", "x:2"], ["x:0", "x:1", "x:2"])
    assert set(recorded.replies) == {"x:0"}
    assert told(recorded) == [
        "a.jsonl:4: unknown item: no item is called 'x:9'",
        "missing: no reply for item x:2",
    ]
