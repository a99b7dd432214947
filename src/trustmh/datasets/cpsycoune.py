"""CPsyCounE: 45 Chinese counselling dialogues, five for each of nine topics, one file a dialogue.

``CPsyCounE/<topic>/<1..5>.json``; a file is an array of lines that begin "求助者：" (client) or "支持者：" (counsellor) by
turns, with a full-width colon. One item per client turn: ``history`` (turns of ``speaker`` client/counsellor and
``text``, ending in the client's), ``gold_turn`` (what the counsellor said). Ids are ``cpsycoune:<topic>-<n>:<turn>``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from trustmh.datasets.catalogue import card
from trustmh.datasets.counts import check_counts
from trustmh.datasets.dialogue import Turn, client_turns
from trustmh.datasets.files import check_is_text, parse_json, read_bytes
from trustmh.items import Item, TrustmhError

SPEAKERS: Mapping[str, str] = {"求助者": "client", "支持者": "counsellor"}
_LINE = re.compile(r"^\s*(求助者|支持者)\s*[：:]\s*(.*\S)\s*$", re.DOTALL)


def load(*paths: Path) -> list[Item]:
    """Items of all dialogues, by topic and number.

    Args:
        paths: the folder of the topics, or the dialogues' files one by one.

    Raises:
        TrustmhError: a broken file, no dialogue, or counts unlike the card's.

    """
    files = dialogue_files(*paths)
    items = [item for path in files for item in iterate(path)]
    check_counts(card("cpsycoune"), [item.gold for item in items], paths[0], ids=(item.id for item in items))
    return items


def dialogue_files(*paths: Path) -> list[Path]:
    """The dialogues' files in order of topic and number; a folder stands for the files of its topics."""
    found = [file for path in paths for file in (path.glob("*/*.json") if path.is_dir() else [path])]
    if not found:
        raise TrustmhError(f"{paths[0]}: no <topic>/<number>.json below this folder")
    return sorted(found, key=lambda file: (file.parent.name, len(file.stem), file.stem))


def iterate(path: Path) -> Iterator[Item]:
    """The items of one dialogue."""
    topic = path.parent.name
    dialogue = f"cpsycoune:{re.sub(r'[^a-z]+', '-', topic.lower()).strip('-')}-{path.stem}"
    for number, history, reply in client_turns(_turns(path)):
        yield Item(
            id=f"{dialogue}:{number}",
            dataset="cpsycoune",
            language="zh",
            fields={"history": history, "gold_turn": reply},
            cluster=dialogue,
            groups={"topic": topic},
        )


def _turns(path: Path) -> list[Turn]:
    data = read_bytes(path)
    check_is_text(data, path)
    lines = parse_json(data.removeprefix(b"\xef\xbb\xbf"), str(path))
    if not isinstance(lines, list) or not lines:
        raise TrustmhError(f"{path}: a JSON array of lines was expected")
    turns: list[Turn] = []
    for number, line in enumerate(lines):
        match = _LINE.match(line) if isinstance(line, str) else None
        if match is None:
            raise TrustmhError(f"{path}: line {number} does not begin with 求助者： or 支持者：")
        turns.append({"speaker": SPEAKERS[match[1]], "text": match[2]})
    if any(turn["speaker"] != ("client", "counsellor")[index % 2] for index, turn in enumerate(turns)):
        raise TrustmhError(f"{path}: client and counsellor do not take turns, beginning with the client")
    return turns
