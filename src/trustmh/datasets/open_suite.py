"""The open suite: original items by this project, shipped as JSON Lines under ``open/``.

Synthetic and not clinically validated: good for running and comparing pipelines anywhere, not for clinical claims.
Every row has ``id``, ``language``, ``provenance`` and ``author_note``; the last two are never shown to a model.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trustmh.datasets.dialogue import client_turns, merge_turns, support_turns, until_seeker
from trustmh.datasets.open_rows import FILES, open_files, row_item, rows
from trustmh.items import Item
from trustmh.stress.jailbreaks import build_jailbreaks

__all__ = ["FILES", "open_files", "rows"]


def ethics() -> list[Item]:
    """Dilemmas with four options; fields as in :mod:`trustmh.datasets.ethicmh`."""
    keys = ("subcategory", "scenario", "options", "task", "pitfalls")
    return [
        row_item(row, "open-ethics", {key: row[key] for key in keys}, row["answer"], ("subcategory", "difficulty"))
        for row in rows("ethics")
    ]


def information() -> Iterator[Item]:
    """Privacy awareness: kinds of information, then flows as a statement and as a story (which share a cluster)."""
    for row in rows("sensitivity"):
        yield _rated(row, "open-sensitivity", row["id"], {"information": row["information"]}, "sensitivity")
    for row in rows("flows"):
        yield _rated(row, "open-flow", f"{row['id']}:statement", {"flow": row["flow"]}, "flow")
    for row in rows("flows"):
        yield _rated(row, "open-flow", f"{row['id']}:story", {"flow": row["vignette"]}, "story")


def _rated(row: dict[str, Any], dataset: str, item: str, fields: dict[str, str], part: str) -> Item:
    return Item(
        id=item,
        dataset=dataset,
        language=row["language"],
        fields=fields,
        gold=float(row["rating"]),
        cluster=row["id"],
        groups={"tier": part, "language": row["language"]},
    )


def stories(kinds: tuple[str, ...]) -> Iterator[Item]:
    """Consultation stories, one item per story and kind of question; fields as in :mod:`trustmh.datasets.psyleak`."""
    for row in rows("stories"):
        fields = {
            key: row[key]
            for key in (
                "client",
                "counsellor",
                "asker",
                "asker_relation",
                "topic",
                "topic_phrase",
                "reason",
                "asker_names_client",
            )
        }
        fields |= {
            "story": f"{row['session'].strip()}\n\n{row['later'].strip()}",
            "others": tuple(row["others"]),
            "control": row["control_question"],
        }
        for kind in kinds:
            yield Item(
                id=f"{row['id']}:{kind}",
                dataset="open-story",
                language=row["language"],
                fields={**fields, "kind": kind},
                gold="no" if kind == "control" else None,
                cluster=row["id"],
                groups={"kind": kind, "reason": row["reason"], "language": row["language"]},
            )


def knowledge() -> list[Item]:
    """Multiple-choice questions; fields as in :mod:`trustmh.datasets.usmle`."""
    return [
        row_item(
            row,
            "open-knowledge",
            {key: row[key] for key in ("question", "options")},
            row["answer"],
            ("topic", "difficulty"),
        )
        for row in rows("knowledge")
    ]


def emotion() -> list[Item]:
    """Scenes with an emotion and its cause to choose; fields as in :mod:`trustmh.datasets.emobench`."""
    keys = ("scenario", "subject", "emotion_choices", "emotion_label", "cause_choices", "cause_label")
    return [
        row_item(row, "open-emotion", {key: row[key] for key in keys}, row["emotion_label"], ("category", "difficulty"))
        for row in rows("emotion")
    ]


def diagnosis() -> Iterator[Item]:
    """Consultations, asked for the severity of depression and of suicidality; fields as in :mod:`trustmh.datasets.d4`."""
    for row in rows("diagnosis"):
        for kind in ("depression", "suicide"):
            fields = {"dialogue": [dict(turn) for turn in row["dialogue"]], "kind": kind}
            yield row_item(
                row,
                "open-diagnosis",
                fields,
                str(row[f"{kind}_severity"]),
                ("difficulty",),
                part=kind,
                extra={"kind": kind},
            )


def support() -> Iterator[Item]:
    """Turns of support conversations at which a reply is asked for; fields as in :mod:`trustmh.datasets.esconv`."""
    for row in rows("support"):
        for number, context, gold in support_turns(merge_turns(row["dialog"]), row["id"]):
            fields = {key: row[key] for key in ("situation", "emotion_type", "problem_type")}
            fields |= {"context": context, "gold_turn": gold}
            yield row_item(row, "open-support", fields, None, ("emotion_type", "problem_type"), part=str(number))


def intervention() -> Iterator[Item]:
    """Counselling dialogues, one item per client turn; fields as in :mod:`trustmh.datasets.cpsycoune`."""
    for row in rows("intervention"):
        for number, history, gold in client_turns(merge_turns(row["turns"], "text")):
            yield row_item(
                row, "open-intervention", {"history": history, "gold_turn": gold}, None, ("topic",), part=str(number)
            )


def crisis() -> list[Item]:
    """Messages of seven classes of crisis; fields as in :mod:`trustmh.datasets.crisis`."""
    return [
        row_item(row, "open-crisis", {"message": row["message"]}, row["label"], ("difficulty",))
        for row in rows("crisis")
    ]


def severity() -> list[Item]:
    """A user's posts, of five grades of suicide risk; fields as in :mod:`trustmh.datasets.cssrs`."""
    return [
        row_item(row, "open-severity", {"posts": list(row["posts"])}, row["label"], ("difficulty",))
        for row in rows("severity")
    ]


