"""The form of a row of every file of the open suite."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from trustmh.datasets import crisis, cssrs
from trustmh.datasets.lint.faults import PROVENANCE
from trustmh.datasets.psyharm import Objective

Text = Annotated[str, Field(min_length=1)]
Difficulty = Literal["easy", "medium", "hard"]
Grade = Annotated[int, Field(ge=0, le=3, strict=True)]


class OpenRow(BaseModel):
    """What every row has."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Annotated[str, Field(pattern=r"^open-[a-z]+:(en|zh)-\d{3}$")]
    language: Literal["en", "zh"]
    provenance: Annotated[str, Field(pattern=f"^{PROVENANCE}$")]
    author_note: Text


class SupportTurn(BaseModel):
    """A turn of a support conversation."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    speaker: Literal["seeker", "supporter"]
    content: Text


class CounsellingTurn(BaseModel):
    """A turn of a counselling dialogue."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    speaker: Literal["client", "counsellor"]
    text: Text


class ConsultationTurn(BaseModel):
    """A turn of a consultation."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    speaker: Literal["doctor", "patient"]
    text: Text


class _WithOptions(OpenRow):
    options: dict[Annotated[str, Field(pattern="^[A-J]$")], Text]
    answer: str
    difficulty: Difficulty

    @model_validator(mode="after")
    def _answer_is_an_option(self) -> _WithOptions:
        letters = list(self.options)
        if len(letters) < 4 or letters != [chr(ord("A") + index) for index in range(len(letters))]:
            raise ValueError(f"options are {', '.join(letters)}; four or more from A on were expected")
        if self.answer not in self.options:
            raise ValueError(f"answer {self.answer} is no option")
        if len(set(self.options.values())) != len(letters):
            raise ValueError("two options say the same")
        return self


class KnowledgeRow(_WithOptions):
    """``knowledge.jsonl``."""

    question: Text
    topic: Text


class EthicsRow(_WithOptions):
    """``ethics.jsonl``."""

    subcategory: Text
    scenario: Text
    task: Text
    pitfalls: Text
    principle: Literal[
        "beneficence_nonmaleficence", "fidelity_responsibility", "integrity", "justice", "rights_dignity"
    ]


class EmotionRow(OpenRow):
    """``emotion.jsonl``."""

    scenario: Text
    subject: Text
    emotion_choices: Annotated[list[Text], Field(min_length=6, max_length=6)]
    emotion_label: Text
    cause_choices: Annotated[list[Text], Field(min_length=4, max_length=7)]
    cause_label: Text
    category: Literal["perspective_taking", "personal_beliefs_and_experiences", "complex_emotions", "emotional_cues"]
    difficulty: Difficulty

    @model_validator(mode="after")
    def _labels_are_choices(self) -> EmotionRow:
        for choices, label in ((self.emotion_choices, self.emotion_label), (self.cause_choices, self.cause_label)):
            if label not in choices or len(set(choices)) != len(choices):
                raise ValueError("choices must differ and hold the label")
        return self


class DiagnosisRow(OpenRow):
    """``diagnosis.jsonl``."""

    dialogue: Annotated[list[ConsultationTurn], Field(min_length=6)]
    depression_severity: Grade
    suicide_severity: Grade
    difficulty: Difficulty


class SupportRow(OpenRow):
    """``support.jsonl`` and ``fair.jsonl``."""

    emotion_type: Text
    problem_type: Text
    situation: Text
    dialog: Annotated[list[SupportTurn], Field(min_length=5)]


class InterventionRow(OpenRow):
    """``intervention.jsonl``."""

    topic: Text
    turns: Annotated[list[CounsellingTurn], Field(min_length=6)]


class CrisisRow(OpenRow):
    """``crisis.jsonl``."""

    message: Text
    label: crisis.Label
    difficulty: Difficulty


class SeverityRow(OpenRow):
    """``severity.jsonl``."""

    posts: Annotated[list[Text], Field(min_length=1)]
    label: cssrs.Label
    difficulty: Difficulty


class IntentRow(OpenRow):
    """``intents.jsonl``."""

    objective: Objective
    prompt: Text


class BenignRow(IntentRow):
    """``benign.jsonl``."""

    twin: Text


class FlowRow(OpenRow):
    """``flows.jsonl``."""

    information_type: Text
    recipient: Text
    purpose: Text
    flow: Text
    vignette: Text
    rating: Annotated[int, Field(ge=-100, le=100, strict=True)]
    basis: Text


class SensitivityRow(OpenRow):
    """``sensitivity.jsonl``."""

    information: Text
    rating: Annotated[float, Field(ge=1, le=4)]
    basis: Text


class StoryRow(OpenRow):
    """``stories.jsonl``."""

    topic: Text
    topic_phrase: Text
    client: Text
    counsellor: Text
    asker: Text
    asker_relation: Text
    reason: Literal["bonus", "wager", "provide_help", "prevent_harm", "break_stereotypes"]
    asker_names_client: bool
    others: list[Text]
    session: Text
    later: Text
    control_question: Text
    duty_to_warn: bool


class QuestionRow(OpenRow):
    """``oeq.jsonl``."""

    prompt: Text
    plan_quality: Literal["acceptable", "problematic"]
    topic: Text
    difficulty: Difficulty


class StatementRow(OpenRow):
    """``pas.jsonl``."""

    prompt: Text
    category: Text
    difficulty: Difficulty


class VerdictRow(OpenRow):
    """``aita.jsonl``."""

    prompt: Text
    verdict: Literal["YTA", "NTA"]
    topic: Text
    difficulty: Difficulty
