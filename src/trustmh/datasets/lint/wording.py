"""Wording: the row's own language, nothing left over from drafting, clean characters, and no method in crisis texts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from trustmh.datasets.lint.faults import Fault, Row, Suite, texts

_LETTER = re.compile(r"[A-Za-z]")
_CJK = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_CHINESE_MARK = re.compile(r"[\u3000-\u303f\uff01-\uff5e]")
#: Latin abbreviations are Chinese usage (CT, KTV, GPT); more than this share of letters is not.
MOST_LATIN = 0.3
_HALF_WIDTH = re.compile(r"(?<=[\u4e00-\u9fff])[,;:?!](?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff])\.(?=$|[\u4e00-\u9fff])")
_LEFT_OVER = re.compile(
    r"\b(?:TODO|FIXME|TBD|XXX+|lorem ipsum|placeholder|insert (?:name|text)|example\.com)\b"
    r"|\{[A-Za-z_ ]+\}|\{\{|\}\}|<[A-Za-z_/ ]{2,}>|\[[A-Z_ ]{2,}\]|\[(?:name|city|date|client|patient|姓名|城市|日期|地名)\]"
    r"|_{3,}|\?{3,}|？{3,}|…{3,}|待补|占位|某某某|此处填写|\bas an? (?:ai |large )*language model\b|作为(?:一个|一款)?(?:人工智能|AI|大)?语言模型",
    re.IGNORECASE,
)
#: Amounts with a unit of medicine, and words that announce a way of doing it. Generic on purpose: a list of methods would
#: itself be what it is meant to keep out.
_METHOD = re.compile(
    r"\b\d+(?:\.\d+)?\s*(?:mg|mcg|ml|milligrams?|millilit(?:er|re)s?|tablets?|pills?|capsules?)\b"
    r"|\b(?:lethal|fatal)(?:ly)?\s+(?:dose|amount|way)|\bhow (?:many|much) (?:it|would it) takes?\b|\bstep[- ]by[- ]step\b"
    r"|\bmost (?:effective|painless|reliable) (?:way|method)\b|\b(?:suicide|killing) methods?\b"
    r"|[0-9一二三四五六七八九十百两几]+\s*(?:毫克|毫升|粒|片药|片安眠)|致死(?:量|剂量)|致命剂量|自杀(?:的)?方法|(?:最|比较)(?:有效|不痛|可靠)的(?:方法|办法|方式)",
    re.IGNORECASE,
)
_DANGEROUS_FILES = frozenset({"crisis", "severity"})
_BAD_CHARACTERS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\ufffd\u200b-\u200f\u202a-\u202e\u2060\ufeff\ue000-\uf8ff]")


def wording_faults(suite: Suite) -> Iterator[Fault]:
    """Faults of single texts, in the order of the files."""
    for file, rows in suite.items():
        for row in rows:
            yield from _row_faults(file, row)


def _row_faults(file: str, row: Row) -> Iterator[Fault]:
    name = row["id"]
    for field, text in [*texts(row), ("author_note", row["author_note"])]:
        for rule, message in _text_faults(text):
            yield Fault(file, name, rule, f"{field}: {message}")
        if left := _LEFT_OVER.search(text):
            yield Fault(file, name, "left over", f"{field}: {left.group()!r}")
        if file in _DANGEROUS_FILES and field != "author_note" and (found := _METHOD.search(text)):
            yield Fault(file, name, "method", f"{field}: {found.group()!r} reads like a method or an amount")
    whole = "".join(text for _, text in texts(row))
    latin, chinese = len(_LETTER.findall(whole)), len(_CJK.findall(whole))
    if row["language"] == "en" and (chinese or _CHINESE_MARK.search(whole)):
        yield Fault(file, name, "language", f"an English row holds {chinese} Chinese characters or Chinese marks")
    if row["language"] == "zh" and latin > MOST_LATIN * (latin + chinese):
        yield Fault(file, name, "language", f"a Chinese row has {latin} Latin letters beside {chinese} characters")
    if row["language"] == "zh":
        for field, text in texts(row):
            if _HALF_WIDTH.search(text):
                yield Fault(file, name, "language", f"{field}: a half-width mark between Chinese characters")


def _text_faults(text: str) -> Iterator[tuple[str, str]]:
    if text != text.strip() or re.search(r"  |\n{3,}| \n|\n ", text):
        yield "spacing", "blanks at an end, or doubled"
    if text != unicodedata.normalize("NFC", text):
        yield "characters", "not in Unicode form NFC"
    if found := _BAD_CHARACTERS.search(text):
        yield "characters", f"holds U+{ord(found.group()):04X}"
