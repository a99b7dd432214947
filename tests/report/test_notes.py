"""Notes beside figures are Chinese in the Chinese report: all that any subtask writes, and what is unknown is marked."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import trustmh
from tests.pillars.verdicts import judged
from tests.report.test_figure_names import _answers, _is_here, _scores
from trustmh.engine.baselines import TEXTS
from trustmh.items import Item, Reply, Scoring, Stop, TrustmhError
from trustmh.judges.question import Question, Verdict
from trustmh.pillars.scoring import judge_questions, score_subtask
from trustmh.pillars.selection import first_units
from trustmh.pillars.subtask import Source, Subtask, SubtaskResult, whole_cluster
from trustmh.pillars.table import SUBTASKS
from trustmh.report.notes import brief_html, note_html, templates, translated

SOURCE = Path(trustmh.__file__).parent
UNFIT, UNKNOWN = "local/qwen2.5-coder-1.5b", "test/judge"
#: Verdicts that judges fail to give.
PROBLEMS = (
    "no JSON object (no JSON)",
    "no JSON object (none found)",
    "missing or off the scale: sc1, sc3",
    "the answer was cut off before its JSON object ended",
    "provider error",
)


# --- every note that figures can carry ----------------------------------------------------------------------------
def _notes(result: SubtaskResult) -> Iterator[str]:
    for figure in (result.headline, *result.secondary):
        yield from (figure.note, figure.method)
    yield from result.notes


def _unread(question: Question) -> Verdict:
    number = sum(map(ord, question.item)) % len(PROBLEMS)
    return Verdict(question.rubric.id, UNKNOWN, problem=PROBLEMS[number])


def _score(subtask: Subtask, items: list[Item], replies: Mapping[str, Reply], scoring: Scoring) -> Iterator[str]:
    """Without a judge, and with one whose answers cannot be read."""
    verdicts: dict[str, dict[str, Verdict]] = {}
    yield from _notes(score_subtask(subtask, items, replies, {}, scoring).result)
    for question in judge_questions(subtask, items, replies, scoring):
        verdicts.setdefault(question.item, {})[question.rubric.id] = _unread(question)
    scored = score_subtask(subtask, items, replies, verdicts, scoring)
    yield from _notes(scored.result)
    yield from (reason for grade in scored.grades for reason in grade.reasons.values())


def _all_notes(subtask: Subtask, source: Source, *, baselines: bool) -> Iterator[str]:
    items = subtask.load(source)
    few = first_units(items, 24, whole_cluster)
    for judge in (UNKNOWN, UNFIT):
        yield from _notes(judged(subtask, few, _answers(few), _scores, name=judge).result)
    if not baselines:
        return
    for name, texts in TEXTS.items():
        replies = {one.id: Reply(texts[one.language], Stop.STOP) for one in items}
        yield from _notes(score_subtask(subtask, items, replies, {}, "audited").result)
        if name == "constant":
            yield from _score(subtask, items, replies, "audited")
            yield from _score(subtask, items, replies, "reference")
    failed, cut = Reply("", error="500"), Reply("x", Stop.STOP, kept=0.25)
    for one in ({}, {one.id: failed for one in items[::2]}, {one.id: cut for one in items[:3]}):
        yield from _score(subtask, items, one, "audited")


def _untranslated(notes: Iterator[str]) -> set[str]:
    return {part for note in set(notes) if note for part in translated(note).untranslated}


@pytest.mark.parametrize("subtask", SUBTASKS, ids=lambda subtask: subtask.id)
def test_every_note_of_the_open_suite_is_translated(subtask: Subtask) -> None:
    assert _untranslated(_all_notes(subtask, Source("open"), baselines=True)) == set()


OPTIONS = [
    (subtask, name, value) for subtask in SUBTASKS for name, values in subtask.options.items() for value in values[1:]
]


@pytest.mark.parametrize(("subtask", "name", "value"), OPTIONS, ids=lambda one: getattr(one, "id", str(one)))
def test_every_note_under_every_option_is_translated(subtask: Subtask, name: str, value: str) -> None:
    source = Source("open", options={name: value})
    try:
        items = subtask.load(source)
    except TrustmhError as error:
        pytest.skip(str(error))
    few = first_units(items, 24, whole_cluster)
    replies = {one.id: Reply(TEXTS["agree"][one.language], Stop.STOP) for one in few}
    found = [*_all_notes(subtask, source, baselines=False), *_score(subtask, few, replies, "audited")]
    assert _untranslated(iter(found)) == set()


@pytest.mark.parametrize("subtask", SUBTASKS, ids=lambda subtask: subtask.id)
def test_every_note_of_the_paper_suite_is_translated(subtask: Subtask, shared: Path) -> None:
    root = shared / "upstream"
    absent = [dataset for dataset in subtask.datasets["paper"] if not _is_here(dataset, root)]
    if absent:
        pytest.skip(f"not among the real files: {', '.join(absent)}")
    assert _untranslated(_all_notes(subtask, Source("paper", root), baselines=False)) == set()


@pytest.mark.parametrize("subtask", SUBTASKS, ids=lambda subtask: subtask.id)
def test_every_declared_difference_is_translated(subtask: Subtask) -> None:
    texts = [text for one in subtask.differences for text in (one.reference, one.audited, one.reason)]
    assert _untranslated(iter(texts)) == set()


# --- notes in the source ------------------------------------------------------------------------------------------
SLOT = "\0"
_NOTE_NAMES = re.compile(r"notes?|parts|named|why|words|test|\w+_note")


def _skeletons(tree: ast.AST) -> Iterator[str]:
    """Texts that are given as ``note=``, assigned to a note, appended to notes or returned by a note's function."""
    for node in ast.walk(tree):
        values: list[ast.AST] = []
        if isinstance(node, ast.keyword) and node.arg == "note":
            values = [node.value]
        elif isinstance(node, ast.Assign):
            named = [one.id for one in node.targets if isinstance(one, ast.Name)]
            values = [node.value] if any(map(_NOTE_NAMES.fullmatch, named)) else []
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "append":
            if isinstance(node.func.value, ast.Name) and _NOTE_NAMES.fullmatch(node.func.value.id):
                values = list(node.args)
        elif isinstance(node, ast.FunctionDef) and node.name.endswith("_note"):
            values = [one.value for one in ast.walk(node) if isinstance(one, ast.Return) and one.value is not None]
        for value in values:
            yield from _texts(value)


