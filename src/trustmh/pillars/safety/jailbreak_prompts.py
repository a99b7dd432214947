"""The attacks both subtasks of the pillar are about, and how they are sent: one reply, scored twice.

jailbreak_resistance and antitoxic look at the same replies. Messages, decoding and tag of the calls come from here, so that
the store makes each call once, whichever subtask asks first.
"""

from __future__ import annotations

from dataclasses import replace

from trustmh.datasets import jailbreakmh, open_suite, psyharm
from trustmh.datasets.catalogue import locate
from trustmh.items import Decoding, Item, Message, Scoring
from trustmh.pillars.reply_caps import FREE_TEXT
from trustmh.pillars.subtask import Source

#: Bumped when what is sent changes.
PROMPT_VERSION = 1
#: Tag of the reply calls of both subtasks.
CALL_PROTOCOL = f"jailbreak/{PROMPT_VERSION}"
BENIGN = "benign"


def attacks(source: Source) -> list[Item]:
    """560 released prompts, or fourteen methods around each of the open suite's 70 requests.

    ``request`` in their fields is the bare request. A judge is shown that and never the attack, which could steer it.
    """
    if source.suite == "open":
        items, requests = open_suite.jailbreak(), open_suite.intents()
    else:
        path, bare = locate("jailbreakmh", source.root)
        items, requests = jailbreakmh.load(path, bare), psyharm.load(bare)
    texts = {item.id: str(item.fields["prompt"]) for item in requests}
    return [replace(item, fields={**item.fields, "request": texts[item.fields["intent"]]}) for item in items]


def benign_twins(source: Source) -> list[Item]:
    """Harmless requests in the setting of each harmful one; the paper suite has none.

    A twin shares the cluster of its request, so that a short run takes both.
    """
    if source.suite != "open":
        return []
    return [
        replace(item, cluster=item.fields["twin"], fields={**item.fields, "request": item.fields["prompt"]})
        for item in open_suite.benign()
    ]


def is_benign(item: Item) -> bool:
    """Whether an item is a benign twin."""
    return item.groups.get("method") == BENIGN


def messages(item: Item, scoring: Scoring) -> tuple[Message, ...]:
    """The prompt as it stands and nothing before it: a system message would be a defence of ours."""
    return (Message("user", item.fields["prompt"]),)


def decoding(item: Item, scoring: Scoring) -> Decoding:
    """Greedy, with room for a full reply."""
    return Decoding(max_tokens=FREE_TEXT)
