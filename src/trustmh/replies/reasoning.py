"""Cutting a model's reasoning off its reply.

Thinking models write their reasoning into the text with tags of many families, often broken: the opening tag is in the
prompt and never comes back, the closing tag is missing because the output cap was reached, tags of two families are
mixed. What is inside is never read for an answer: a half-finished thought names every option in turn.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_NAMES = (
    "think|thinking|thought|thoughts|reason|reasoning|reflection|reflect|scratchpad|analysis|cot|chain_of_thought|"
    "inner_monologue|internal_monologue|antthinking|seed:think|deliberation"
)

#: One pass over every tag. Group ``close`` is set for a closing tag; a tag between back-ticks is being talked about.
_TAG = re.compile(
    r"(?<!`)(?:"
    rf"[<＜◁](?=[/a-z])(?P<slash>/?)(?:{_NAMES})(?:\s[^<>\n]{{0,80}})?[>＞▷]"
    r"|\[(?P<square>/?)think(?:ing)?\]"
    r"|<\|(?P<begin>begin|start|end)_(?:of_)?(?:thought|thinking)\|>"
    r"|<\|(?P<bar>/?)(?:think|thinking)\|>"
    r"|<\|(?P<solution>begin_of_solution|start_response)\|>"
    r"|(?P<gemma_open><unused94>|<\|channel>thought)|(?P<gemma_close><unused95>|<channel\|>)"
    r"|(?:<\|start\|>assistant)?<\|channel\|>(?P<channel>\w+)[^<\n]{0,40}<\|message\|>"
    r")",
    re.IGNORECASE,
)

#: Reasoning announced by the very first words instead of a tag: how it starts, how the reply proper starts.
_ANNOUNCED = (
    # gpt-oss with its special tokens stripped by a serving layer
    (
        re.compile(r"\s*(?:assistant)?(?:analysis|commentary)(?=[A-Z\"'\u4e00-\u9fff])"),
        re.compile(r"assistant\s?final"),
    ),
    # HuatuoGPT-o1
    (
        re.compile(r"\s*#{1,3}\s*(?:thinking|reasoning|思考过程|思考)\s*:?\s*\n", re.IGNORECASE),
        re.compile(r"^#{1,3}\s*(?:final (?:response|answer)|response|answer|最终回答|最终答案|回答|答案)", re.I | re.M),
    ),
    # Granite
    (
        re.compile(r"\s*here(?: is|'s) my (?:thought|thinking) process:", re.IGNORECASE),
        re.compile(r"here(?: is|'s) my (?:final )?(?:response|answer):", re.IGNORECASE),
    ),
)

#: Tokens that end a turn; whatever a model writes after opening another speaker's turn is not its reply.
_TURN = re.compile(
    r"<\|im_start\|>\s*(?:user|system)|<\|start_header_id\|>\s*(?:user|system)|<start_of_turn>user|\[INST\]|<\|user\|>"
    r"|<[|｜]User[|｜]>",
    re.IGNORECASE,
)
_TOKEN = re.compile(
    r"<\|(?:im_end|im_start|eot_id|eom_id|endoftext|end_of_text|begin_of_text|end|return|start|assistant|end_of_solution|"
    r"end_response|start_header_id|end_header_id|end_of_turn_token|message)\|>|</?s>|<(?:end|start)_of_turn>"
    r"|<[|｜](?:end|begin)▁of▁sentence[|｜]>|<[|｜]Assistant[|｜]>|\[/INST\]|<eos>|<bos>|<pad>",
    re.IGNORECASE,
)

#: Without one of these there is no chat template in a text.
_TEMPLATE = ("<|", "<｜", "_of_turn>", "INST]", "</s>", "<s>", "<eos>", "<bos>", "<pad>")


class Split(NamedTuple):
    """``text`` without reasoning, and whether a reasoning block was opened and never closed."""

    text: str
    reasoning_open: bool


def split_reasoning(text: str) -> Split:
    """Remove every reasoning block from a reply. Linear time; a text without tags comes back unchanged."""
    for opening, ending in _ANNOUNCED:
        if opening.match(text):
            endings = list(ending.finditer(text))
            if not endings:
                return Split("", True)
            last = endings[-1]
            text = text[last.end() :].lstrip(" :*\n") if last.end() < len(text) else ""
            break
    if "<" not in text and "[" not in text and "＜" not in text and "◁" not in text:
        return Split(text, False)
    kept: list[str] = []
    position = 0
    inside = False
    for tag in _TAG.finditer(text):
        if not inside:
            kept.append(text[position : tag.start()])
        position = tag.end()
        if _closes(tag):
            if not inside:
                kept.clear()  # "x</think>y": the opening tag was in the prompt, so all before it is reasoning
            inside = False
        else:
            inside = True
    if not inside:
        kept.append(text[position:])
    return Split(_own_turn("".join(kept)), inside)


def _closes(tag: re.Match[str]) -> bool:
    if tag["slash"] or tag["square"] or tag["bar"] or tag["solution"] or tag["gemma_close"]:
        return True
    if tag["begin"]:
        return tag["begin"].lower() == "end"
    if tag["channel"]:
        return tag["channel"].lower() == "final"
    return False


def _own_turn(text: str) -> str:
    """The text up to another speaker's turn, without the tokens of a chat template."""
    if not any(mark in text for mark in _TEMPLATE):
        return text
    other = _TURN.search(text)
    if other is not None and text[: other.start()].strip():
        text = text[: other.start()]
    return _TOKEN.sub("", text)
