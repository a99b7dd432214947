"""The cue table compiled: one expression for each cue list, both languages at once.

Models answer English prompts in Chinese and the reverse, so every reader listens to both languages; the language of the
item is kept in the signatures for cues that would collide.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from trustmh.replies import cues


def fragments(table: Mapping[str, Iterable[str]], languages: Iterable[str] = ("en", "zh")) -> str:
    """One alternation of the table's entries; a space in an English entry stands for a run of blanks.

    Entries that begin at a word boundary are tried together behind one boundary test, so that the inside of words costs
    one step and not one for each entry.
    """
    entries: list[str] = []
    worded: list[str] = []
    for language in languages:
        for fragment in table[language]:
            entry = fragment
            if language == "en" and "[ " not in entry and "[- " not in entry:
                entry = fragment.replace(" ?", r"\s{0,3}").replace(" ", r"\s{1,3}")
            if entry.startswith(r"\b"):
                worded.append(entry[2:])
            else:
                entries.append(entry)
    if worded:
        entries.insert(0, r"\b(?=[a-z])(?:" + "|".join(worded) + ")")
    return "(?:" + "|".join(entries) + ")"


def _compile(table: Mapping[str, Iterable[str]], before: str = "", after: str = "") -> re.Pattern[str]:
    return re.compile(before + fragments(table) + after, re.MULTILINE)


_WORDY = {"en": [rf"{word}(?![a-z0-9])" for word in sorted(cues.BRIDGES["en"], key=len, reverse=True)],
          "zh": sorted(cues.BRIDGES["zh"], key=len, reverse=True)}  # fmt: skip

DECLARATION = _compile(cues.DECLARATIONS)
SHORT_DECLARATION = _compile(cues.SHORT_DECLARATIONS)
BRIDGE = _compile(_WORDY)
AFFIRMED_AFTER = _compile(cues.AFFIRMED_AFTER)
ALSO_AFTER = _compile(cues.ALSO_AFTER)
REJECTED_AFTER = _compile(cues.REJECTED_AFTER)
SUPPOSED = _compile(cues.SUPPOSED)
ENDORSED = _compile(cues.ENDORSED)
DISAPPROVED = _compile(cues.DISAPPROVED)
CORRECTION = _compile(cues.CORRECTIONS)
_BESIDE = r")\s{0,3}(?:(?:and|or|option|choice|maybe|perhaps|possibly|even|level|an?(?= )|选项|可能是?|也许是?)[\s,]{0,2}){0,3}"
TOGETHER = re.compile(r"\s{0,3}(?:" + "|".join(cues.TOGETHER) + _BESIDE)
TOGETHER_AT_END = re.compile(r"\s{0,3}(?:" + "|".join(cues.TOGETHER_AT_END) + _BESIDE)
PREFERS = _compile(cues.PREFERS)
UNDECIDED = _compile(cues.UNDECIDED)
NEGATION = _compile(cues.NEGATIONS)
CLAUSE_BREAK = _compile(cues.CLAUSE_BREAKS)
HEDGE = _compile(cues.HEDGES)
REFUSAL = _compile(cues.REFUSALS)
FILTER_NOTICE = re.compile("|".join(cues.FILTER_NOTICES), re.IGNORECASE)
ERROR_NOTICE = re.compile(r"\W{0,3}(?:" + "|".join(cues.ERROR_NOTICES) + ")", re.IGNORECASE)
#: The top of the scale in digits or words: "3 out of 4", "three out of four".
OUT_OF = re.compile(
    "(?:"
    + "|".join(cues.OUT_OF)
    + r")(?:(?P<top>\d{1,4})|(?P<word>"
    + "|".join(sorted((word.replace(" ", r"\s") for word in cues.NUMBER_WORDS), key=len, reverse=True))
    + r")(?![\w-]))"
)
#: Pictures that decorate an answer; those that mean "no" are left out.
SYMBOLS = "\u2600-\u26d3\u26d5-\u2715\u2719-\u274b\u274d\u274f-\u27bf\u2b00-\u2bff\U0001f000-\U0001f44d\U0001f44f-\U0001f6aa\U0001f6ac-\U0001faff"
PERHAPS = re.compile(fragments(cues.PERHAPS))
RANGE = _compile(cues.RANGES)
OVERALL = tuple(re.compile("|".join(heads)) for heads in cues.OVERALL)
KNOWS = re.compile(fragments(cues.KNOWS))
KNOWS_NOT = re.compile(fragments(cues.KNOWS_NOT))
EXCEPT = re.compile(fragments(cues.EXCEPT))
NOBODY = re.compile(r"(?:" + fragments(cues.NOBODY, ("en",)) + r")\b|" + fragments(cues.NOBODY, ("zh",)))
_TO_NAME = r")[\s\"'(\[*]{0,3}$"
UNSURE_BEFORE = re.compile("(?:" + "|".join(cues.UNSURE_BEFORE) + _TO_NAME)
UNSURE_AFTER = re.compile("|".join(cues.UNSURE_AFTER))
BELIEVED = re.compile("(?:" + "|".join(cues.BELIEVED) + _TO_NAME)
SUPPOSITION = re.compile("|".join(cues.SUPPOSITIONS))
BOTH_KNOW = re.compile("|".join(cues.BOTH_KNOW))
NOBODY_TOLD = re.compile("|".join(cues.NOBODY_TOLD))
BARE_AUXILIARY = re.compile("|".join(cues.BARE_AUXILIARY))
ACQUAINTED = re.compile("|".join(cues.ACQUAINTED))
