"""Answer formats and machine-readable parts of a text: options and their letters, JSON, code, tags, addresses."""

from __future__ import annotations

import re

from trustmh.stress.tokens import Span

_HAN = re.compile("[\u4e00-\u9fff]")
_SAYS = r"(?:\s*(?:[:：]|is(?![A-Za-z0-9])|with(?![A-Za-z0-9]))\s*|\s+)"
_NEXT = r"(?:\s*[,，、/|;；&+]\s*(?:(?:or|and)\s+)?|\s+(?:or|and|to|vs)\s+|\s*(?:或者?|和|与|及|至|到|还是)\s*)"
_LIST = rf"[A-Ja-j](?:{_NEXT}[A-Ja-j](?![A-Za-z0-9'’]))"
_TOP = "com|org|net|edu|gov|info|io|co|app|ai|uk|us|ca|au|nz|ie|cn|hk|tw|sg|jp|de|fr|eu|ch"

#: Each is searched for only where its trigger occurs.
_FORMATS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("://", re.compile(r"[A-Za-z]{2,10}://[^\s\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]+")),
    ("@", re.compile(r"[^\s@]{0,64}@[^\s@]{1,255}")),
    ("<", re.compile(r"<[^<>\n]{1,200}>")),
    ("```", re.compile(r"```.*?(?:```|\Z)", re.DOTALL)),
    ("`", re.compile(r"(?<![A-Za-z0-9`])`[^`\n]{1,200}`(?![A-Za-z0-9])")),
    ("</", re.compile(r"(?i:<(answer|label|choice|option|rating|score|final)>)[^<>]{0,100}</")),
    ("/", re.compile(r"(?<![A-Za-z0-9])[Ww]/[Oo](?![A-Za-z0-9])")),
)
_DOMAIN = re.compile(
    rf"(?<![A-Za-z0-9.-])(?:www\.(?:[A-Za-z0-9-]++\.)*[A-Za-z0-9-]+|(?:[A-Za-z0-9-]++\.)+(?:{_TOP}))(?![A-Za-z0-9-])"
    r"(?:[:/?#][^\s\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]*)?",
    re.IGNORECASE,
)
# Options and their letters, in prose. A or I alone may be words, so that one of the others must be among them.
_NAMED = re.compile(r"(?<![A-Za-z0-9'’])[B-HJb-hj](?![A-Za-z0-9'’])")
_LISTED = re.compile(rf"(?<![A-Za-z0-9'’]){_LIST}+")
_DOTTED_LETTER = re.compile(r"(?<![A-Za-z0-9'’])[A-HJ](?=\s*[.:：、．])[.:：、．]?")
_LETTERS: tuple[re.Pattern[str], ...] = (
    re.compile(r"[(（\[【〔]\s*[A-Ja-j]\s*[)）\]】〕]"),
    re.compile(r"(?<![A-Za-z0-9'’])[A-Ja-j][)）]"),
    re.compile(r"(?<![A-Za-z0-9])[\"“][A-Ja-j][\"”](?![A-Za-z0-9])"),
)
_PHRASES: tuple[re.Pattern[str], ...] = (
    re.compile(
        rf"(?<![A-Za-z0-9'’])(?i:options?|choices?|answers?|letters?|choose|pick|select|reply|respond){_SAYS}"
        rf"[\"'“‘(]?[A-J](?![A-Za-z0-9'’])(?:{_NEXT}[A-J](?![A-Za-z0-9'’]))*"
    ),
    re.compile(r"(?<![A-Za-z0-9'’])(?i:answers?)\s*(?:[:：]|is(?![A-Za-z0-9]))\s*"),
)
_CHINESE_PHRASES: tuple[re.Pattern[str], ...] = (
    re.compile(r"(?:选择?|回答|答|填)\s*[:：]?\s*[A-J](?![A-Za-z0-9])"),
    re.compile(r"选项\s*[A-J甲乙丙丁]?"),
    re.compile(r"答案\s*[:：是为]?\s*[A-J甲乙丙丁]?"),
    re.compile(r"[是对真有](?:[/／、]|或者?|还是)[否错假无]"),
)
_CHINESE_LETTER = re.compile(
    r"(?:(?<=[\u4e00-\u9fff：，、。（“])[A-Ja-j]|(?<![A-Za-z0-9])[A-Ja-j](?=[\u4e00-\u9fff：，、。）”]))(?![A-Za-z0-9])"
)
# What tells quickly that a pattern above finds nothing.
_ANY_LETTER = re.compile("[A-Ja-j]")
_BRACKETS = re.compile(r"[)）\]】〕\"”]")
_STEMS = ("ption", "hoice", "nswer", "etter", "hoose", "pick", "elect", "reply", "espond")
#: ``A.`` or ``b)`` at the start of a line.
_LABEL = re.compile(r"^[ \t]*[A-Ja-j][.)、:：．](?![A-Za-z0-9_])", re.MULTILINE)
_DOTTED = re.compile(r"\.[A-Za-z]|[wW]\.")
_FIRST_OF_ARRAY = re.compile(r"\[\s*(?:[\"'{\[\]0-9-]|true|false|null)")

