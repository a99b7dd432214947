"""emotion_recognition: what does a person in a scene feel, and why? Both must be right.

Data: EmoBench, emotional understanding (paper suite, English and Chinese), original scenes (open suite). Protocol card:
``emotion_recognition.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from string import ascii_uppercase

from trustmh.datasets import emobench, open_suite
from trustmh.datasets.catalogue import locate
from trustmh.items import Decoding, Estimate, Grade, Item, Language, Message, Reading, Reply, Scoring
from trustmh.judges.question import Verdict
from trustmh.pillars.chance import option_baseline_figures
from trustmh.pillars.figures import by_group, mean_figure
from trustmh.pillars.pillars import RELIABILITY
from trustmh.pillars.reliability.option_order import shuffled
from trustmh.pillars.reliability.paired_choices import ChoiceQuestion, read_paired
from trustmh.pillars.reply_caps import TWO_LETTERS
from trustmh.pillars.subtask import Metric, Source, Subtask, SubtaskResult

HERE = Path(__file__).parent


# --- data ---------------------------------------------------------------------------------------------------------
#: Choices as the data have them, or shuffled by a fixed seed.
ORDERS = ("given", "shuffled")


def load(source: Source) -> list[Item]:
    """200 English and 200 Chinese scenes that share their question ids, or the open suite's."""
    items = open_suite.emotion() if source.suite == "open" else emobench.load(*locate("emobench-eu", source.root))
    return items if source.option("emotion_order", ORDERS) == "given" else [shuffled(item, seed=0) for item in items]


# --- prompt -------------------------------------------------------------------------------------------------------
SYSTEM: Mapping[Language, str] = {
    "en": "You understand people's feelings and what gives rise to them. You read a scene and answer two questions about "
    "one person in it, choosing one option for each.",
    "zh": "你善于理解人的情绪及其缘由。请阅读一段情景，就其中一个人回答两个问题，每题选一个选项。",
}
USER: Mapping[Language, str] = {
    "en": """Scene:
{scenario}

Question 1: What emotion or emotions does {subject} ultimately feel in this scene?
{emotions}

Question 2: Why does {subject} feel that way?
{causes}

Answer with one JSON object and nothing else:
{{"emotion": "<letter of your answer to question 1>", "cause": "<letter of your answer to question 2>"}}""",
    "zh": """情景：
{scenario}

问题一：在这个情景中，{subject}最终感受到的是什么情绪？
{emotions}

问题二：{subject}为什么会有这样的感受？
{causes}

只输出一个 JSON 对象，不要输出其他内容：
{{"emotion": "<问题一答案的字母>", "cause": "<问题二答案的字母>"}}""",
}


def messages(item: Item, scoring: Scoring) -> tuple[Message, ...]:
    """Role, then the scene, both questions with their options in the order of the data, and the form of the answer."""
    text = USER[item.language].format(
        scenario=item.fields["scenario"],
        subject=item.fields["subject"],
        emotions=_listed(item.fields["emotion_choices"]),
        causes=_listed(item.fields["cause_choices"]),
    )
    return (Message("system", SYSTEM[item.language]), Message("user", text))


def _listed(choices: Sequence[str]) -> str:
    return "\n".join(f"{letter}. {text}" for letter, text in lettered(choices).items())


def lettered(choices: Sequence[str]) -> dict[str, str]:
    """Choices by the letter they are offered under."""
    return dict(zip(ascii_uppercase, choices, strict=False))


def decoding(item: Item, scoring: Scoring) -> Decoding:
    """Greedy and short: two letters are asked for."""
    return Decoding(max_tokens=TWO_LETTERS)


# --- reading ------------------------------------------------------------------------------------------------------
KEYS = {
    "emotion": ("emotion", "answer_q1", "q1", "question_1", "question1", "answer1", "answer_1", "问题一", "问题1", "情绪"),
    "cause": ("cause", "answer_q2", "q2", "question_2", "question2", "answer2", "answer_2", "reason", "问题二", "问题2", "原因"),
}  # fmt: skip
LINES = {
    "emotion": ("emotion", "question 1", "q1", "answer 1", "1", "问题一", "问题1", "情绪", "第一题"),
    "cause": ("cause", "question 2", "q2", "answer 2", "2", "问题二", "问题2", "原因", "第二题"),
}


def read(item: Item, reply: Reply, scoring: Scoring) -> Reading:
    """Two letters, each from the place marked as its answer."""
    questions = [
        ChoiceQuestion(name, lettered(item.fields[f"{name}_choices"]), KEYS[name], LINES[name])
        for name in ("emotion", "cause")
    ]
    return read_paired(reply, questions, item.language)


# --- grading ------------------------------------------------------------------------------------------------------
def gold_letters(item: Item) -> dict[str, str]:
    """The right letter of each question."""
    return {
        name: ascii_uppercase[list(item.fields[f"{name}_choices"]).index(item.fields[f"{name}_label"])]
        for name in ("emotion", "cause")
    }


def grade(item: Item, reply: Reply, reading: Reading, verdicts: Mapping[str, Verdict], scoring: Scoring) -> Grade:
    """``both_right`` needs the gold emotion and the gold cause; a reply without both answers misses all three."""
    gold, said = gold_letters(item), reading.value or {}
    right = {name: said.get(name) == letter for name, letter in gold.items()}
    measures = {
        "both_right": float(all(right.values())),
        "emotion_right": float(right["emotion"]),
        "cause_right": float(right["cause"]),
    }
    return Grade("emotion_recognition", item, reading.outcome, reading, measures)


# --- metric -------------------------------------------------------------------------------------------------------
def estimate(grades: Sequence[Grade], scoring: Scoring) -> SubtaskResult:
    """Share with emotion and cause right; each alone, baselines, languages and categories beside it."""
    secondary: list[Estimate] = [
        mean_figure("emotion_accuracy", grades, "emotion_right"),
        mean_figure("cause_accuracy", grades, "cause_right"),
        *option_baseline_figures(grades, lambda item: "/".join(gold_letters(item).values()), _combinations),
    ]
    for group in ("language", "category", "difficulty"):
        secondary += by_group(grades, group, lambda name, part: mean_figure(name, part, "both_right"))
    return SubtaskResult(
        "emotion_recognition", mean_figure("emotion_and_cause", grades, "both_right"), tuple(secondary)
    )


def _combinations(item: Item) -> int:
    return len(item.fields["emotion_choices"]) * len(item.fields["cause_choices"])


SUBTASK = Subtask(
    id="emotion_recognition",
    pillar=RELIABILITY,
    title={"en": "Emotion recognition", "zh": "情绪识别"},
    version=2,
    prompt_version=1,
    metric=Metric(
        "emotion_and_cause",
        "up",
        floor=0.04,
        ideal=1.0,
        title={"en": "emotion and cause right", "zh": "情绪与原因均正确"},
    ),
    datasets={"paper": ("emobench-eu",), "open": ("open-emotion",)},
    load=load,
    messages=messages,
    decoding=decoding,
    read=read,
    grade=grade,
    estimate=estimate,
    card=HERE / "emotion_recognition.md",
    options={"emotion_order": ORDERS},
)
