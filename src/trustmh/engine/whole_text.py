"""Text from outside that any file and any encoder can hold."""

from __future__ import annotations


def whole_text(text: str) -> str:
    r"""``text`` with lone surrogates (half a character, as in the JSON string ``"\ud83d"``) as U+FFFD.

    They pass through ``json.loads`` and break the first file or table that is written as UTF-8.
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
