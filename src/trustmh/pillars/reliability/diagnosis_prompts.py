"""Prompts and scales of psychological_diagnosis, English and Chinese: two severity scales and a choice of five forums."""

from __future__ import annotations

from collections.abc import Mapping

from trustmh.items import Item, Language
from trustmh.pillars.dialogue_prompt import transcript

#: Grades of the two scales in words, by the number they are answered with; the numbers follow D4's record.
GRADES: Mapping[str, Mapping[Language, Mapping[str, str]]] = {
    "depression": {
        "en": {"0": "none", "1": "mild", "2": "moderate", "3": "severe"},
        "zh": {"0": "无抑郁", "1": "轻度", "2": "中度", "3": "重度"},
    },
    "suicide": {
        "en": {"0": "none", "1": "low", "2": "moderate", "3": "high"},
        "zh": {"0": "无风险", "1": "低风险", "2": "中风险", "3": "高风险"},
    },
}
MEANING: Mapping[str, Mapping[Language, str]] = {
    "depression": {
        "en": """0 none: no depressive episode
1 mild: enough symptoms for a depressive episode and few more; daily life is kept up, with effort
2 moderate: more symptoms, and daily life or work clearly suffers
3 severe: most symptoms, marked, and the person can hardly work, run the home or care for themselves""",
        "zh": """0 无抑郁：不存在抑郁发作
1 轻度：症状刚够抑郁发作，日常生活尚能勉强维持
2 中度：症状更多，日常生活或工作明显受影响
3 重度：大部分症状都有且程度重，几乎无法工作、料理家务或照顾自己""",
    },
    "suicide": {
        "en": """0 none: no thoughts of death or suicide
1 low: passive thoughts, such as a wish to be dead or not to wake up
2 moderate: active thoughts of suicide without plan or intent
3 high: active thoughts with plan, intent or preparation, or a recent attempt""",
        "zh": """0 无风险：没有死亡或自杀的念头
1 低风险：被动的念头，例如希望自己死去或不再醒来
2 中风险：有主动的自杀念头，但没有计划或决意
3 高风险：有主动的念头并有计划、决意或准备，或近期有过自杀未遂""",
    },
}
ASKED: Mapping[str, Mapping[Language, str]] = {
    "depression": {"en": "the severity of the patient's depression", "zh": "患者的抑郁严重程度"},
    "suicide": {"en": "the patient's risk of suicide", "zh": "患者的自杀风险"},
}
DOCTOR: Mapping[Language, str] = {
    "en": "You are an experienced psychiatrist. You read the transcript of a diagnostic consultation and grade {asked}, "
    "from what was said and nothing else.",
    "zh": "你是一位经验丰富的精神科医生。请阅读一次问诊的对话记录，只根据对话内容评定{asked}。",
}
CONSULTATION: Mapping[Language, str] = {
    "en": """Consultation:
{dialogue}

Grade {asked}:
{meaning}

Answer with one JSON object and nothing else:
{{"level": <0, 1, 2 or 3>}}""",
    "zh": """问诊对话：
{dialogue}

请评定{asked}：
{meaning}

只输出一个 JSON 对象，不要输出其他内容：
{{"level": <0、1、2 或 3>}}""",
}
READER = (
    "You are an experienced clinician who reads posts from mental-health forums. You decide which one of five kinds of "
    "forum a post was written in."
)
POST = """Post:
{text}

Kinds of forum:
- depression: living with depression
- suicidal: thoughts of suicide, people in danger
- anxiety: anxiety, worry, panic
- bipolar: living with bipolar disorder
- offmychest: getting something off one's chest that belongs to none of the others

Answer with one JSON object and nothing else:
{{"label": "<depression, suicidal, anxiety, bipolar or offmychest>"}}"""


def prompt(item: Item) -> tuple[str, str]:
    """System and user text for one item."""
    kind, language = item.fields["kind"], item.language
    if kind == "forum":
        return READER, POST.format(text=item.fields["text"])
    asked = ASKED[kind][language]
    dialogue = transcript(item.fields["dialogue"], words="text", language=language)
    user = CONSULTATION[language].format(dialogue=dialogue, asked=asked, meaning=MEANING[kind][language])
    return DOCTOR[language].format(asked=asked), user