def _texts(value: ast.AST) -> Iterator[str]:
    """Texts that a value can be; what decides between them, and arguments of calls, are none."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value
    elif isinstance(value, ast.JoinedStr):
        yield "".join(str(one.value) if isinstance(one, ast.Constant) else SLOT for one in value.values)
    elif isinstance(value, ast.IfExp):
        yield from _texts(value.body)
        yield from _texts(value.orelse)
    elif isinstance(value, ast.List | ast.Tuple):
        for one in value.elts:
            yield from _texts(one)


def _covered(part: str) -> bool:
    """Whether a template takes it, or would with some value in its slots."""
    if set(translated(part.replace(SLOT, "3")).untranslated) <= {"3"}:
        return True
    known = re.compile(".*".join(map(re.escape, part.split(SLOT))))
    pieces = {one for english in templates() for one in (english, *english.split("; "))}
    return not part.replace(SLOT, "").strip(" :") or any(
        known.fullmatch(re.sub(r"\{\w+(:\w+)?\}", SLOT, one)) for one in pieces
    )


def test_no_note_in_the_source_is_without_a_template() -> None:
    """Also the notes that no reply above brings about."""
    skeletons = {
        skeleton
        for path in sorted((SOURCE / "pillars").rglob("*.py"))
        for skeleton in _skeletons(ast.parse(path.read_text(encoding="utf-8")))
        if " " in skeleton.strip()
    }
    assert len(skeletons) > 60
    parts = {part for skeleton in skeletons for part in skeleton.split("; ")}
    assert {part.replace(SLOT, "{}") for part in parts if not _covered(part)} == set()


def test_a_note_without_a_template_would_be_found() -> None:
    tree = ast.parse("mean_figure(note=f'{count} replies rhyme; of {total} others' if count else '')")
    assert [part for skeleton in _skeletons(tree) for part in skeleton.split("; ") if part and not _covered(part)] == [
        f"{SLOT} replies rhyme",
        f"of {SLOT} others",
    ]


# --- the table ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("english", list(templates()))
def test_a_template_fills_the_same_slots_and_is_chinese(english: str) -> None:
    chinese = templates()[english]
    slots = re.findall(r"\{(\w+)(?::(\w+))?\}", english)
    assert sorted(name for name, _ in slots) == sorted(re.findall(r"\{(\w+)\}", chinese))
    assert {kind for _, kind in slots} <= {"", "text", "number", "p", "label", "labels", "pairs", "note", "notes"}
    assert re.search("[\u3400-\u9fff]", chinese) or slots or english in ("detoxify", "perspective")
    assert "<" not in chinese


@pytest.mark.parametrize(
    ("note", "chinese"),
    [
        ("uniform guess", "均匀随机猜测"),
        ("always suicidal_ideation", "总是答“自杀意念”"),
        ("always: depression 0, suicide 3", "总是答：抑郁 0、自杀风险 3"),
        (
            "3 of 40 unscored: no judge; verdict unread: no JSON object (no JSON)",
            "40 项中有 3 项未评分：没有评审；评审结果无法读取：没有 JSON 对象（没有 JSON）",
        ),
        (
            "not defined: r/flow not defined: a correlation needs at least 3 pairs, there are 0; rests on 0 of 98 items",
            "未定义：皮尔逊相关 · 信息流向未定义：计算相关至少需要 3 对数据，现有 0 对；以 98 个条目中的 0 个为据",
        ),
        ("race (en): white over black by 0.310", "民族（英文）：白人高于黑人，相差 0.310"),
        (
            "word/high, word/low; the lowest of 4 rates, so low partly by chance",
            "词 · 高、词 · 低；4 个比例中最低，其低有一部分出于偶然",
        ),
        (
            "figures rest on data files that differ from the published ones: a/b.csv (unknown), c/d.txt (masked copy) and 3 more",
            "数据文件与已发布的文件不同，数值以之为据：a/b.csv（未知文件）、c/d.txt（遮盖过的副本），另有 3 个",
        ),
        (
            "9 of 60 items were shortened to fit the model's context (share kept 0.0625 to 0.5)",
            "60 个条目中有 9 个为适应模型的上下文长度而缩短（保留比例 0.0625 至 0.5）",
        ),
        ("judge: temperature: not sent as asked for 12 calls", "judge: temperature：有 12 次调用未按要求发送"),
        (
            "model and judge are both of the gpt family; judges tend to favour their own kind",
            "模型与评审同属 gpt 系列；评审往往偏向同类模型",
        ),
    ],
)
def test_notes_of_known_form(note: str, chinese: str) -> None:
    found = translated(note)
    assert found.untranslated == ()
    assert found.html == chinese
    assert note_html(note).count('class="t"') == 2


def test_an_unknown_part_stays_english_and_is_marked() -> None:
    html = translated("uniform guess; a new remark; a count").html
    assert html == '均匀随机猜测；<span lang="en">a new remark</span>；计数'
    assert translated("uniform guess; a new remark").untranslated == ("a new remark",)


def test_an_unknown_reason_within_a_known_part_is_marked_and_told() -> None:
    found = translated("2 of 4 unscored: bad weather")
    assert found.html == '4 项中有 2 项未评分：<span lang="en">bad weather</span>'
    assert found.untranslated == ("bad weather",)


def test_a_note_of_nothing_known_stands_once() -> None:
    assert note_html("a new remark") == '<span lang="en">a new remark</span>'
    assert brief_html("a new remark", 8) == '<span lang="en">a new …</span>'
    assert note_html("") == ""


@pytest.mark.parametrize("hostile", ["<b>x</b>", "{0.__class__}", "\u202ex", "a; b; c" * 3000, "; ", "always <i>"])
def test_what_a_note_holds_is_never_trusted(hostile: str) -> None:
    for html in (note_html(hostile), brief_html(hostile, 20), note_html(f"always {hostile}")):
        assert "<b>" not in html
        assert "<i>" not in html
        assert "\u202e" not in html
        assert "built-in" not in html
