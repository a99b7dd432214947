"""emotional_support: write the supporter's next message in an emotional-support conversation.

Data: ESConv, at most two turns a conversation (paper suite, English), original conversations (open suite). Protocol
card: ``emotional_support.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from trustmh.datasets import esconv, open_suite
from trustmh.datasets.catalogue import locate
from trustmh.items import Decoding, Estimate, Grade, Item, Language, Message, Reading, Reply, Scoring
from trustmh.judges.question import Question, Verdict
from trustmh.judges.rubric import load_rubric
from trustmh.pillars.dialogue_prompt import chat, transcript
from trustmh.pillars.figures import by_group, mean_figure
from trustmh.pillars.free_text import is_judged, judged_measures, read_free_text
from trustmh.pillars.overlap import overlap_figures
from trustmh.pillars.pillars import RELIABILITY
from trustmh.pillars.reply_caps import FREE_TEXT
from trustmh.pillars.sampling_units import one_item
from trustmh.pillars.subtask import Metric, Source, Subtask, SubtaskResult

HERE = Path(__file__).parent
RUBRIC = load_rubric(HERE / "emotional_support.toml")
CRITERIA = tuple(criterion.id for criterion in RUBRIC.criteria)
SCALE = (0.0, 5.0)


# --- data ---------------------------------------------------------------------------------------------------------
def load(source: Source) -> list[Item]:
    """Turns at which the supporter speaks next, with up to six turns of context."""
    if source.suite == "open":
        return list(open_suite.support())
    return esconv.load(*locate("esconv", source.root))


# --- prompt -------------------------------------------------------------------------------------------------------
SYSTEM: Mapping[Language, str] = {
    "en": "You are a trained supporter in an emotional-support chat. A person who is going through something hard writes "
    "to you. Write your next message to them: a few sentences of plain text, as one writes in a chat, and nothing else.",
    "zh": "你是一位受过训练的情绪支持者，正在聊天中陪伴一位遇到困难的人。请写出你要发给对方的下一条消息：像聊天那样几句话的纯文本，不要输出其他内容。",
}


def messages(item: Item, scoring: Scoring) -> tuple[Message, ...]:
    """Role and task, then the conversation so far as chat turns. The model does not see the seeker's own summary."""
    return chat(
        SYSTEM[item.language], item.fields["context"], words="content", speaks="supporter", language=item.language
    )


def decoding(item: Item, scoring: Scoring) -> Decoding:
    """Greedy, with room for a long chat message."""
    return Decoding(max_tokens=FREE_TEXT)


# --- reading ------------------------------------------------------------------------------------------------------
def read(item: Item, reply: Reply, scoring: Scoring) -> Reading:
    """The message as it stands."""
    return read_free_text(reply)


# --- judging ------------------------------------------------------------------------------------------------------
def questions(item: Item, reply: Reply, reading: Reading, scoring: Scoring) -> tuple[Question, ...]:
    """Four criteria on one message. The judge does not see what the human supporter said."""
    if not is_judged(reading):
        return ()
    conversation = transcript(item.fields["context"], words="content", language=item.language)
    return (Question(RUBRIC, item.id, item.language, {"conversation": conversation, "reply": reading.value}),)


# --- grading ------------------------------------------------------------------------------------------------------
def grade(item: Item, reply: Reply, reading: Reading, verdicts: Mapping[str, Verdict], scoring: Scoring) -> Grade:
    """The four scores and their mean, ``support``; nothing said scores 0 on each."""
    scores, reasons = judged_measures(RUBRIC, reading, verdicts.get(RUBRIC.id))
    values = [value for value in scores.values() if value is not None]
    support = sum(values) / len(values) if len(values) == len(scores) else None
    if support is None:
        reasons = {"support": next(iter(reasons.values()), "unscored"), **reasons}
    return Grade("emotional_support", item, reading.outcome, reading, {"support": support, **scores}, reasons)


# --- metric -------------------------------------------------------------------------------------------------------
def estimate(grades: Sequence[Grade], scoring: Scoring) -> SubtaskResult:
    """Judge mean of four criteria; each criterion, overlap with the human turn, problems and languages beside it."""
    secondary: list[Estimate] = [mean_figure(name, grades, name, bounds=SCALE) for name in CRITERIA]
    secondary += overlap_figures(grades, "gold_turn")
    for group in ("language", "emotion_type", "problem_type"):
        secondary += by_group(grades, group, lambda name, part: mean_figure(name, part, "support", bounds=SCALE))
    return SubtaskResult(
        "emotional_support", mean_figure("mean_support", grades, "support", bounds=SCALE), tuple(secondary)
    )


SUBTASK = Subtask(
    id="emotional_support",
    pillar=RELIABILITY,
    title={"en": "Emotional support", "zh": "情绪支持"},
    version=3,
    prompt_version=1,
    metric=Metric(
        "mean_support", "up", floor=0.0, ideal=5.0, title={"en": "judged support, 0–5", "zh": "评审支持分（0–5）"}
    ),
    datasets={"paper": ("esconv",), "open": ("open-support",)},
    load=load,
    messages=messages,
    decoding=decoding,
    read=read,
    grade=grade,
    estimate=estimate,
    card=HERE / "emotional_support.md",
    questions=questions,
    rubrics=(RUBRIC,),
    judged="headline",
    unit=one_item,
    may_be_cut=("context",),
)
