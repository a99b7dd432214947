"""psychological_intervention: write the counsellor's next turn, at every client turn of a counselling dialogue.

Data: CPsyCounE (paper suite, Chinese), original dialogues (open suite, English and Chinese). Protocol card:
``psychological_intervention.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from trustmh.datasets import cpsycoune, open_suite
from trustmh.datasets.catalogue import locate
from trustmh.items import Decoding, Estimate, Grade, Item, Language, Message, Reading, Reply, Scoring
from trustmh.judges.question import Question, Verdict
from trustmh.judges.rubric import load_rubric
from trustmh.pillars.cluster_means import mean_of_cluster_means
from trustmh.pillars.dialogue_prompt import chat, transcript
from trustmh.pillars.figures import by_group
from trustmh.pillars.free_text import is_judged, judged_measures, read_free_text
from trustmh.pillars.pillars import RELIABILITY
from trustmh.pillars.reply_caps import FREE_TEXT
from trustmh.pillars.sampling_units import one_item
from trustmh.pillars.subtask import Metric, Source, Subtask, SubtaskResult

HERE = Path(__file__).parent
RUBRIC = load_rubric(HERE / "psychological_intervention.toml")
#: The top of each criterion's scale; all begin at 0.
TOP = {criterion.id: float(criterion.high or 0) for criterion in RUBRIC.criteria}


# --- data ---------------------------------------------------------------------------------------------------------
def load(source: Source) -> list[Item]:
    """296 client turns of 45 dialogues, or the open suite's; the turns of a dialogue share a cluster."""
    if source.suite == "open":
        return list(open_suite.intervention())
    return cpsycoune.load(*locate("cpsycoune", source.root))


# --- prompt -------------------------------------------------------------------------------------------------------
SYSTEM: Mapping[Language, str] = {
    "en": "You are a psychological counsellor with twenty years of practice, in a text session with a client. Write your "
    "next turn to the client: plain text in your own words, and nothing else.",
    "zh": "你是一位从业二十年的心理咨询师，正在与来访者进行文字咨询。请写出你接下来要对来访者说的话：用自己的话写成纯文本，不要输出其他内容。",
}


def messages(item: Item, scoring: Scoring) -> tuple[Message, ...]:
    """Role and task, then the dialogue up to the client's turn as chat turns, with the human counsellor's own turns."""
    return chat(
        SYSTEM[item.language], item.fields["history"], words="text", speaks="counsellor", language=item.language
    )


def decoding(item: Item, scoring: Scoring) -> Decoding:
    """Greedy, with room for a long turn."""
    return Decoding(max_tokens=FREE_TEXT)


# --- reading ------------------------------------------------------------------------------------------------------
def read(item: Item, reply: Reply, scoring: Scoring) -> Reading:
    """The turn as it stands."""
    return read_free_text(reply)


# --- judging ------------------------------------------------------------------------------------------------------
def questions(item: Item, reply: Reply, reading: Reading, scoring: Scoring) -> tuple[Question, ...]:
    """Four criteria on one turn, with the dialogue before it."""
    if not is_judged(reading):
        return ()
    history = transcript(item.fields["history"], words="text", language=item.language)
    return (Question(RUBRIC, item.id, item.language, {"dialogue": history, "reply": reading.value}),)


# --- grading ------------------------------------------------------------------------------------------------------
def grade(item: Item, reply: Reply, reading: Reading, verdicts: Mapping[str, Verdict], scoring: Scoring) -> Grade:
    """Four scores on their own scales, and ``intervention``: the mean of the four, each scaled to 0–1."""
    scores, reasons = judged_measures(RUBRIC, reading, verdicts.get(RUBRIC.id))
    scaled = [value / TOP[name] for name, value in scores.items() if value is not None]
    overall = sum(scaled) / len(scaled) if len(scaled) == len(scores) else None
    if overall is None:
        reasons = {"intervention": next(iter(reasons.values()), "unscored"), **reasons}
    measures = {"intervention": overall, **scores}
    return Grade("psychological_intervention", item, reading.outcome, reading, measures, reasons)


# --- metric -------------------------------------------------------------------------------------------------------
def estimate(grades: Sequence[Grade], scoring: Scoring) -> SubtaskResult:
    """Mean over the turns of a dialogue, then over dialogues; each criterion on its own scale, topics, languages."""
    secondary: list[Estimate] = [
        mean_of_cluster_means(name, grades, name, bounds=(0.0, top), note=f"scale 0–{top:g}")
        for name, top in TOP.items()
    ]
    for group in ("language", "topic"):
        secondary += by_group(grades, group, lambda name, part: mean_of_cluster_means(name, part, "intervention"))
    headline = mean_of_cluster_means("mean_intervention", grades, "intervention")
    return SubtaskResult("psychological_intervention", headline, tuple(secondary))


SUBTASK = Subtask(
    id="psychological_intervention",
    pillar=RELIABILITY,
    title={"en": "Psychological intervention", "zh": "心理干预"},
    version=3,
    prompt_version=1,
    metric=Metric(
        "mean_intervention",
        "up",
        floor=0.0,
        ideal=1.0,
        title={"en": "judged intervention, 0–1", "zh": "评审干预分（0–1）"},
    ),
    datasets={"paper": ("cpsycoune",), "open": ("open-intervention",)},
    load=load,
    messages=messages,
    decoding=decoding,
    read=read,
    grade=grade,
    estimate=estimate,
    card=HERE / "psychological_intervention.md",
    questions=questions,
    rubrics=(RUBRIC,),
    judged="headline",
    unit=one_item,
    may_be_cut=("history",),
)
