"""``trustmh perturb``: a user's own texts before and after, edits marked."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import IO, Any, NamedTuple

from rich.console import Console
from rich.text import Text

from trustmh.cli.streams import revealed
from trustmh.cli.text_files import Record, records, written
from trustmh.items import Item, Language, TrustmhError
from trustmh.stress.edits import Edit
from trustmh.stress.letters import language_of
from trustmh.stress.operations.table import INTENSITIES, LEVELS, Intensity, Level
from trustmh.stress.own_words import own_words
from trustmh.stress.perturb import VERSION, Perturbed
from trustmh.stress.plan import plan
from trustmh.stress.variants import OwnPerturbed, perturb_own_words, record_of

_REMOVED, _ADDED = "red strike", "bold green"


class Settings(NamedTuple):
    """How every text of the file is perturbed."""

    levels: tuple[Level, ...]
    intensity: Intensity
    seed: int
    language: Language | None
    protect: tuple[re.Pattern[str], ...]
    operations: tuple[str, ...] | None
    allow_meaning_changes: bool


def perturb_command(
    file: Path,
    level: Sequence[str],
    intensity: str,
    seed: int,
    language: str,
    field: str | None,
    protect: Sequence[str],
    operation: Sequence[str],
    allow_meaning_changes: bool,
    as_json: bool,
    out: Path | None,
) -> None:
    """Perturb the texts of FILE and show them, print them as JSON, or write them to another file.

    Args:
        file: text, one text a line, or JSON Lines.
        level: levels, stacked in the order character, word, sentence; ``all`` for the three.
        intensity: low, medium or high.
        seed: any whole number.
        language: en, zh, or auto to decide text by text.
        field: the field to perturb, for JSON Lines.
        protect: regular expressions of what may not be touched.
        operation: names of operations; none for all that keep the meaning.
        allow_meaning_changes: lift the guards of negations, numbers and answers.
        as_json: print JSON instead of before and after.
        out: write the perturbed file here, and show a summary only.

    Raises:
        TrustmhError: a bad option or file, in one line.
    """
    settings = _settings(level, intensity, seed, language, protect, operation, allow_meaning_changes)
    rows = records(file, field)
    with written(out) if out is not None else nullcontext() as stream:
        done = _each(rows, settings, stream)
        if as_json:
            _print_json(done, settings)
        else:
            _show(done, Console(soft_wrap=True), brief=out is not None)


def _settings(
    level: Sequence[str],
    intensity: str,
    seed: int,
    language: str,
    protect: Sequence[str],
    operation: Sequence[str],
    allow_meaning_changes: bool,
) -> Settings:
    levels = LEVELS if "all" in level else tuple(one for one in LEVELS if one in level)
    unknown = [one for one in level if one not in (*LEVELS, "all")]
    if unknown:
        raise TrustmhError(f"--level {unknown[0]}: choose from {', '.join(LEVELS)}, or all")
    if intensity not in INTENSITIES:
        raise TrustmhError(f"--intensity {intensity}: choose from {', '.join(INTENSITIES)}")
    if language not in ("en", "zh", "auto"):
        raise TrustmhError(f"--language {language}: choose from en, zh, auto")
    fixed: Language | None = "en" if language == "en" else "zh" if language == "zh" else None
    chosen = tuple(operation) or None
    if not levels and chosen is None:
        raise TrustmhError(f"name --level ({', '.join(LEVELS)}, or all) or --operation")
    if fixed is not None:
        plan(
            fixed, levels, intensity, chosen, allow_meaning_changes
        )  # a bad operation is known before any text is read
    patterns = tuple(map(_pattern, protect))
    return Settings(levels, intensity, seed, fixed, patterns, chosen, allow_meaning_changes)


def _pattern(expression: str) -> re.Pattern[str]:
    try:
        return re.compile(expression)
    except (re.error, OverflowError, RecursionError) as error:
        raise TrustmhError(f"--protect {expression[:80]!r}: not a regular expression ({error})") from error


class Perturbation(NamedTuple):
    """One text of the file and what was done to it."""

    where: str
    language: Language
    before: str
    done: Perturbed


def _each(rows: Iterable[Record], settings: Settings, stream: IO[bytes] | None) -> Iterator[Perturbation]:
    """Perturb line by line, writing along the way; lines without text pass through as they are."""
    for record in rows:
        value = record.row[record.field]
        if isinstance(value, str) and not value.strip():
            if stream is not None:
                stream.write(record.line(value))
            continue
        language, own = _one(record, settings)
        if stream is not None:
            stream.write(record.line(own.value, record_of(own.done, settings.intensity, settings.seed)))
        yield Perturbation(record.where, language, own.before, own.done)


def _one(record: Record, settings: Settings) -> tuple[Language, OwnPerturbed]:
    item = Item(record.where, "", settings.language or "en", record.row)
    language = settings.language or language_of("\n".join(own.text for own in own_words(item, record.field)))
    try:
        own = perturb_own_words(
            Item(record.where, "", language, record.row),
            record.field,
            levels=settings.levels,
            intensity=settings.intensity,
            seed=settings.seed,
            protect=settings.protect,
            operations=settings.operations,
            allow_meaning_changes=settings.allow_meaning_changes,
        )
    except TrustmhError as error:
        message = str(error)
        raise TrustmhError(message if record.where in message else f"{record.where}: {message}") from error
    return language, own


def _print_json(done: Iterable[Perturbation], settings: Settings) -> None:
    """One JSON object, written text by text so that a long file needs no more memory than a short one."""
    head = {"intensity": settings.intensity, "seed": settings.seed, "version": VERSION}
    sys.stdout.write(json.dumps(head)[:-1] + ', "texts": [')
    for number, one in enumerate(done):
        sys.stdout.write("," * bool(number) + "\n" + json.dumps(_as_json(one), allow_nan=False))
    sys.stdout.write("\n]}\n")


def _as_json(one: Perturbation) -> dict[str, Any]:
    return {
        "where": one.where,
        "language": one.language,
        "before": one.before,
        "after": one.done.text,
        "distance": one.done.distance,
        "rate": one.done.rate,
        "passes": [
            {
                "level": level.level,
                "text": level.text,
                "units": level.units,
                "declared_rate": level.declared,
                "rate": level.rate,
                "edits": [edit._asdict() for edit in level.edits],
            }
            for level in one.done.passes
        ],
    }


def _show(done: Iterable[Perturbation], screen: Console, *, brief: bool) -> None:
    texts = edits = distance = untouched = 0
    for one in done:
        texts += 1
        edits += len(one.done.edits)
        distance += one.done.distance
        untouched += not one.done.edits
        if not brief:
            _show_one(one, screen)
    if not texts:
        screen.print("no text: every line is blank")
        return
    screen.print(
        f"texts: {texts:,}, edits: {edits:,}, mean distance: {distance / texts:.1f} characters", highlight=False
    )
    if untouched:
        screen.print(f"{untouched:,} texts are as they were: nothing in them may be edited", highlight=False)


def _show_one(one: Perturbation, screen: Console) -> None:
    screen.print(Text(revealed(f"{one.where} · {one.language} · distance {one.done.distance}"), style="bold"))
    screen.print(Text.assemble(("  before     ", "dim"), revealed(one.before)))
    given = one.before
    for level in one.done.passes:
        after = marked(given, level.edits, plain=not screen.is_terminal or screen.no_color)
        screen.print(Text.assemble((f"  {level.level:<10} ", "dim"), after))
        counts = f"edits: {len(level.edits)}, {level.level}s: {level.units}, rate {level.rate:.1%}, declared {level.declared:.1%}"
        screen.print(Text(f"             {counts}", style="dim"))
        given = level.text


def marked(text: str, edits: Sequence[Edit], *, plain: bool) -> Text:
    """A text with its edits: removed in red and struck, added in green; without colour as ``[-removed-]{+added+}``."""
    line = Text()
    at = 0
    for edit in edits:
        line.append(revealed(text[at : edit.start]))
        for part, style, left, right in ((edit.before, _REMOVED, "[-", "-]"), (edit.after, _ADDED, "{+", "+}")):
            if part:
                line.append(left + revealed(part) + right if plain else revealed(part), style=style)
        at = edit.end
    return line.append(revealed(text[at:]))
