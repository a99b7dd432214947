"""`inspect eval trustmh/…` by name, from an editable install and from a built wheel.

In an editable install inspect-ai finds tasks only when distribution, package and entry point share one name.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest
from inspect_ai.log import read_eval_log

from tests.engine.conftest import KEY
from tests.engine.stub_server import StubServer, completion
from trustmh.engine.baselines import TEXTS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module", params=["editable", "wheel"])
def python(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An interpreter with this project installed in one way, and this environment's other packages."""
    folder = tmp_path_factory.mktemp(request.param)
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    (site,) = folder.rglob("site-packages")
    (site / "others.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    interpreter = scripts / "python"
    target = ["-e", str(ROOT)] if request.param == "editable" else [str(ROOT)]
    pip = [sys.executable, "-m", "pip", "--python", str(interpreter), "install", "--quiet", "--no-index"]
    done = subprocess.run(
        [*pip, "--no-deps", "--no-build-isolation", "--force-reinstall", *target],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return interpreter


def inspect_eval(python: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "INSPECT_EVAL_MODEL")
    }
    command = [str(python), "-m", "inspect_ai", "eval", *arguments, "--display", "plain", "--log-dir", str(folder)]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=150,
        check=False,
        cwd=folder,
        env={**environment, "STUB_API_KEY": KEY},
    )


def test_a_task_is_found_by_name(python: Path, server: StubServer, tmp_path: Path) -> None:
    server.respond = lambda request: completion('{"choice": "A", "reasoning": "because"}')
    address = ("--model", "openai-api/stub/some-model", "--model-base-url", server.url)
    done = inspect_eval(
        python, tmp_path, "trustmh/ethical_reasoning", *address, "--limit", "3", "-T", "languages=en,zh"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"accuracy +[01]\.\d", done.stdout)
    (path,) = tmp_path.glob("*.eval")
    log = read_eval_log(str(path))
    assert log.eval.task == "trustmh/ethical_reasoning"
    assert len(server.requests) == 3
    assert KEY.encode() not in path.read_bytes()


@pytest.mark.parametrize("python", ["editable"], indirect=True)
def test_an_option_is_given_by_name(python: Path, server: StubServer, tmp_path: Path) -> None:
    server.respond = lambda request: completion(TEXTS["always-refuse"]["en"])
    address = ("--model", "openai-api/stub/some-model", "--model-base-url", server.url, "--limit", "2")
    done = inspect_eval(
        python, tmp_path, "trustmh/jailbreak_resistance", *address, "-T", "options=refusal=rules", "-T", "languages=en"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"refusal_rate +1\.0", done.stdout)
    done = inspect_eval(python, tmp_path, "trustmh/jailbreak_resistance", *address, "-T", "options=refusal=maybe")
    assert done.returncode != 0
    assert "options=refusal=maybe: choose from" in " ".join((done.stdout + done.stderr).split())
    assert "Traceback" not in done.stdout + done.stderr


def test_a_wrong_task_or_local_model_says_so(python: Path, tmp_path: Path) -> None:
    done = inspect_eval(python, tmp_path, "trustmh/ethical_reasoning", "--model", "local/unknown")
    assert done.returncode != 0
    assert "there are local/smollm2" in " ".join((done.stdout + done.stderr).split())
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize("python", ["editable"], indirect=True)
def test_the_local_model_answers_a_task(python: Path, tmp_path: Path) -> None:
    done = inspect_eval(python, tmp_path, "trustmh/ethical_reasoning", "--model", "local/smollm2", "--limit", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = tmp_path.glob("*.eval")
    log = read_eval_log(str(path))
    assert log.samples is not None
    assert log.samples[0].output.completion
    assert log.samples[0].output.usage is not None
