"""Speed of the perturbation engine against nlpaug 1.1.11, same operation, same sentences, in one process on one core.

    python benchmarks/perturbation.py [--sentences 10000] [--rounds 5] [--apostrophes] [--memory]

nlpaug is a dependency of this benchmark alone: ``pip install nlpaug==1.1.11``. The two take turns round by round, and
processor time is measured, so that another load on the machine falls on both; the ratio of each round is reported by
its median and range. Guards, protected spans, grapheme checks and the measured distance are on: this is what users
run. Rates are each tool's own; ``edits`` is the mean Levenshtein distance per sentence, to show that the same amount
of work is compared (nlpaug is set to about as many edits as ours at high intensity).

``--apostrophes`` mixes in contractions, about two a sentence. ``--memory`` instead perturbs a hundred thousand and then a million sentences, each count in a process of its own, and
reports the peak of its memory.
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from typing import Any

from rapidfuzz.distance import Levenshtein

from trustmh.stress.operations.table import Level
from trustmh.stress.perturb import perturb, perturb_each

WORDS = [
    "I", "my", "the", "a", "we", "work", "home", "night", "friend", "mother", "brother", "doctor", "morning",
    "week", "feel", "keep", "think", "want", "talk", "sleep", "wake", "tired", "anxious", "heavy", "quiet",
    "slow", "old", "new", "same", "little", "always", "often", "again", "still", "never", "not", "because",
    "when", "after", "before", "with", "about", "from", "until", "people", "school", "family", "letter",
    "kitchen", "train", "street", "window", "phone", "message", "answer", "silence", "worry", "plan",
    "remember", "forget", "listen", "wonder", "understand", "believe", "happened", "started", "stopped",
    "moved", "called", "waited", "promised", "argued",
]  # fmt: skip


APOSTROPHES = ["I'm", "it's", "don't", "can't", "she's", "we've", "didn't", "that's"]


def sentences(count: int, seed: int = 7, extra: Sequence[str] = ()) -> Iterator[str]:
    """Sentences of 15 to 25 words from a word list, about one in three with a negation."""
    listed = [*WORDS, *extra]
    draw = random.Random(seed)
    for _ in range(count):
        words = [listed[int(draw.random() * len(listed))] for _ in range(15 + int(draw.random() * 11))]
        words[0] = words[0].capitalize()
        yield " ".join(words) + "."


def pairs() -> dict[str, tuple[str, Callable[[str], str]]]:
    """Name of the comparison -> our operation and nlpaug's. Raises ImportError without nlpaug."""
    from nlpaug.augmenter.char import KeyboardAug, RandomCharAug  # type: ignore[import-untyped]
    from nlpaug.augmenter.word import RandomWordAug  # type: ignore[import-untyped]

    few = {"aug_char_min": 1, "aug_char_max": 1, "aug_word_p": 0.2, "aug_word_max": 4}

    def one(augmenter: Any) -> Callable[[str], str]:
        return lambda text: str(augmenter.augment(text)[0])

    return {
        "character delete": ("character.delete", one(RandomCharAug(action="delete", **few))),
        "character insert": ("character.insert", one(RandomCharAug(action="insert", **few))),
        "character swap": ("character.swap", one(RandomCharAug(action="swap", **few))),
        "keyboard neighbour": ("character.keyboard", one(KeyboardAug(**few))),
        "word delete": ("word.delete", one(RandomWordAug(action="delete", aug_p=0.2, aug_max=4))),
        "word swap": ("word.swap", one(RandomWordAug(action="swap", aug_p=0.2, aug_max=4))),
    }


def seconds(run: Callable[[str], str], texts: list[str]) -> tuple[float, float]:
    """Processor seconds for all texts, and the mean edit distance."""
    start = time.process_time()
    results = [run(text) for text in texts]
    taken = time.process_time() - start
    return taken, statistics.fmean(map(Levenshtein.distance, texts, results))


def speed(count: int, rounds: int, extra: Sequence[str]) -> None:
    """Print one line for each comparison; ``extra`` words are mixed in."""
    texts = list(sentences(count, extra=extra))
    print(f"{'operation':<20}{'ours /s':>10}{'nlpaug /s':>11}{'ratio':>8}{'range':>15}{'edits':>8}{'nlpaug':>8}")
    for name, (operation, theirs) in pairs().items():

        def ours(text: str, names: tuple[str, ...] = (operation,)) -> str:
            return perturb(text, "en", intensity="high", seed=1, operations=names).text

        for run in (ours, theirs):
            run(texts[0])
        measured = [(seconds(ours, texts), seconds(theirs, texts)) for _ in range(rounds)]
        ratios = sorted(nlpaug[0] / our[0] for our, nlpaug in measured)
        our_rate = count / statistics.median(our[0] for our, _ in measured)
        their_rate = count / statistics.median(nlpaug[0] for _, nlpaug in measured)
        spread = f"{ratios[0]:.2f}-{ratios[-1]:.2f}"
        edits = f"{measured[0][0][1]:>8.1f}{measured[0][1][1]:>8.1f}"
        print(f"{name:<20}{our_rate:>10,.0f}{their_rate:>11,.0f}{statistics.median(ratios):>8.2f}{spread:>15}{edits}")


def stream(count: int) -> None:
    """Perturb ``count`` sentences one after another and print the peak of memory."""
    start = time.process_time()
    edits = 0
    levels: tuple[Level, ...] = ("character", "word")
    for level in levels:
        for done in perturb_each(sentences(count // 2), "en", level=level, intensity="high", seed=1):
            edits += len(done.edits)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{count:,} sentences, {edits:,} edits: {time.process_time() - start:.0f} s of processor time, peak {peak:.0f} MB"
    )


def main() -> None:
    """Parse the options and run."""
    parser = argparse.ArgumentParser(description="Speed of the perturbation engine against nlpaug 1.1.11.")
    parser.add_argument("--sentences", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--apostrophes", action="store_true", help="mix in words with apostrophes")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--stream", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.stream:
        stream(options.stream)
    elif options.memory:
        for count in (100_000, 1_000_000):
            subprocess.run([sys.executable, __file__, "--stream", str(count)], check=True)
    elif find_spec("nlpaug") is None:
        print("nlpaug is not installed, so there is nothing to compare with (pip install nlpaug==1.1.11); this alone:")
        stream(options.sentences)
    else:
        speed(options.sentences, options.rounds, APOSTROPHES if options.apostrophes else ())


if __name__ == "__main__":
    main()
