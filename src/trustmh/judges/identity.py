"""Which names mean the same model: a judge must not be the model that it judges."""

from __future__ import annotations

import re

#: Name of a maker -> how its models' names begin or what they contain.
_FAMILIES: tuple[tuple[str, str], ...] = (
    ("deepseek", r"deepseek"),
    ("anthropic", r"claude"),
    ("google", r"gemini|gemma|palm|learnlm|medgemma"),
    ("openai", r"(?:^|[-_])(?:chat)?gpt|^o[1-9](?:$|[-_])|davinci"),
    ("qwen", r"qwen|qwq|qvq"),
    ("mistral", r"mistral|mixtral|ministral|codestral|magistral"),
    ("meta", r"llama|meditron"),
    ("xai", r"grok"),
    ("huggingface", r"smollm|zephyr"),
    ("microsoft", r"(?:^|[-_])phi[-_]?\d"),
    ("zhipu", r"glm"),
    ("moonshot", r"kimi|moonshot"),
    ("cohere", r"command|aya"),
    ("shanghai ai laboratory", r"internlm"),
    ("baichuan", r"baichuan"),
    ("01.ai", r"(?:^|[-_])yi[-_]"),
)
_HASH = re.compile(r"sha256:([0-9a-f]{64})")
_TAG = re.compile(r":(?:latest|free)$|-latest$")
_SNAPSHOT = re.compile(r"-(20\d\d-?[01]\d-?[0-3]\d)$")


def _name(identity: str) -> str:
    """The last path part in lower case, without hash and without a tag that only says *current* or *free*."""
    last = identity.split(" ", 1)[0].rstrip("/").rsplit("/", 1)[-1].casefold()
    return _TAG.sub("", last)


def same_model(a: str, b: str) -> bool:
    """True when two identities or names mean one model, whatever provider serves it.

    Local models are compared by the hash of their weights when both have one. Others by the last path part in any case:
    ``openai/gpt-4o``, ``openrouter/openai/gpt-4o`` and ``openai-api/x/GPT-4o`` are one model. A dated snapshot is the
    undated model; two different dates are two models.
    """
    hash_a, hash_b = _HASH.search(a), _HASH.search(b)
    if hash_a and hash_b:
        return hash_a.group(1) == hash_b.group(1)
    name_a, name_b = _name(a), _name(b)
    if name_a == name_b:
        return True
    date_a, date_b = _SNAPSHOT.search(name_a), _SNAPSHOT.search(name_b)
    if date_a and date_b:
        same_date = date_a.group(1).replace("-", "") == date_b.group(1).replace("-", "")
        return same_date and _SNAPSHOT.sub("", name_a) == _SNAPSHOT.sub("", name_b)
    return _SNAPSHOT.sub("", name_a) == _SNAPSHOT.sub("", name_b)


def family(name: str) -> str | None:
    """The maker of a model as far as its name tells, else None.

    A judge of the model's own family tends to favour it; the run says so when both are known and equal.
    """
    last = _name(name)
    for maker, pattern in _FAMILIES:
        if re.search(pattern, last):
            return maker
    return None
