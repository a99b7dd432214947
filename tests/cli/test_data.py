"""``trustmh data`` as a user meets it: tables, JSON, statuses, and one line for every mistake."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import trustmh.datasets
from tests.datasets.file_server import Served, serving
from trustmh.cli.data import data_app
from trustmh.datasets.catalogue import card, cards
from trustmh.items import TrustmhError


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRUSTMH_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("TRUSTMH_MIRROR", raising=False)
    return tmp_path / "cache"


@pytest.fixture
def upstream(shared: Path) -> Path:
    return shared / "upstream"


@pytest.fixture
def mirror(upstream: Path) -> Iterator[Served]:
    """A server that gives the real files at the addresses of the cards."""
    files = {}
    for one in cards().values():
        for entry in one.files:
            address = one.address(entry, "")
            if address and entry.member is None and (upstream / entry.path).is_file():
                files[address] = (upstream / entry.path).read_bytes()
    with serving(Served(files)) as served:
        yield served


def run(*words: object) -> Result:
    return CliRunner().invoke(data_app, [str(word) for word in words])


def good(*words: object, status: int = 0) -> str:
    result = run(*words)
    assert result.exit_code == status, (result.output, result.exception)
    return result.output


def value(*words: object, status: int = 0) -> Any:
    result = run(*words, "--json")
    assert result.exit_code == status, (result.output, result.exception)
    return json.loads(result.stdout)


def refusal(*words: object) -> str:
    result = run(*words)
    assert isinstance(result.exception, TrustmhError), result.output
    text = str(result.exception)
    assert "\n" not in text
    return text


def test_the_list_names_every_dataset_and_whether_it_is_here(upstream: Path) -> None:
    text = good("list")
    for name in cards():
        assert name in text
    states = {row["id"]: row["state"] for row in value("list", "--data", upstream)}
    assert states["usmle-mental"] == "have"
    assert states["open-ethics"] == "have"
    assert (states["d4"], states["swmh"], states["oeq"]) == ("agreement", "gated", "missing")


def test_a_dataset_that_is_half_here_is_called_half(tmp_path: Path) -> None:
    (tmp_path / "tier_1.txt").write_text("x")
    assert {row["id"]: row["state"] for row in value("list", "--data", tmp_path)}["confaide-1"] == "half"


def test_a_card_is_shown_with_its_hashes_faults_and_what_is_unverified() -> None:
    text = " ".join(good("show", "cssrs").split())
    for words in ("7be0336be18f5b19", "masked", "28 cells", "unverified", "Gaur"):
        assert words in text
    assert value("show", "esconv")["addresses"]["esconv/ESConv.json"].endswith(
        "/f262d062ad74cb39b17ea476facc81568ddcba24/ESConv.json"
    )


@pytest.mark.parametrize("command", ["show", "fetch", "report", "import"])
def test_an_unknown_dataset_is_one_line(command: str) -> None:
    assert "no dataset 'nonsense'" in refusal(command, "nonsense")


def test_a_dataset_is_fetched_verified_and_reported(mirror: Served) -> None:
    assert "1 files fetched" in good("fetch", "usmle-mental", "--mirror", mirror.address)
    assert "0 files fetched, 1 were there" in good("fetch", "usmle-mental", "--mirror", mirror.address)
    assert "complete: usmle-mental" in good("verify")
    found = value("report", "usmle-mental")
    assert (found["items"], found["languages"]) == (727, {"en": 727})


def test_the_mirror_can_be_named_by_the_environment(mirror: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUSTMH_MIRROR", mirror.address)
    assert value("fetch", "emobench")["fetched"][0]["came"] == 1


@pytest.mark.parametrize("address", ["file:///srv", "ftp://host", "host"])
def test_a_mirror_is_a_web_address(address: str) -> None:
    assert "--mirror" in refusal("fetch", "usmle-mental", "--mirror", address)


def test_terms_are_asked_for_and_without_a_terminal_refused(mirror: Served) -> None:
    assert "--accept-licence" in refusal("fetch", "esconv-fair", "--mirror", mirror.address)
    assert mirror.requests == []
    good("fetch", "esconv-fair", "--accept-licence", "--mirror", mirror.address)


def test_fetching_all_takes_what_it_can_and_says_what_it_left(mirror: Served) -> None:
    found = value("fetch", "all", "--mirror", mirror.address, status=1)
    came = {one["dataset"] for one in found["fetched"]}
    assert {"usmle-mental", "cpsycoune", "confaide-1", "confaide-2b", "psyleak", "emobench-eu"} <= came
    assert "terms" in found["left_out"]["esconv-fair"] or "--accept-licence" in found["left_out"]["esconv-fair"]
    assert "no verified address" in found["left_out"]["pas"]
    assert not {"d4", "swmh", "psyqa"} & ({*came} | {*found["left_out"]})
    verified = value("verify")
    assert verified["ok"]


def test_a_wrong_file_is_refused_and_the_cache_untouched(mirror: Served, cache: Path) -> None:
    name = f"/{card('usmle-mental').repository}/{card('usmle-mental').revision}/datasets/USMLE-mental.jsonl"
    mirror.files[name] = bytes(len(mirror.files[name]))
    assert "not the pinned file" in refusal("fetch", "usmle-mental", "--mirror", mirror.address)
    assert not (cache / "data").exists()


@pytest.mark.parametrize(
    ("dataset", "words"), [("d4", "import d4"), ("swmh", "import swmh"), ("open-ethics", "ships inside")]
)
def test_what_cannot_be_fetched_says_what_to_do(dataset: str, words: str) -> None:
    assert words in refusal("fetch", dataset)


def test_import_says_where_to_apply_and_takes_what_is_brought(upstream: Path) -> None:
    assert "Data Usage Agreement" in good("import", "d4")
    assert "apply" not in value("import", "psyleak", upstream / "trustmh")
    assert value("import", "cssrs", upstream / "cssrs")["items"] == 500
    assert value("report", "cssrs")["labels"]["all"]["counts"]["Ideation"] == 171


def test_import_of_the_wrong_thing_is_one_line(upstream: Path) -> None:
    assert "nothing was imported" in refusal("import", "usmle-mental", upstream / "emobench/EU.jsonl")


def test_upstream_is_verified_with_the_status_that_is_promised(upstream: Path) -> None:
    text = good("verify", "--root", upstream, status=1)
    assert "masked copy *" in text
    assert "73 pinned" in text
    good("verify", "--root", upstream, "--allow-unpinned", "cssrs")
    assert value("verify", "--root", upstream, "--allow-unpinned", "cssrs")["ok"]


def test_verifying_an_empty_cache_is_no_success() -> None:
    assert "no such folder" in refusal("verify")


def test_a_report_shows_counts_and_no_text(upstream: Path) -> None:
    text = " ".join(good("report", "ethicmh", "--data", upstream).split())
    assert "A 53, B 46, C 26" in text
    assert "42.4% right" in text
    text = " ".join(good("report", "confaide-1", "--data", upstream).split())
    assert "ratings of 1.70 to 3.80" in text


def test_lint_of_the_package_has_no_fault() -> None:
    assert good("lint").startswith("0 faults in ")
    assert value("lint")["faults"] == []


def test_lint_of_a_folder_names_file_row_and_rule(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    shutil.copytree(Path(trustmh.datasets.__file__).parent / "open", folder)
    path = folder / "pas.jsonl"
    path.write_text(
        path.read_text(encoding="utf-8").replace('"difficulty": "easy"', '"difficulty": "trivial"', 1), encoding="utf-8"
    )
    assert "pas: open-pas:en-001: form: difficulty" in good("lint", folder, status=1)


def test_many_faults_of_one_kind_are_cut_and_counted(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    shutil.copytree(Path(trustmh.datasets.__file__).parent / "open", folder)
    path = folder / "pas.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace('"difficulty":', '"hardness":'), encoding="utf-8")
    lines = [
        line for line in good("lint", folder, status=1).splitlines() if line.startswith("pas: ") and ": form: " in line
    ]
    assert len(lines) == 11
    all_of_it = [
        one for one in value("lint", folder, status=1)["faults"] if (one["file"], one["rule"]) == ("pas", "form")
    ]
    assert lines[-1] == f"pas: form: and {len(all_of_it) - 10} more; trustmh data lint --json lists all"


def test_help_needs_no_heavy_import() -> None:
    import subprocess
    import sys

    code = "import sys, trustmh.cli.data; print(sorted({'httpx2','numpy','scipy','pydantic'} & set(sys.modules)))"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
    )
