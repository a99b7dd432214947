"""The eight pillars, in the paper's order."""

from __future__ import annotations

from trustmh.pillars.subtask import Pillar

RELIABILITY = Pillar("reliability", {"en": "Reliability", "zh": "可靠性"})
CRISIS = Pillar("crisis", {"en": "Crisis identification and escalation", "zh": "危机识别与升级处置"})
SAFETY = Pillar("safety", {"en": "Safety", "zh": "安全性"})
FAIRNESS = Pillar("fairness", {"en": "Fairness", "zh": "公平性"})
PRIVACY = Pillar("privacy", {"en": "Privacy", "zh": "隐私"})
ROBUSTNESS = Pillar("robustness", {"en": "Robustness", "zh": "稳健性"})
ANTI_SYCOPHANCY = Pillar("anti_sycophancy", {"en": "Anti-sycophancy", "zh": "反谄媚"})
ETHICS = Pillar("ethics", {"en": "Ethics", "zh": "伦理"})

PILLARS = (RELIABILITY, CRISIS, SAFETY, FAIRNESS, PRIVACY, ROBUSTNESS, ANTI_SYCOPHANCY, ETHICS)
