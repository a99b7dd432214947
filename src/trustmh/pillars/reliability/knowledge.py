"""knowledge: multiple-choice questions on mental health, answered with a letter.

Data: USMLE-mental of Psy-Eval (paper suite, English), original questions (open suite, English and Chinese). Protocol
card: ``knowledge.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from trustmh.datasets import open_suite, usmle
from trustmh.datasets.catalogue import locate
from trustmh.items import Decoding, Estimate, Grade, Item, Language, Message, Reading, Reply, Scoring
from trustmh.judges.question import Verdict
from trustmh.pillars.chance import option_baseline_figures
from trustmh.pillars.figures import by_group, mean_figure
from trustmh.pillars.pillars import RELIABILITY
from trustmh.pillars.reliability.option_order import CIRCLE, rotations, whole_circles
from trustmh.pillars.reply_caps import LETTER
from trustmh.pillars.subtask import Metric, Source, Subtask, SubtaskResult
from trustmh.replies import read_choice

HERE = Path(__file__).parent
GROUPS = ("step", "topic", "difficulty", "language")


# --- data ---------------------------------------------------------------------------------------------------------
#: As the data have them, or every question once for each rotation of its options.
ORDERS = ("given", "circular")


def load(source: Source) -> list[Item]:
    """727 questions with five to ten options, or the open suite's questions; all rotations of each when asked for."""
    items = open_suite.knowledge() if source.suite == "open" else usmle.load(*locate("usmle-mental", source.root))
    if source.option("knowledge_order", ORDERS) == "given":
        return items
    return [turned for item in items for turned in rotations(item)]


# --- prompt -------------------------------------------------------------------------------------------------------
SYSTEM: Mapping[Language, str] = {
    "en": "You are a clinician with broad knowledge of mental health. You answer an examination question by choosing the "
    "single best of the options offered.",
    "zh": "你是一位精通精神卫生的临床工作者。你要回答一道考试题，从所给选项中选出唯一的最佳答案。",
}
USER: Mapping[Language, str] = {
    "en": "Question:\n{question}\n\nOptions:\n{options}\n\n"
    "Answer with the letter of the best option only ({letters}), in this form:\nAnswer: <letter>",
    "zh": "题目：\n{question}\n\n选项：\n{options}\n\n只回答最佳选项的字母（{letters}），格式如下：\n答案：<字母>",
}


def messages(item: Item, scoring: Scoring) -> tuple[Message, ...]:
    """Role, then question, options one a line, and the form of the answer."""
    options = item.fields["options"]
    text = USER[item.language].format(
        question=item.fields["question"],
        options="\n".join(f"{letter}. {option}" for letter, option in options.items()),
        letters=", ".join(options),
    )
    return (Message("system", SYSTEM[item.language]), Message("user", text))


def decoding(item: Item, scoring: Scoring) -> Decoding:
    """Greedy and short: a letter is asked for."""
    return Decoding(max_tokens=LETTER)


# --- reading ------------------------------------------------------------------------------------------------------
def read(item: Item, reply: Reply, scoring: Scoring) -> Reading:
    """One letter of the item's own options, however many there are."""
    return read_choice(reply, item.fields["options"], item.language)


# --- grading ------------------------------------------------------------------------------------------------------
def grade(item: Item, reply: Reply, reading: Reading, verdicts: Mapping[str, Verdict], scoring: Scoring) -> Grade:
    """``correct`` is 1 for the gold letter; no usable letter is a miss."""
    return Grade("knowledge", item, reading.outcome, reading, {"correct": float(reading.value == item.gold)})


# --- metric -------------------------------------------------------------------------------------------------------
def estimate(grades: Sequence[Grade], scoring: Scoring) -> SubtaskResult:
    """Accuracy; baselines, exam step, topic, difficulty and language beside it; questions right in every rotation."""
    secondary: list[Estimate] = list(
        option_baseline_figures(grades, lambda item: str(item.gold), lambda item: len(item.fields["options"]))
    )
    if any(CIRCLE in row.item.fields for row in grades):
        secondary.append(mean_figure("circular_accuracy", whole_circles(grades, "correct"), "correct"))
    for group in GROUPS:
        secondary += by_group(grades, group, lambda name, part: mean_figure(name, part, "correct"))
    return SubtaskResult("knowledge", mean_figure("accuracy", grades, "correct"), tuple(secondary))


SUBTASK = Subtask(
    id="knowledge",
    pillar=RELIABILITY,
    title={"en": "Knowledge", "zh": "专业知识"},
    version=2,
    prompt_version=1,
    metric=Metric("accuracy", "up", floor=0.19, ideal=1.0, title={"en": "accuracy", "zh": "准确率"}),
    datasets={"paper": ("usmle-mental",), "open": ("open-knowledge",)},
    load=load,
    messages=messages,
    decoding=decoding,
    read=read,
    grade=grade,
    estimate=estimate,
    card=HERE / "knowledge.md",
    options={"knowledge_order": ORDERS},
)
