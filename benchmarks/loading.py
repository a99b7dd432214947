"""How long loading takes and how much memory: every dataset of the paper suite at hand, a million rows, and the lint.

    python benchmarks/loading.py --data DIR [--rows 1000000]

Prints seconds and peak memory of this process (maximum resident set). Targets: under 5 s and 500 MB for every file of the
paper suite together; flat memory for the rows; under 5 s for checking the open suite. Exits with status 1 when a target is missed.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from trustmh.datasets import (
    confaide,
    cpsycoune,
    crisis,
    cssrs,
    elephant,
    emobench,
    esconv_fair,
    ethicmh,
    jailbreakmh,
    psyharm,
    psyleak,
    usmle,
)
from trustmh.datasets.lint.suite import lint
from trustmh.items import Item

SECONDS, MEGABYTES = 5.0, 500.0
#: Growth of memory that still counts as flat: the allocator's own slack.
FLAT_MEGABYTES = 20.0


def loaders(root: Path) -> dict[str, Callable[[], list[Item]]]:
    """Loading of each dataset whose files lie under ``root`` as the reference data folder has them."""
    masked = root / "cssrs/masked_500_Reddit_users_posts_labels.csv"
    whole = root / "cssrs/500_Reddit_users_posts_labels.csv"
    votes = "human-labeled-sampled_dataset_n206_s42-merged_labels.json"
    theirs = root / "trustmh"
    return {
        "usmle-mental": lambda: usmle.load(root / "usmle_mental/USMLE-mental.jsonl"),
        "emobench-eu": lambda: emobench.load(root / "emobench/EU.jsonl"),
        "cpsycoune": lambda: cpsycoune.load(root / "cpsycoun/CPsyCounE"),
        "c-ssrs-500": lambda: cssrs.load(whole if whole.exists() else masked),
        "llms-mh-crisis": lambda: crisis.load(root / "llms_mh_crisis" / votes),
        "confaide-1": lambda: confaide.load("1", root / "confaide/tier_1.txt", root / "confaide/tier_1_labels.txt"),
        "confaide-2a": lambda: confaide.load("2a", root / "confaide/tier_2a.txt", root / "confaide/tier_2_labels.txt"),
        "confaide-2b": lambda: confaide.load("2b", root / "confaide/tier_2b.txt", root / "confaide/tier_2_labels.txt"),
        "ethicmh": lambda: ethicmh.load(root / "ethicmh/EthicMH.csv"),
        "esconv-fair": lambda: esconv_fair.load(theirs / "ESConv_fair.json"),
        "psyharm": lambda: psyharm.load(theirs / "PsyHarm.csv"),
        "jailbreakmh": lambda: jailbreakmh.load(theirs / "JailbreakMH.csv", theirs / "PsyHarm.csv"),
        "psyleak": lambda: psyleak.load(theirs / "PsyLeak.txt", theirs / "PsyLeak_control.txt"),
        "oeq (sample)": lambda: list(elephant.iterate_oeq(root / "elephant/OEQ_sample.csv")),
        "aita (sample)": lambda: list(elephant.iterate_aita(root / "elephant/AITA_sample.csv")),
    }


def peak() -> float:
    """Maximum resident set so far, in MB."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / 1e6 if sys.platform == "darwin" else used / 1e3


def write_rows(path: Path, count: int) -> None:
    """Synthetic questions in USMLE-mental's form."""
    row = {
        "question": "A synthetic question about sleep?",
        "options": {letter: f"option {letter}" for letter in "ABCDE"},
        "answer": "C",
        "meta_info1": "step1",
        "meta_info2": ["anxiety"],
    }
    block = (json.dumps(row) + "\n") * 1000
    with path.open("w", encoding="utf-8") as stream:
        for _ in range(count // 1000):
            stream.write(block)


def stream(path: Path) -> tuple[int, float, float]:
    """Rows read, seconds, and growth of peak memory in MB after the first tenth."""
    start, at_tenth, number = time.perf_counter(), 0.0, 0
    tenth = max(1, path.stat().st_size // 3000)
    for number, _ in enumerate(usmle.iterate(path), start=1):
        if number == tenth:
            at_tenth = peak()
    return number, time.perf_counter() - start, peak() - at_tenth


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, help="folder of the paper suite's files")
    parser.add_argument("--rows", type=int, default=1_000_000)
    asked = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.jsonl"
        write_rows(path, asked.rows)
        rows, seconds, growth = stream(path)
        failed |= growth > FLAT_MEGABYTES
        print(f"{rows:,} rows streamed in {seconds:.1f} s; memory grew by {growth:.1f} MB; peak {peak():.0f} MB")
    start = time.perf_counter()
    checked = sum(lint().rows.values())
    seconds = time.perf_counter() - start
    failed |= seconds > SECONDS
    print(f"{checked:,} rows of the open suite checked in {seconds:.1f} s")
    if asked.data:
        begin, total = time.perf_counter(), []
        for name, load in loaders(asked.data).items():
            start = time.perf_counter()
            total.append(load())
            print(f"{name:16} {len(total[-1]):5} items {time.perf_counter() - start:6.2f} s")
        seconds = time.perf_counter() - begin
        failed |= seconds > SECONDS or peak() > MEGABYTES
        print(f"all: {sum(map(len, total))} items in {seconds:.2f} s, peak {peak():.0f} MB")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
