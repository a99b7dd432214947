"""The report's words in English and Chinese, one JSON file a language with equal keys.

Every sentence is put into the page in both languages; a style rule shows the one that the reader chose.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from markupsafe import Markup

from trustmh.items import LANGUAGES, Language
from trustmh.report.untrusted import visible

#: Language -> tag of the ``lang`` attribute.
TAGS: Mapping[Language, str] = {"en": "en", "zh": "zh-CN"}


@cache
def words(language: Language) -> Mapping[str, str]:
    """All texts of one language by key."""
    path = resources.files("trustmh.report.texts").joinpath(f"{language}.json")
    loaded: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def has(key: str) -> bool:
    """Whether there is a text of this key."""
    return key in words("en")


def say(key: str, **values: Any) -> Markup:
    """The text of a key in both languages; values are made visible and escaped unless they are markup already."""
    safe = {name: value if isinstance(value, Markup) else visible(str(value)) for name, value in values.items()}
    return _both({language: Markup(words(language)[key]).format(**safe) for language in LANGUAGES})


def both(titles: Mapping[Language, str]) -> Markup:
    """A title that is given in both languages."""
    return _both({language: visible(titles[language]) for language in LANGUAGES})


def listed(names: Sequence[Markup]) -> Markup:
    """Names in a row, with the mark that each language puts between."""
    return say("list.separator").join(names)


def _both(html: Mapping[Language, Markup]) -> Markup:
    return Markup("").join(
        Markup('<span class="t" lang="{}">{}</span>').format(TAGS[language], html[language]) for language in LANGUAGES
    )
