"""A lint for rubrics: does a rubric say one thing, and say it once?

Why: a published judge prompt asks for 0 when advice is generic and, four lines later, for 1; another has no output form.
A judge then answers either way and the figure means nothing. The lint reads what a rubric's texts define and reports
contradictions; it does not judge whether a rubric is wise.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from trustmh.items import LANGUAGES, Language
from trustmh.judges.rubric import Criterion, Rubric

_END = r"(?=[;；。\n]|\.(?:\s|$)|,\s*\d+\s|[,，]\s*(?:output|give|answer|score)\b|$)"
#: "2: rude", "2 = rude", "2 weak", at the start of a text or after a stop.
_LEVEL = re.compile(
    rf"(?:^|[:：;；,，。\n]\s*|\.\s+|\(\s*)(\d+)\s*(?:[:：=]|means|表示|为|\s(?=[^\W\d]))\s*(.+?){_END}"
)
#: "output 0 for advice that …", "give 1 if …", "若……则输出 0".
_RULE = re.compile(
    rf"\b(?:output|give|answer|score|assign|return|write)s? (?:a )?(\d+) (?:for|if|when|where)\s+(.+?){_END}",
    re.IGNORECASE,
)
_RULE_ZH = re.compile(
    r"(?:如果|若|当)?([^,，。;；\n]{2,60}?)[,，]?(?:则|就)?(?:输出|给出?|打|记)\s?(\d+)(?:\s?分)?(?=[,，。;；\n]|$)"
)
_RANGE = re.compile(r"(?:from |between |\b|从)(\d+)\s?(?:to|and|–|-|~|到|至)\s?(\d+)(?!\d)(?:\b|的|分|之间)")
_WORD = re.compile(r"[㐀-鿿]|[a-z']+")
#: Words that do not tell one definition from another. Negations stay: they turn a definition round.
_EMPTY = frozenset(
    {"a", "an", "the", "is", "are", "was", "be", "of", "to", "in", "on", "at", "for", "with", "by", "as", "and", "or", "it", "its",
     "that", "this", "these", "those", "any", "some", "的", "了", "是", "在", "和", "或"}
)  # fmt: skip
_SAME = 0.75


def contradictions(rubric: Rubric) -> tuple[str, ...]:
    """Everything that contradicts itself in a rubric, one line each; empty when nothing does.

    Checked in each language: every level or label is defined at most once, a scale is defined for all of its levels or
    for none, no two levels share a definition, no definition lies outside the scale, ranges named in the texts agree
    with the scale, both languages define the same levels, and the form of the answer can be built.
    """
    found: list[str] = []
    for language in LANGUAGES:
        if not all(language in texts for texts in _texts(rubric)):
            found.append(f"{language}: role, task, a slot's title or a criterion has no text")
            continue
        for criterion in rubric.criteria:
            found += [
                f"{language}, {criterion.id}: {problem}" for problem in _of_criterion(rubric, criterion, language)
            ]
    for criterion in rubric.criteria:
        levels = {one: frozenset(defined(rubric, criterion, one)) for one in LANGUAGES if one in criterion.text}
        if len(set(levels.values())) > 1:
            found.append(f"{criterion.id}: the languages define different levels: {_shown(levels)}")
    return tuple(found)


def defined(rubric: Rubric, criterion: Criterion, language: Language) -> dict[str, list[str]]:
    """What the texts define for a criterion: level or label -> definitions, in the order they stand.

    The task's definitions hold for every criterion, so one that is defined here and there is defined twice.
    """
    found: dict[str, list[str]] = defaultdict(list)
    for text in (_own_task(rubric, language), criterion.text[language]):
        meanings = _label_definitions(criterion, text) if criterion.labels else _level_definitions(text)
        for level, definitions in meanings.items():
            found[level] += definitions
    return dict(found)


def _of_criterion(rubric: Rubric, criterion: Criterion, language: Language) -> Iterator[str]:
    meanings = defined(rubric, criterion, language)
    for level, texts in meanings.items():
        if len(texts) > 1:
            yield f"{level} is defined {len(texts)} times: " + " | ".join(texts)
    if meanings and set(meanings) != set(_allowed(criterion)):
        missing = sorted(set(_allowed(criterion)) - set(meanings))
        beyond = sorted(set(meanings) - set(_allowed(criterion)))
        yield f"the definitions and the scale differ (not defined: {missing}, not on the scale: {beyond})"
    yield from _shared_definitions(meanings)
    if criterion.low is not None and criterion.high is not None:
        for text in (criterion.text[language], _own_task(rubric, language)):
            for low, high in _RANGE.findall(text):
                if (int(low), int(high)) != (criterion.low, criterion.high):
                    yield f"the text speaks of {low} to {high}, the scale is {criterion.low} to {criterion.high}"
        if criterion.low >= criterion.high:
            yield f"the scale {criterion.low} to {criterion.high} has no two levels"
    if len({label.casefold() for label in criterion.labels}) != len(criterion.labels):
        yield "a label stands twice in the form of the answer"


def _shared_definitions(meanings: dict[str, list[str]]) -> Iterator[str]:
    """Two levels with one meaning: the judge may give either."""
    flat = [(level, text, _content(text)) for level, texts in meanings.items() for text in texts]
    for place, (level, text, words) in enumerate(flat):
        for other, other_text, other_words in flat[place + 1 :]:
            union = words | other_words
            if level != other and union and len(words & other_words) / len(union) >= _SAME:
                yield f"{level} and {other} have one definition: {text} | {other_text}"


def _level_definitions(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    spans: list[tuple[int, str, str]] = []
    for pattern in (_RULE, _LEVEL):
        spans += [(match.start(1), match[1], match[2]) for match in pattern.finditer(text)]
    spans += [(match.start(2), match[2], match[1]) for match in _RULE_ZH.finditer(text)]
    for at, level, meaning in sorted(set(spans)):
        if not any(start == at for start, _ in _ranges(text)):
            found[str(int(level))].append(meaning.strip())
    return dict(found)


def _ranges(text: str) -> list[tuple[int, int]]:
    """Where numbers of ranges stand ("0 to 4"): they define nothing."""
    return [match.span(group) for match in _RANGE.finditer(text) for group in (1, 2)]


def _label_definitions(criterion: Criterion, text: str) -> dict[str, list[str]]:
    names = "|".join(re.escape(label) for label in sorted(criterion.labels, key=len, reverse=True))
    marks = list(re.finditer(rf"(?<![\w-])({names})\s*(?:[:：=]|\bmeans\b|表示)", text, re.IGNORECASE))
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    found: dict[str, list[str]] = defaultdict(list)
    canonical = {label.casefold(): label for label in criterion.labels}
    for mark, end in zip(marks, ends if marks else [], strict=True):
        found[canonical[mark[1].casefold()]].append(text[mark.end() : end].strip())
    return dict(found)


def _own_task(rubric: Rubric, language: Language) -> str:
    """The task without its solved examples: their answers define nothing."""
    return rubric.task[language].split("\n\n", 1)[0] if rubric.examples else rubric.task[language]


def _texts(rubric: Rubric) -> list[Mapping[Language, str]]:
    return [rubric.role, rubric.task, *rubric.slot_titles.values(), *(criterion.text for criterion in rubric.criteria)]


def _allowed(criterion: Criterion) -> tuple[str, ...]:
    if criterion.low is None or criterion.high is None:
        return criterion.labels
    return tuple(str(level) for level in range(criterion.low, criterion.high + 1))


def _content(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower())) - _EMPTY


def _shown(levels: dict[Language, frozenset[str]]) -> str:
    return "; ".join(f"{language} {sorted(names)}" for language, names in levels.items())
