"""Dialogues as chat messages that every provider takes, and as transcripts."""

from __future__ import annotations

import pytest

from trustmh.items import Language
from trustmh.pillars.dialogue_prompt import chat, transcript

TURNS = [
    {"speaker": "supporter", "content": "Hi, how are you?"},
    {"speaker": "seeker", "content": "Not well {at} all."},
    {"speaker": "supporter", "content": "Tell me."},
    {"speaker": "seeker", "content": "It is work."},
]


def test_the_first_turn_is_the_users_and_no_word_is_lost() -> None:
    messages = chat("Be kind.", TURNS, words="content", speaks="supporter", language="en")
    assert [message.role for message in messages] == ["system", "user", "assistant", "user"]
    assert "Hi, how are you?" in messages[0].content
    assert [message.content for message in messages[1:]] == [turn["content"] for turn in TURNS[1:]]


def test_a_dialogue_that_the_other_opens_leaves_the_system_message_alone() -> None:
    messages = chat("Be kind.", TURNS[1:], words="content", speaks="supporter", language="en")
    assert messages[0].content == "Be kind."
    assert [message.role for message in messages] == ["system", "user", "assistant", "user"]


@pytest.mark.parametrize(("language", "line"), [("en", "Seeker: It is work."), ("zh", "求助者：It is work.")])
def test_the_transcript_names_the_speakers_in_the_language(language: Language, line: str) -> None:
    assert transcript(TURNS, words="content", language=language).splitlines()[-1] == line
