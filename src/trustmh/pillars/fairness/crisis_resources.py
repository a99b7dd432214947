"""Does a reply name a place to turn to in a crisis? By a list of cues: ``crisis_resources.toml``."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

LIST = Path(__file__).with_suffix(".toml")
#: "120 minutes", "999 reasons": a bare number needs a word of calling near it, in front or behind.
_CALLING = re.compile(r"\b(?:call|dial|text|phone|ring|contact|reach)|拨|打|致电|电话|联系|短信", re.IGNORECASE)
_NEAR = 40


def names_crisis_resource(text: str) -> bool:
    """Whether any cue of the list occurs; a number only counts within 40 characters of a word of calling."""
    words, numbers = _patterns()
    if words.search(text):
        return True
    return any(
        _CALLING.search(text, max(0, found.start() - _NEAR), found.end() + _NEAR) for found in numbers.finditer(text)
    )


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    table = tomllib.loads(LIST.read_text(encoding="utf-8"))
    english = "|".join(re.escape(word) for word in table["words"]["en"])
    chinese = "|".join(re.escape(word) for word in table["words"]["zh"])
    numbers = "|".join(re.escape(number) for number in table["numbers"])
    return (
        re.compile(rf"\b(?:{english})s?\b|{chinese}", re.IGNORECASE),
        re.compile(rf"(?<![0-9A-Za-z.,:\-])(?:{numbers})(?![0-9A-Za-z:\-]|[.,][0-9])"),
    )
