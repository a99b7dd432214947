"""A million rows go through a loader in flat memory, in a process of their own so that nothing else counts."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.datasets.rows_on_disk import write_csv
from trustmh.datasets import swmh

PROGRAM = """
import resource, sys
from pathlib import Path
from trustmh.datasets import usmle

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

for number, item in enumerate(usmle.iterate(Path(sys.argv[1])), start=1):
    if number == 10_000:
        early = peak()
print(number, item.id, (peak() - early) // 1024)
"""


@pytest.mark.slow
def test_a_million_jsonl_rows_stream_in_flat_memory(tmp_path: Path) -> None:
    row = {
        "question": "A synthetic question?",
        "options": dict(zip("ABCDE", "vwxyz", strict=True)),
        "answer": "C",
        "meta_info1": "step1",
        "meta_info2": ["anxiety"],
    }
    path = tmp_path / "rows.jsonl"
    block = (json.dumps(row) + "\n") * 1000
    with path.open("w", encoding="utf-8") as stream:
        for _ in range(1000):
            stream.write(block)
    done = subprocess.run([sys.executable, "-c", PROGRAM, str(path)], capture_output=True, text=True, check=True)
    count, last, growth = done.stdout.split()
    assert (count, last) == ("1000000", "usmle-mental:999999")
    assert int(growth) < 10


def test_a_loader_gives_its_first_item_before_it_meets_a_later_fault(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "train.csv", ("text", "label"), [("first", "self.Anxiety"), ("second", "self.unknown")])
    assert next(iter(swmh.iterate(path))).fields["text"] == "first"
