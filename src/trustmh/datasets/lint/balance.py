"""Classes and letters that are balanced, difficulty that is spread, and no option that gives itself away.

Bounds are one-sided 99 % points of the number of hits that chance would give, item by item, since items differ in their
number of options (Poisson binomial distribution).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from trustmh.datasets.lint.faults import Fault, Row, Suite

#: Chance of a false alarm of one rule on one set of items.
ALARM = 0.01
#: Fields whose classes are of one size in each language.
EQUAL = (
    ("crisis", "label"),
    ("severity", "label"),
    ("diagnosis", "depression_severity"),
    ("aita", "verdict"),
    ("intents", "objective"),
    ("benign", "objective"),
    ("pas", "category"),
    ("ethics", "subcategory"),
    ("stories", "reason"),
    ("flows", "information_type"),
    ("knowledge", "topic"),
)
#: Sets of options: file, field of the options, field of the right one.
CHOICES = (
    ("knowledge", "options", "answer"),
    ("ethics", "options", "answer"),
    ("emotion", "emotion_choices", "emotion_label"),
    ("emotion", "cause_choices", "cause_label"),
)
#: Options that speak about the other options.
_ABOUT_OPTIONS = re.compile(
    r"\b(all|none|both) of the (above|options)\b|以上(都|皆|全)|上述(都|皆|全)|[AＡ]\s*[和与]\s*[BＢ]\s*都",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z']{3,}")
_CJK = re.compile(r"[\u4e00-\u9fff]+")


@dataclass(frozen=True, slots=True)
class Choice:
    """One set of options and the place of the right one."""

    id: str
    language: str
    options: tuple[str, ...]
    right: int


def balance_faults(suite: Suite) -> Iterator[Fault]:
    """Classes of unequal size and difficulty that is not spread."""
    for file, field in EQUAL:
        counts = Counter(str(row[field]) for row in suite[file])
        if max(counts.values()) - min(counts.values()) > 0:
            yield Fault(file, "", "balance", f"{field} is not of one size: {_shown(counts)}")
        for language in ("en", "zh"):
            here = Counter(str(row[field]) for row in suite[file] if row["language"] == language)
            if set(here) != set(counts) or max(here.values()) - min(here.values()) > 1:
                yield Fault(file, "", "balance", f"{field} is not balanced in {language}: {_shown(here)}")
    for file, rows in suite.items():
        if "difficulty" in rows[0]:
            counts = Counter(row["difficulty"] for row in rows)
            if min(counts[level] for level in ("easy", "medium", "hard")) < len(rows) / 4:
                yield Fault(file, "", "difficulty", f"each level needs a quarter of the rows: {_shown(counts)}")


def choice_faults(suite: Suite) -> Iterator[Fault]:
    """Right options that sit in one place, are the longest or shortest too often, or share a word that gives them away."""
    for file, field, right in CHOICES:
        found = [_choice(row, field, right) for row in suite[file]]
        yield from _place_faults(file, field, found)
        for language in ("en", "zh"):
            part = [one for one in found if one.language == language]
            for what, sign in (("longest", 1), ("shortest", -1)):
                yield from _length_faults(file, f"{field}, {language}", part, what, sign)
            yield from _word_faults(file, f"{field}, {language}", part)
        for one in found:
            if any(_ABOUT_OPTIONS.search(option) for option in one.options):
                yield Fault(file, one.id, "options", f"an option of {field} speaks about the other options")


def bound(chances: Sequence[float], alarm: float = ALARM) -> int:
    """The most hits that independent chances give with probability of at least ``alarm`` of being reached."""
    distribution = [1.0]
    for chance in chances:
        kept = [value * (1 - chance) for value in distribution] + [0.0]
        for hits, value in enumerate(distribution):
            kept[hits + 1] += value * chance
        distribution = kept
    tail = 0.0
    for hits in range(len(distribution) - 1, -1, -1):
        tail += distribution[hits]
        if tail >= alarm:
            return hits
    return 0


def _choice(row: Row, field: str, right: str) -> Choice:
    options = row[field]
    if isinstance(options, dict):
        return Choice(row["id"], row["language"], tuple(options.values()), list(options).index(row[right]))
    return Choice(row["id"], row["language"], tuple(options), options.index(row[right]))


def _place_faults(file: str, field: str, found: Sequence[Choice]) -> Iterator[Fault]:
    places = Counter(one.right for one in found)
    for place in range(max(len(one.options) for one in found)):
        most = bound([1 / len(one.options) if place < len(one.options) else 0.0 for one in found])
        if places[place] > most:
            yield Fault(
                file,
                "",
                "letters",
                f"the right one of {field} is in place {place + 1} in {places[place]} of {len(found)} rows, chance allows {most}",
            )


def _length_faults(file: str, name: str, found: Sequence[Choice], what: str, sign: int) -> Iterator[Fault]:
    """Ties share: a guess among the longest would be right that often."""
    hits = 0.0
    for one in found:
        sizes = [sign * len(option) for option in one.options]
        if sizes[one.right] == max(sizes):
            hits += 1 / sizes.count(max(sizes))
    most = bound([1 / len(one.options) for one in found])
    if hits > most:
        yield Fault(
            file,
            "",
            "length cue",
            f"{name}: the {what} option is right in {hits:.1f} of {len(found)} rows, chance allows {most}",
        )


def _word_faults(file: str, name: str, found: Sequence[Choice]) -> Iterator[Fault]:
    """Words (Chinese: pairs of characters) that stand in right options more often, or in wrong ones only."""
    seen: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for one in found:
        for place, option in enumerate(one.options):
            for word in _words(option):
                seen[word].append((1 / len(one.options), place == one.right))
    common = {word: marks for word, marks in seen.items() if len(marks) >= 6}
    for word, marks in sorted(common.items()):
        alarm = ALARM / len(common)
        right = sum(hit for _, hit in marks)
        wrong = len(marks) - right
        if right > bound([chance for chance, _ in marks], alarm):
            yield Fault(file, "", "cue word", f"{name}: {word!r} stands in {len(marks)} options, {right} of them right")
        elif wrong > bound([1 - chance for chance, _ in marks], alarm):
            yield Fault(file, "", "cue word", f"{name}: {word!r} stands in {len(marks)} options, {wrong} of them wrong")


def _words(text: str) -> set[str]:
    words = set(_WORD.findall(text.lower()))
    for run in _CJK.findall(text):
        words.update(run[index : index + 2] for index in range(len(run) - 1))
    return words


def _shown(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
