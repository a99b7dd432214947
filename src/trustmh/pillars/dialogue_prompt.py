"""A dialogue as chat messages for the model that speaks next, and as a transcript for a reader or a judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trustmh.items import Language, Message

NAMES: Mapping[str, Mapping[Language, str]] = {
    "seeker": {"en": "Seeker", "zh": "求助者"},
    "supporter": {"en": "Supporter", "zh": "支持者"},
    "client": {"en": "Client", "zh": "来访者"},
    "counsellor": {"en": "Counsellor", "zh": "咨询师"},
    "patient": {"en": "Patient", "zh": "患者"},
    "doctor": {"en": "Doctor", "zh": "医生"},
}
#: Several providers take no conversation that opens with the assistant, so an opening turn moves into the system
#: message, for every model alike.
OPENING: Mapping[Language, str] = {
    "en": "You opened this part of the conversation with these words:\n{words}",
    "zh": "这段对话由你开头，你说的是：\n{words}",
}


def chat(
    system: str, turns: Sequence[Mapping[str, str]], *, words: str, speaks: str, language: Language
) -> tuple[Message, ...]:
    """System message, then the turns as user and assistant messages.

    Args:
        system: role, task and form of the reply.
        turns: merged turns that end with the other person.
        words: the field that holds what was said.
        speaks: the speaker the model stands for.
        language: language of the dialogue.
    """
    rest = list(turns)
    if rest and rest[0]["speaker"] == speaks:
        system = f"{system}\n\n{OPENING[language].format(words=rest.pop(0)[words])}"
    spoken = [Message("assistant" if turn["speaker"] == speaks else "user", turn[words]) for turn in rest]
    return (Message("system", system), *spoken)


def transcript(turns: Sequence[Mapping[str, str]], *, words: str, language: Language) -> str:
    """One line a turn, the speaker's part named in the language of the dialogue."""
    mark = "：" if language == "zh" else ": "
    return "\n".join(f"{NAMES[turn['speaker']][language]}{mark}{turn[words]}" for turn in turns)
