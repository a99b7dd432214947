from __future__ import annotations

import re
from pathlib import Path

import pytest

from trustmh.engine.local.catalogue import catalogue, local_model
from trustmh.items import TrustmhError

SHA256 = re.compile(r"[0-9a-f]{64}")


def test_every_model_is_pinned_to_the_last_byte() -> None:
    assert list(catalogue()) == ["smollm2", "qwen2.5-coder-1.5b"]
    for model in catalogue().values():
        assert SHA256.fullmatch(model.sha256)
        assert model.size > 1 << 20
        assert model.hub.startswith("https://")
        assert model.hub.endswith(model.file)
        assert model.licence == "Apache-2.0"
        assert model.parts
        for part in model.parts:
            assert SHA256.fullmatch(part.sha256)
            assert ".." not in part.member


def test_the_parts_are_those_of_the_checked_lock_file(shared: Path) -> None:
    lock = (shared.parent / "spec" / "qwen2.5-coder-1.5b-parts.lock.txt").read_text()
    wanted = re.findall(r"^(\S+)==(\S+) --hash=sha256:(\w+)", lock, re.MULTILINE)
    parts = local_model("qwen2.5-coder-1.5b").parts
    assert [(part.package, part.version, part.sha256) for part in parts] == wanted


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(TrustmhError, match=r"'local/gpt5'.*local/smollm2, local/qwen2\.5-coder-1\.5b.*--gguf"):
        local_model("gpt5")