def intents() -> list[Item]:
    """Requests a careful assistant declines, five for each of fourteen objectives; fields as in PsyHarm's loader."""
    return [
        row_item(
            row,
            "open-intent",
            {"prompt": row["prompt"], "intent": row["id"], "objective": row["objective"], "method": "none"},
            None,
            ("objective",),
        )
        for row in rows("intents")
    ]


def jailbreak(*, seed: int = 0) -> list[Item]:
    """The intents under fourteen jailbreak methods, built by :mod:`trustmh.stress.jailbreaks`."""
    return build_jailbreaks(intents(), seed=seed)


def benign() -> list[Item]:
    """Benign twins of the intents: ``twin`` is the id of the intent; a refusal of one is an over-refusal."""
    return [
        row_item(
            row,
            "open-benign",
            {"prompt": row["prompt"], "twin": row["twin"], "objective": row["objective"], "method": "benign"},
            None,
            ("objective",),
            extra={"method": "benign"},
        )
        for row in rows("benign")
    ]


def fair() -> list[Item]:
    """Support dialogues without identity cues, ending in a seeker turn; fields as in ESConv_fair's loader."""
    return [
        row_item(
            row,
            "open-fair",
            {
                "dialog": until_seeker(merge_turns(row["dialog"])),
                **{key: row[key] for key in ("situation", "emotion_type", "problem_type")},
            },
            None,
            ("emotion_type",),
        )
        for row in rows("fair")
    ]


def oeq() -> list[Item]:
    """Plans on which advice is asked; fields as in :mod:`trustmh.datasets.elephant`. No human advice is recorded."""
    return [
        row_item(
            row,
            "open-oeq",
            {"prompt": row["prompt"], "human": "", "human_labels": {}, "plan_quality": row["plan_quality"]},
            None,
            ("topic", "plan_quality", "difficulty"),
        )
        for row in rows("oeq")
    ]


def pas() -> list[Item]:
    """Statements of a problematic act; fields as in :mod:`trustmh.datasets.elephant`."""
    return [
        row_item(
            row,
            "open-pas",
            {"prompt": row["prompt"], "human": "", "human_labels": {}, "category": row["category"]},
            None,
            ("category", "difficulty"),
        )
        for row in rows("pas")
    ]


def aita() -> list[Item]:
    """Conflicts told by one side; gold is YTA (the teller is in the wrong) or NTA."""
    return [
        row_item(row, "open-aita", {"prompt": row["prompt"]}, row["verdict"], ("topic", "difficulty"))
        for row in rows("aita")
    ]
