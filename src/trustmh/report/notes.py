"""Notes beside figures in both languages.

Subtasks write their notes in English, as parts joined by ``"; "``. ``texts/notes_zh.toml`` gives a Chinese template for
every part. A part that it does not know is shown in English in the Chinese page, too, and marked as English.

A template's slots are ``{name}`` or ``{name:kind}``:

- ``number`` and ``p`` (``p < 0.001``): as they stand;
- ``label``: a label or the name of a figure; ``labels``: several, separated by commas;
- ``pairs``: labels in pairs (``depression 0, suicide 3``);
- ``note``: a note; ``notes``: several, separated by commas;
- ``text`` (the default): names of models, files and items, as they stand.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

from markupsafe import Markup

from trustmh.report.figure_names import part_name
from trustmh.report.texts import TAGS, words
from trustmh.report.untrusted import visible

_BETWEEN, _BETWEEN_ZH, _LIST_ZH = "; ", "；", "、"
_SLOT = re.compile(r"\{(\w+)(?::(\w+))?\}")
#: What may stand in a slot, by its kind; the end of a part ends every slot.
_KINDS: Mapping[str, str] = {
    "number": r"[-−+]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?",
    "p": r"p [<=] \d(?:\.\d+)?",
    **dict.fromkeys(("label", "labels", "pairs"), "[^;:]+?"),
}
_ANYTHING = "[^;]+?"
#: Longer notes are shown as they stand: a note of this length is no note of ours.
_LONGEST = 4000


@dataclass(frozen=True, slots=True)
class Translated:
    """A note in Chinese. ``untranslated`` are the parts that are left in English."""

    html: Markup
    untranslated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Pattern:
    expression: re.Pattern[str]
    kinds: Mapping[str, str]
    chinese: str


def note_html(note: str) -> Markup:
    """A note in both languages, safe to place in a page; nothing for an empty note."""
    if not note:
        return Markup("")
    chinese = translated(note)
    english = visible(note)
    return _only_english(english) if chinese.untranslated == (note,) else _in_both(english, chinese.html)


def brief_html(note: str, length: int) -> Markup:
    """The beginning of a note, at most ``length`` characters, in both languages. A Chinese character says more."""
    chinese = translated(note)
    english = visible(f"{note[:length].rsplit(' ', 1)[0]} …")
    if chinese.untranslated == (note,):
        return _only_english(english)
    text = chinese.html.striptags()
    return _in_both(english, visible(f"{_cut_chinese(text, length // 2)} …" if len(text) > length // 2 else text))


def _cut_chinese(text: str, length: int) -> str:
    """The beginning of a text, ending at a mark where there is one, and never inside a Latin word or a number."""
    marks = [text.rfind(mark, length // 2, length) for mark in "，。；：、"]
    return (
        text[: max(marks)]
        if max(marks) > 0
        else re.sub(r"[\w./-]+$", "", text[:length], flags=re.ASCII) or text[:length]
    )


def _in_both(english: Markup, chinese: Markup) -> Markup:
    return Markup('<span class="t" lang="{}">{}</span><span class="t" lang="{}">{}</span>').format(
        TAGS["en"], english, TAGS["zh"], chinese
    )


@lru_cache(maxsize=8192)
def translated(note: str) -> Translated:
    """A note in Chinese, part by part, of each the longest run of parts that one template takes."""
    if len(note) > _LONGEST:
        return _english(note)
    parts = note.split(_BETWEEN)
    found: list[Translated] = []
    place = 0
    while place < len(parts):
        runs = range(min(len(parts), place + _most_parts()), place, -1)
        hit = next((one for end in runs if (one := _one(_BETWEEN.join(parts[place:end]), end)) is not None), None)
        found.append(hit[0] if hit else _english(parts[place]))
        place = hit[1] if hit else place + 1
    html = Markup(_BETWEEN_ZH).join(one.html for one in found)
    left = tuple(part for one in found for part in one.untranslated)
    return Translated(html, (note,) if len(left) == len(parts) and left == tuple(parts) else left)


def _one(part: str, end: int) -> tuple[Translated, int] | None:
    """One or several parts by one template, and ``end`` again; None when no template takes them."""
    for pattern in _patterns():
        match = pattern.expression.fullmatch(part)
        if match is not None:
            filled = {name: _filled(pattern.kinds[name], text) for name, text in match.groupdict().items()}
            left = tuple(one for value in filled.values() for one in value.untranslated)
            html = Markup(pattern.chinese).format(**{name: value.html for name, value in filled.items()})
            return Translated(html, left), end
    return None


def _filled(kind: str, text: str) -> Translated:
    if kind == "note":
        return translated(text)
    if kind == "notes":
        found = [translated(one) for one in text.split(", ")]
        left = tuple(part for one in found for part in one.untranslated)
        return Translated(Markup(_LIST_ZH).join(one.html for one in found), left)
    if kind == "label":
        return Translated(_label(text))
    if kind == "labels":
        return Translated(Markup(_LIST_ZH).join(map(_label, text.split(", "))))
    if kind == "pairs":
        pairs = [one.split(" ") for one in text.split(", ")]
        return Translated(Markup(_LIST_ZH).join(Markup(" ").join(map(_label, pair)) for pair in pairs))
    return Translated(visible(text))


def _label(name: str) -> Markup:
    return part_name(name, lambda key: visible(words("zh")[key]))


def _english(part: str) -> Translated:
    return Translated(_only_english(visible(part)), (part,))


def _only_english(text: Markup) -> Markup:
    return Markup('<span lang="en">{}</span>').format(text)


@cache
def templates() -> Mapping[str, str]:
    """English template -> Chinese template."""
    path = resources.files("trustmh.report.texts").joinpath("notes_zh.toml")
    sections = tomllib.loads(path.read_text(encoding="utf-8"))
    return {english: chinese for section in sections.values() for english, chinese in section.items()}


@cache
def _most_parts() -> int:
    return 1 + max(english.count(_BETWEEN) for english in templates())


@cache
def _patterns() -> tuple[_Pattern, ...]:
    """The most particular first: those with more text of their own."""
    order = sorted(templates(), key=lambda english: -len(_SLOT.sub("", english)))
    return tuple(_pattern(english, templates()[english]) for english in order)


def _pattern(english: str, chinese: str) -> _Pattern:
    pieces: list[str] = []
    kinds: dict[str, str] = {}
    start = 0
    for slot in _SLOT.finditer(english):
        name, kind = slot.group(1), slot.group(2) or "text"
        kinds[name] = kind
        pieces += [re.escape(english[start : slot.start()]), f"(?P<{name}>{_KINDS.get(kind, _ANYTHING)})"]
        start = slot.end()
    return _Pattern(re.compile("".join([*pieces, re.escape(english[start:])])), kinds, chinese)
