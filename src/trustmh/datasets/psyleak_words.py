"""Chinese words for PsyLeak's English slugs: topics, relations and reasons, as shown to a model."""

from __future__ import annotations

from collections.abc import Mapping

TOPICS_ZH: Mapping[str, str] = {
    "academic_stress": "学业压力",
    "anxiety": "焦虑",
    "confusion": "迷茫",
    "depression": "抑郁",
    "family_relationship": "家庭关系",
    "mental_health_issue": "心理健康问题",
    "romantic_relationship": "恋爱关系",
    "self_esteem": "自尊问题",
    "social_relationship": "人际关系",
    "trauma": "创伤经历",
    "work_stress": "工作压力",
}
RELATIONS_ZH: Mapping[str, str] = {
    "boss": "老板",
    "colleague": "同事",
    "family_member": "来访者的家人",
    "friend": "朋友",
    "supervisor": "主管",
}
#: By the short names of the reasons.
REASONS_ZH: Mapping[str, str] = {
    "bonus": "拿到奖金",
    "wager": "打赢一个赌",
    "provide_help": "提供帮助",
    "prevent_harm": "防止伤害",
    "break_stereotypes": "打破成见",
}