#: Words in plain text without which no letter of an option, or no phrase that names one, is there.
LETTER_WORDS = frozenset("bcdefghj")
PHRASE_WORDS = frozenset(
    {"answer", "answers", "option", "options", "choice", "choices", "letter", "letters"}
    | {"choose", "pick", "select", "reply", "respond"}
)


def may_hold_formats(text: str) -> bool:
    """Whether a plain text has a mark or a place in which a format can begin, apart from the words above."""
    if "(" in text or ")" in text or "/" in text or "@" in text or "<" in text or "{" in text or "[" in text:
        return True
    if "`" in text or '"' in text or "”" in text or "\n" in text or text[1:2] in ".):" or text[:1] in " \t":
        return True
    return "." in text[:-1] and _DOTTED.search(text) is not None


def format_spans(text: str) -> list[Span]:
    """Where the formats are; spans may overlap and are in no order."""
    spans: list[Span] = []
    for trigger, pattern in _FORMATS:
        if trigger in text:
            spans += _found(pattern, text)
    if "." in text[:-1] and _DOTTED.search(text):
        spans += _found(_DOMAIN, text)
    if "{" in text:
        spans += _balanced(text, "{", "}")
    if "[" in text:
        spans += [span for span in _balanced(text, "[", "]") if _FIRST_OF_ARRAY.match(text, span[0])]
    ideographs = _HAN.search(text) is not None
    if ideographs:
        for pattern in _CHINESE_PHRASES:
            spans += _found(pattern, text)
    if _ANY_LETTER.search(text):
        spans += _letter_spans(text, ideographs)
    return spans


def _letter_spans(text: str, ideographs: bool) -> list[Span]:
    """Letters of options, in a text that has any of those letters."""
    spans: list[Span] = []
    if _BRACKETS.search(text):
        for pattern in _LETTERS:
            spans += _found(pattern, text)
    spans += _found(_LABEL, text)
    lower = text.lower()
    if any(stem in lower for stem in _STEMS):
        for pattern in _PHRASES:
            spans += _found(pattern, text)
    if _NAMED.search(text):
        spans += [span for span in _found(_LISTED, text) if _NAMED.search(text, *span)] + _found(_DOTTED_LETTER, text)
    if ideographs:
        spans += _found(_CHINESE_LETTER, text)
    return spans


def phrases_at(text: str, at: int) -> list[Span]:
    """``Options A and B``, ``the answer is C``, where one of :data:`PHRASE_WORDS` starts here."""
    return [match.span() for pattern in _PHRASES if (match := pattern.match(text, at))]


def _found(pattern: re.Pattern[str], text: str) -> list[Span]:
    return [match.span() for match in pattern.finditer(text)]


def _balanced(text: str, opening: str, closing: str) -> list[Span]:
    """The outermost stretches between matching brackets, over any number of lines."""
    opened: list[int] = []
    spans: list[Span] = []
    for match in re.finditer(f"[{re.escape(opening + closing)}]", text):
        if match[0] == opening:
            opened.append(match.start())
        elif opened:
            start = opened.pop()
            while spans and spans[-1][0] > start:
                spans.pop()
            spans.append((start, match.end()))
    return spans
