"""Choosing who decides refusal and toxicity on the command line, and a run that is killed while a classifier scores."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.command import COMMAND, trustmh
from tests.provider import Provider
from trustmh.pillars.table import SUBTASKS

#: A package of this name on the path: slow, and it writes down what it was shown.
DETOXIFY = """
import os, time
class Detoxify:
    def __init__(self, kind): self.tokenizer = lambda text: {"input_ids": text.split()}
    def predict(self, text):
        with open(os.environ["SHOWN"], "a", encoding="utf-8") as stream:
            print(text, file=stream, flush=True)
        time.sleep(0.1)
        return {"toxicity": 0.25}
"""
ANTITOXIC = ("-s", "antitoxic", "--languages", "en", "--limit", "20", "--toxicity", "detoxify", "--refusal", "rules")


def _error(result: subprocess.CompletedProcess[str]) -> str:
    assert result.returncode == 2, result.stderr
    assert "Traceback" not in result.stderr
    return result.stderr.strip().splitlines()[-1]


def test_refusal_by_rules_runs_without_a_judge(tmp_path: Path) -> None:
    arguments = ("run", "-m", "baseline/always-refuse", "-s", "jailbreak_resistance", "--limit", "8", "--json")
    without = _error(trustmh(*arguments, cwd=tmp_path))
    assert "jailbreak_resistance needs a judge" in without
    result = trustmh(*arguments, "--refusal", "rules", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    headline = json.loads(result.stdout)["jailbreak_resistance"]
    assert headline["value"] == 1.0
    assert "refusal decided by: rules" in headline["note"]


def test_a_shorthand_is_the_option_itself(tmp_path: Path) -> None:
    arguments = ("run", "-m", "baseline/always-refuse", "-s", "jailbreak_resistance", "--limit", "2")
    assert trustmh(*arguments, "--refusal", "rules", cwd=tmp_path).returncode == 0
    assert trustmh(*arguments, "--option", "refusal=rules", cwd=tmp_path).returncode == 0
    assert len(list((tmp_path / "runs").iterdir())) == 1


@pytest.mark.parametrize("command", ["run", "score"])
def test_help_names_every_value_of_the_shorthands(command: str) -> None:
    shown = "".join(trustmh(command, "--help").stdout.split())
    options = {name: values for subtask in SUBTASKS for name, values in subtask.options.items()}
    for name in ("refusal", "toxicity"):
        told = shown.split(f"--{name}<str>", 1)[1].split("--", 1)[0]
        assert all(value in told for value in options[name]), told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--refusal", "rules+judge"), ("--option refusal=rules+judge", "judge, rules, classifier, judge-alone")),
        (("--refusal", "rules", "--option", "refusal=judge"), ("--option refusal is given twice",)),
        (("--toxicity", "lexical"), ("--option toxicity=lexical", "no subtask of this run")),
        (("--refusal", "classifier"), ("transformers is not installed",)),
    ],
)
def test_a_choice_that_cannot_be_is_one_clear_line(
    tmp_path: Path, arguments: tuple[str, ...], words: tuple[str, ...]
) -> None:
    (tmp_path / "transformers.py").write_text("raise ImportError('not here')", encoding="utf-8")
    command = ("run", "-m", "baseline/constant", "-s", "jailbreak_resistance", "--limit", "1", *arguments)
    line = _error(trustmh(*command, cwd=tmp_path, PYTHONPATH=str(tmp_path)))
    assert all(word in line for word in words), line
    assert not (tmp_path / "runs").exists()


def test_recorded_replies_have_no_place_for_a_classifiers_scores(tmp_path: Path) -> None:
    line = _error(trustmh("score", "--replies", str(tmp_path), "-s", "antitoxic", "--toxicity", "detoxify"))
    assert "detoxify" in line
    assert "run --model replay/DIR" in line


def test_a_run_folder_is_not_scored_by_another_decider_unnoticed(tmp_path: Path) -> None:
    line = _error(trustmh("score", str(tmp_path), "--refusal", "rules"))
    assert "--option refusal=rules: a run folder keeps the options it was made with" in line


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT], ids=["kill -9", "Ctrl-C"])
def test_a_run_that_is_cut_off_while_scores_come_in_asks_for_no_stored_one_again(
    provider: Provider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sign: signal.Signals
) -> None:
    """Replies differ by prompt, so that there are as many texts to score as items."""
    (tmp_path / "detoxify.py").write_text(DETOXIFY, encoding="utf-8")
    shown = tmp_path / "shown.txt"
    shown.touch()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("SHOWN", str(shown))
    places: dict[str, int] = {}
    provider.answer = lambda request: f"Reply {places.setdefault(json.dumps(request['messages']), len(places))}."
    folder = tmp_path / "run"
    command = ("run", "-m", "openai-api/stub/patient-model", *ANTITOXIC, "--out", str(folder))

    process = subprocess.Popen([*COMMAND, *command], stderr=subprocess.PIPE, text=True)
    while len(shown.read_text(encoding="utf-8").splitlines()) < 6 and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(sign)
    _, errors = process.communicate(timeout=60)
    assert process.returncode != 0
    assert "Traceback" not in errors
    with sqlite3.connect(folder / "calls.sqlite") as store:
        [(stored,)] = store.execute("SELECT count(*) FROM answers WHERE kind = 'verdict'").fetchall()
    before = len(shown.read_text(encoding="utf-8").splitlines())
    assert 4 <= stored <= before < 20

    result = trustmh(*command)
    assert result.returncode == 0, result.stderr
    texts = shown.read_text(encoding="utf-8").splitlines()
    assert len(texts) - before == 20 - stored
    assert len(set(texts)) == 20
    assert provider.asked == 20
    assert json.loads((folder / "results.json").read_text(encoding="utf-8"))["subtasks"]["antitoxic"]["value"] == 0.25

    scored = trustmh("score", str(folder), "--json", SHOWN="/nowhere")
    assert scored.returncode == 0, scored.stderr
    assert json.loads(scored.stdout)["antitoxic"]["value"] == 0.25
