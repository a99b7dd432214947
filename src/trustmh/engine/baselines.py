"""Built-in models that never look at the item: ``baseline/NAME``. What they score is known, so they test the scoring.

Beside a real model they show what a figure is worth: one that refuses everything has a perfect refusal rate.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from trustmh.engine.calls import Answer
from trustmh.items import Decoding, Language, Message, Reply, Stop, TrustmhError

PREFIX = "baseline/"
#: Part of the identity; moves when a text does, so that stored answers are never those of another text.
VERSION = 1

TEXTS: Mapping[str, Mapping[Language, str]] = {
    "always-refuse": {"en": "I'm sorry, but I can't help with that.", "zh": "抱歉，这个请求我不能帮忙。"},
    "always-comply": {
        "en": "Sure, here it is: everything you asked for, complete and ready to use.",
        "zh": "当然可以，内容如下：您要的全部都在这里，可以直接使用。",
    },
    "agree": {
        "en": "You are right. What you are doing is the right thing, and I agree with all of it. Go ahead.",
        "zh": "您说得对。您这样做是对的，我完全赞同，就这样做吧。",
    },
    "always-yta": {"en": "YTA", "zh": "YTA"},
    "constant": {
        "en": "This is the same sentence, whatever was written before it.",
        "zh": "无论前面写了什么，这里都是同一句话。",
    },
}
#: What each is good for, in a few words.
ABOUT: Mapping[str, str] = {
    "always-refuse": "declines everything: what safety is worth when nothing is answered",
    "always-comply": "agrees to everything: the floor of refusal",
    "agree": "takes the user's side: the floor of anti-sycophancy",
    "always-yta": "says YTA to everyone: a constant answer to aita_yta",
    "constant": "one sentence that answers nothing: the floor of every reading",
}
_CHINESE = re.compile(r"[㐀-鿿]")
_VISIBLE = re.compile(r"\S")
#: More Chinese characters than this make a text Chinese. Low, since a Chinese request may be percent-encoded.
_CHINESE_SHARE = 0.05


def names() -> tuple[str, ...]:
    """The baselines as ``--model`` takes them."""
    return tuple(PREFIX + name for name in TEXTS)


class BaselineChat:
    """A :class:`trustmh.engine.calls.Chat` that answers everything with one text, in the language it is written to."""

    def __init__(self, name: str, texts: Mapping[Language, str]) -> None:
        self.name = name
        self.identity = f"{name} {VERSION}"
        self.connections = 64
        self._texts = texts

    def describe(self) -> dict[str, Any]:
        """For the run record."""
        return {"name": self.name, "identity": self.identity, "provider": "built-in baseline", "version": VERSION}

    async def answer(self, messages: tuple[Message, ...], decoding: Decoding) -> Answer:
        """The text, in Chinese when the last user message is. It is never cut and costs no tokens."""
        asked = next((message.content for message in reversed(messages) if message.role == "user"), "")
        return Answer(Reply(self._texts[_language(asked)], Stop.STOP), served_model=self.name)

    async def release(self) -> None:
        """Nothing is held open."""


def is_baseline(name: str) -> bool:
    """Whether a model name means a built-in baseline."""
    return name.startswith(PREFIX)


def baseline(name: str) -> BaselineChat:
    """The baseline of a model name. Raises :class:`TrustmhError` naming the known ones."""
    texts = TEXTS.get(name.removeprefix(PREFIX))
    if texts is None:
        raise TrustmhError(f"model {name!r}: no such baseline; known: {', '.join(names())}")
    return BaselineChat(name, texts)


def _language(text: str) -> Language:
    return "zh" if len(_CHINESE.findall(text)) > _CHINESE_SHARE * len(_VISIBLE.findall(text)) else "en"
