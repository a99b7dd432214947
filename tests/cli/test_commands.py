"""The command line as a user meets it: one clear line for a mistake, a status that scripts can trust."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.command import COMMAND, trustmh
from tests.provider import Provider
from trustmh.pillars.table import SUBTASKS
from trustmh.results.run_record import read_run_record

MODEL, JUDGE = "openai-api/stub/patient-model", "openai-api/stub/stern-judge"
FOUR = json.dumps({f"sc{i}": 4 for i in range(1, 6)})


def _is_one_clear_line(result: subprocess.CompletedProcess[str], *words: str) -> None:
    assert result.returncode == 2, result.stderr
    lines = result.stderr.strip().splitlines()
    assert "Traceback" not in result.stderr
    assert lines[-1].startswith("trustmh: "), result.stderr
    for word in words:
        assert word in lines[-1]


def test_help_names_every_command() -> None:
    result = trustmh("--help")
    assert result.returncode == 0
    for command in ("run", "score", "report", "export", "models", "subtasks", "items"):
        assert f"\n  {command} " in result.stdout


def test_help_loads_no_heavy_package() -> None:
    heavy = "{'numpy', 'scipy', 'sklearn', 'pyarrow', 'inspect_ai', 'openai', 'pydantic', 'xllamacpp'}"
    code = (
        "import sys\nsys.argv = ['trustmh', '--help']\nfrom trustmh.cli import main\n"
        f"try:\n    main()\nexcept SystemExit:\n    pass\nprint('HEAVY', sorted({heavy} & set(sys.modules)))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "HEAVY []" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("run", "-m", "nonsense"), ("nonsense",)),
        (("run", "-m", "local/gpt-9", "-s", "ethics"), ("local/gpt-9", "local/smollm2")),
        (("run", "-m", "openai/gpt-4o", "-s", "privacy_leakage"), ("privacy_leakage needs a judge", "--judge")),
        (("run", "-m", "baseline/foo"), ("baseline/foo", "no such baseline", "baseline/constant")),
        (("run", "-m", "local/gpt-9"), ("local/gpt-9", "local/smollm2")),
        (("data", "form", "unheard"), ("'unheard'", "ethics", "own-data.md")),
        (("data", "import", "d4", "no-such-file"), ("no-such-file", "https://x-lance.github.io/D4/")),
        (("run", "-m", "openai/gpt-4o", "-j", "openai/gpt-4o"), ("may not judge itself",)),
        (("run", "-m", "openai/gpt-4o", "-s", "privcy"), ("privcy", "privacy_awareness")),
        (("run", "-m", "openai/gpt-4o", "--limit", "few"), ("--limit few",)),
        (("run", "-m", "openai/gpt-4o", "--limit", "nothing=3"), ("nothing",)),
        (("run", "-m", "openai/gpt-4o", "--limit", "²"), ("--limit ²", "SUBTASK=N")),
        (("run", "-m", "openai/gpt-4o", "--limit", "ethics=٣"), ("--limit ethics=٣", "SUBTASK=N")),
        (("run", "-m", "openai/gpt-4o", "--limit", "9" * 5000), ("SUBTASK=N",)),
        (("run", "-m", "openai/gpt-4o", "--limit", "0"), ("--limit 0", "from 1")),
        (("run", "-m", "openai/gpt-4o", "--suite", "closed"), ("--suite closed", "open, paper or own")),
        (
            ("run", "-m", "openai/gpt-4o", "--suite", "paper", "-s", "ethics"),
            ("EthicMH.csv not found", "trustmh data fetch ethicmh"),
        ),
        (
            ("run", "-m", "openai/gpt-4o", "--data", "no-such-folder", "-s", "ethics"),
            ("no-such-folder", "no such folder"),
        ),
        (("run", "-m", "openai/gpt-4o", "--languages", "de"), ("--languages de", "en, zh")),
        (("run", "-m", "openai/gpt-4o", "--scoring", "lenient"), ("--scoring lenient",)),
        (("run", "-m", "openai/gpt-4o", "--lang", "de", "-s", "ethics"), ("--lang de",)),
        (("run", "-m", "replay/no-such-folder", "-s", "ethics"), ("no-such-folder",)),
        (("run", "-m", "baseline/constant", "-s", "ethics", "--connections", "0"), ("--connections 0",)),
        (("run", "-m", "baseline/constant", "-s", "ethics", "--threads", "-2"), ("--threads -2",)),
        (("run", "-m", "local/smollm2", "-s", "ethics", "--threads", "99999"), ("--threads 99999: from 1 to ",)),
        (("run", "-m", "baseline/constant", "-s", "ethics", "--retries", "-1"), ("--retries -1",)),
        (("run", "-m", "openai/gpt-4o", "-s", "ethics", "--timeout", "nan"), ("--timeout nan",)),
        (("run", "-m", "openai/gpt-4o", "-s", "ethics", "--timeout", "inf"), ("--timeout inf", "86,400")),
        (("run", "-m", "openai/gpt-4o", "-s", "ethics", "--timeout", "0"), ("--timeout 0",)),
        (("run", "-m", "openai/gpt-4o", "-s", "ethics", "--gguf", "w.gguf"), ("--gguf w.gguf", "local/NAME")),
        (("run", "-m", "local/smollm2", "-s", "ethics", "--base-url", "http://x"), ("--base-url", "local/smollm2")),
        (("run", "-m", "baseline/constant", "-s", "ethics", "--base-url", "http://x"), ("--base-url",)),
        (("run", "-m", "openai/gpt-4o", "-s", "ethics", "--base-url", "localhost:8000"), ("--base-url", "http://")),
        (("score",), ("run folder", "--replies")),
        (("score", "no-such-run"), ("no-such-run",)),
        (("score", "RUN", "--subtask", "ethics"), ("--subtask ethics", "--replies")),
        (("score", "RUN", "--suite", "paper"), ("--suite paper", "--replies")),
        (("score", "RUN", "--languages", "zh"), ("--languages zh", "--replies")),
        (("score", "RUN", "--recorded-judge", "j"), ("--recorded-judge j", "--replies")),
        (("score", "RUN", "--allow-partial"), ("--allow-partial: ", "--replies")),
        (("score", "RUN", "--refusal", "rules"), ("--option refusal=rules", "run again")),
        (("score", "RUN", "--threads", "1"), ("--threads 1", "--judge")),
        (("score", "RUN", "--connections", "2"), ("--connections 2", "--judge")),
        (("score", "--replies", "DIR", "--threads", "1"), ("--threads 1", "recorded replies")),
        (("score", "--replies", "DIR", "--connections", "2"), ("--connections 2", "recorded replies")),
        (("score", "no-such-run", "--limit", "3"), ("--limit 3", "goes with --replies")),
        (("score", "--replies", "no-such-folder", "--out", "new"), ("--out new", "--model replay/DIR")),
        (("score", "--replies", "no-such-folder"), ("no-such-folder",)),
        (("report", "no-such-run"), ("no-such-run",)),
        (("export", "inspect", "no-such-run"), ("no-such-run",)),
        (("models", "fetch", "local/gpt-9"), ("gpt-9", "local/smollm2")),
        (("items", "nothing"), ("nothing",)),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_a_mistake_is_one_clear_line_and_status_2(
    tmp_path: Path, arguments: tuple[str, ...], words: tuple[str, ...]
) -> None:
    _is_one_clear_line(
        trustmh(*arguments, cwd=tmp_path, OPENAI_API_KEY="k", TRUSTMH_CACHE=str(tmp_path / "cache")), *words
    )
    assert list(tmp_path.iterdir()) == []


def test_a_missing_key_is_named(tmp_path: Path) -> None:
    _is_one_clear_line(
        trustmh("run", "-m", "openai/gpt-4o", "-s", "ethics", cwd=tmp_path, OPENAI_API_KEY=""), "OPENAI_API_KEY"
    )


HEADER = b"index,subcategory,scenario,options,reasoning_task,expected_reasoning,model_behavior\r\n"
ROW = b'0,s,t,"A.a\nB.b\nC.c\nD.d",r,A,m\r\n'


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", ("EthicMH.csv", "empty")),
        (HEADER, ("no rows",)),
        (HEADER + ROW[:-12], ("EthicMH.csv", "truncated")),
        (HEADER + b'0,s,"never closed', ("broken CSV",)),
        (b"a,b\r\n1,2\r\n", ("column index",)),
        (HEADER + ROW, ("1 items", "125")),
        (b"\xff\xfe" + HEADER, ("EthicMH.csv", "UTF-16 text", "save it as UTF-8")),
        (HEADER + b"\x00" * 40, ("NUL",)),
        (b"\xef\xbb\xbf" + HEADER + ROW, ("1 items", "125")),
    ],
    ids=["empty", "header only", "short row", "open quote", "other columns", "too few", "utf-16", "nul", "bom"],
)
def test_a_broken_data_file_is_named(tmp_path: Path, data: bytes, words: tuple[str, ...]) -> None:
    (tmp_path / "EthicMH.csv").write_bytes(data)
    _is_one_clear_line(trustmh("items", "ethics", "--data", str(tmp_path)), *words)


def test_scoring_recorded_replies_prints_one_json_object_a_subtask(shared: Path) -> None:
    result = trustmh(
        "score", "--replies", str(shared / "recorded" / "gpt-4o-mini"), "--data", str(shared / "upstream"),
        "--scoring", "reference", "--json",
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    scores = json.loads(result.stdout)
    assert scores["ethical_reasoning"]["value"] == pytest.approx(0.736)
    assert scores["ethical_reasoning"]["n"] == 125
    assert set(scores["privacy_leakage"]) >= {"value", "n", "interval", "outcomes", "secondary"}


def test_replies_out_of_order_make_the_status_1_unless_allowed(shared: Path) -> None:
    arguments = (
        "score", "--replies", str(shared / "recorded" / "deepseek-v3.2"), "--data", str(shared / "upstream"),
        "--scoring", "reference",
    )  # fmt: skip
    result = trustmh(*arguments)
    assert result.returncode == 1
    assert "privacy_leakage.jsonl:17: duplicate" in result.stderr
    assert trustmh(*arguments, "--allow-partial").returncode == 0


def test_a_run_prints_its_report_and_a_second_one_asks_nothing(provider: Provider, tmp_path: Path) -> None:
    provider.answer = lambda request: FOUR if request["model"] == "stern-judge" else '{"choice": "A", "reasoning": "r"}'
    arguments = ("run", "-m", MODEL, "-j", JUDGE, "-s", "ethics", "--limit", "4")
    first = trustmh(*arguments, cwd=tmp_path)
    assert first.returncode == 0, first.stderr
    report = first.stdout.split("report:")[1].strip()
    assert (tmp_path / report).read_bytes().startswith(b"<!DOCTYPE html>")
    asked = provider.asked
    assert trustmh(*arguments, cwd=tmp_path).returncode == 0
    assert provider.asked == asked
    assert [path.name for path in tmp_path.iterdir()] == ["runs"]
    assert len(list((tmp_path / "runs").iterdir())) == 1


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT], ids=["kill -9", "Ctrl-C"])
def test_a_run_that_is_cut_off_continues_without_asking_twice(
    provider: Provider, tmp_path: Path, sign: signal.Signals
) -> None:
    def answer(request: dict[str, object]) -> str:
        return FOUR if request["model"] == "stern-judge" else '{"choice": "A", "reasoning": "r"}'

    def slow(request: dict[str, object]) -> str:
        time.sleep(0.15)
        return answer(request)

    provider.answer = slow
    arguments = ["run", "-m", MODEL, "-j", JUDGE, "-s", "ethics", "--connections", "2", "--limit", "24"]
    process = subprocess.Popen([*COMMAND, *arguments], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    while provider.asked < 20 and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(sign)
    _, errors = process.communicate(timeout=60)
    assert process.returncode != 0
    if sign is signal.SIGINT:
        assert "run the same command again to continue" in errors
        assert "Traceback" not in errors
    provider.answer = answer
    before = provider.asked
    (folder,) = (tmp_path / "runs").iterdir()
    with sqlite3.connect(folder / "calls.sqlite") as store:
        [(stored,)] = store.execute("SELECT count(*) FROM answers").fetchall()
    assert 10 <= stored <= before < 48
    result = trustmh(*arguments, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    # No stored call is made again; those in flight at the cut, or on their way to the disk, are.
    assert provider.asked - before == 48 - stored
    assert len(provider.bodies) == 48

    other = tmp_path / "other"
    assert trustmh(*arguments, "--out", str(other), cwd=tmp_path).returncode == 0
    for name in ("grades.parquet", "results.json"):
        assert (folder / name).read_bytes() == (other / name).read_bytes(), name


def test_items_can_be_printed_recorded_and_scored(tmp_path: Path) -> None:
    printed = trustmh("items", "ethical_reasoning", "--languages", "zh")
    rows = [json.loads(line) for line in printed.stdout.splitlines()]
    assert len(rows) == 30
    assert all(row["messages"][-1]["role"] == "user" for row in rows)
    lines = [json.dumps({"item": row["item"], "reply": '{"choice": "A", "reasoning": ""}'}) for row in rows]
    (tmp_path / "mine.jsonl").write_text("\n".join(lines), encoding="utf-8")
    scored = trustmh("score", "--replies", str(tmp_path), "--languages", "zh", "--json")
    assert scored.returncode == 0, scored.stderr
    assert json.loads(scored.stdout)["ethical_reasoning"]["n"] == 30


def test_a_few_items_can_be_recorded_and_scored(tmp_path: Path) -> None:
    few = ("--limit", "3", "--languages", "en")
    rows = [json.loads(line) for line in trustmh("items", "ethical_reasoning", *few).stdout.splitlines()]
    lines = [json.dumps({"item": row["item"], "reply": "A", "judge_replies": {"anna": FOUR}}) for row in rows]
    (tmp_path / "mine.jsonl").write_text("\n".join(lines), encoding="utf-8")
    score = ("score", "--replies", str(tmp_path), "--json")
    scored = trustmh(*score, *few)
    assert (scored.returncode, scored.stderr) == (0, "")
    assert json.loads(scored.stdout)["ethical_reasoning"]["n"] == len(rows) == 3
    assert "missing: no reply for item" in trustmh(*score).stderr


def test_a_recorded_verdict_that_cannot_be_read_is_named_and_makes_the_status_1(tmp_path: Path) -> None:
    few = ("--limit", "2", "--languages", "en")
    rows = [json.loads(line) for line in trustmh("items", "ethical_reasoning", *few).stdout.splitlines()]
    said = (FOUR, "four out of five")
    lines = [
        json.dumps({"item": row["item"], "reply": "A", "judge_replies": {"anna": text}})
        for row, text in zip(rows, said, strict=True)
    ]
    (tmp_path / "mine.jsonl").write_text("\n".join(lines), encoding="utf-8")
    for command in (
        ("score", "--replies", str(tmp_path), *few),
        ("run", "-m", f"replay/{tmp_path}", "-s", "ethics", *few, "--out", str(tmp_path / "run")),
    ):
        result = trustmh(*command, "--json")
        assert result.returncode == 1
        (line,) = [line for line in result.stderr.splitlines() if "unread verdict" in line]
        assert line.startswith("trustmh: mine.jsonl:2: unread verdict: judge 'anna' on ")
        assert "four out of five" not in result.stderr
        assert trustmh(*command, "--allow-partial").returncode == 0


def test_a_second_judge_leaves_a_run_folder_with_a_report(provider: Provider, tmp_path: Path) -> None:
    provider.answer = lambda request: (
        '{"choice": "A", "reasoning": "r"}' if request["model"] == "patient-model" else FOUR
    )
    made = trustmh("run", "-m", MODEL, "-j", JUDGE, "-s", "ethics", "--limit", "4", "--out", "first", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    again = ("score", "first", "--judge", "openai-api/stub/kind-judge")
    beside = trustmh(*again, cwd=tmp_path)
    assert f"trustmh {' '.join(again)} --out NEW makes a run folder of them" in beside.stderr
    result = trustmh(*again, "--out", "second", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.endswith("run folder: second\nreport:     second/report.html\n")
    assert provider.asked == 4 + 4 + 4
    assert b"kind-judge" in (tmp_path / "second" / "report.html").read_bytes()
    alone = (tmp_path / "first" / "report.html").read_bytes()
    for command in (("report", "first", "second"), ("export", "inspect", "second")):
        assert trustmh(*command, cwd=tmp_path).returncode == 0
    assert (tmp_path / "first" / "report.html").read_bytes() == alone
    assert b"kind-judge" in (tmp_path / "first" / "comparison.html").read_bytes()


def test_a_suite_of_ones_own_is_asked_for_what_is_there_and_found_again(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    example = trustmh("data", "form", "ethics").stdout.splitlines()[-1]
    (mine / "ethics.jsonl").write_text(example, encoding="utf-8")
    made = trustmh("run", "-m", "baseline/constant", "--suite", "own", "--data", "mine", "--out", "run", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    others = len(SUBTASKS) - 1
    told = f"this run covers ethical_reasoning; left out for want of data: {others} subtasks without any file"
    assert f"note: {told}" in made.stderr
    record = read_run_record(tmp_path / "run" / "run.json")
    assert record.notes[0] == told
    assert str(tmp_path) not in (tmp_path / "run" / "run.json").read_text(encoding="utf-8")
    for command in (("report", "run"), ("score", "run"), ("export", "inspect", "run")):
        again = trustmh(*command, cwd=tmp_path)
        assert again.returncode == 0, again.stderr
    mine.rename(tmp_path / "moved")
    _is_one_clear_line(trustmh("report", "run", cwd=tmp_path), str(mine), "no such folder", "--data")
    assert trustmh("report", "run", "--data", "moved", cwd=tmp_path).returncode == 0


def test_models_without_a_provider_are_listed() -> None:
    listed = json.loads(trustmh("models", "list", "--json").stdout)
    names = [one["name"] for one in listed]
    assert {"local/smollm2", "baseline/constant", "baseline/always-refuse"} <= set(names)
    assert "baseline/NAME" in trustmh("run", "--help", COLUMNS="200").stdout


def test_a_full_disk_is_one_clear_line(tmp_path: Path) -> None:
    target = Path("/dev/full")
    if not target.exists():
        pytest.skip("this system has no /dev/full")
    with target.open("w") as full:
        result = subprocess.run([*COMMAND, "subtasks"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert result.returncode != 0
    assert "Traceback" not in result.stderr


def test_calls_without_an_answer_are_told_with_the_reason(provider: Provider, tmp_path: Path) -> None:
    provider.answer = lambda request: 401
    arguments = ("run", "-m", MODEL, "-s", "ethics", "--limit", "2", "--retries", "0")
    result = trustmh(*arguments, "--out", str(tmp_path / "run"))
    assert result.returncode == 1
    (line,) = [line for line in result.stderr.splitlines() if line.startswith("note: ")]
    assert line.startswith(
        "note: 2 calls have no answer, most often: openai-api/stub/patient-model: 401, the key was not"
    )
    assert line.endswith("The same command asks again")


def test_data_that_differs_from_the_published_files_is_told(shared: Path, tmp_path: Path) -> None:
    tiers = shared / "upstream" / "confaide"
    for name in ("tier_1.txt", "tier_1_labels.txt", "tier_2b.txt", "tier_2_labels.txt"):
        (tmp_path / name).write_bytes((tiers / name).read_bytes())
    arguments = ("run", "-m", "baseline/constant", "-s", "privacy_awareness", "--limit", "2", "--data", str(tmp_path))
    (tmp_path / "tier_2a.txt").write_bytes((tiers / "tier_2a.txt").read_bytes())
    assert "note: " not in trustmh(*arguments, "--out", str(tmp_path / "published")).stderr
    (tmp_path / "tier_2a.txt").write_bytes((tiers / "tier_2b.txt").read_bytes())
    swapped = trustmh(*arguments, "--out", str(tmp_path / "swapped")).stderr
    told = "figures rest on data files that differ from the published ones: confaide-2a/tier_2a.txt"
    assert f"note: {told}" in swapped
    assert [note.startswith(told) for note in read_run_record(tmp_path / "swapped" / "run.json").notes] == [True]
    assert read_run_record(tmp_path / "published" / "run.json").notes == ()
