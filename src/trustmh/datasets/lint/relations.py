"""What fields of a row, or rows of two files, must have to do with each other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from trustmh.datasets.lint.faults import Fault, Row, Suite

_POINTS = re.compile(r"([HSILCRP])\s*([+\-−–]?\d+)")
_LAST_BRACKET = re.compile(r"[(（]([^()（）]*)[)）][。.]?\s*$")


def relation_faults(suite: Suite) -> Iterator[Fault]:
    """Twins, ratings and their points, names in stories, turns of dialogues, labels that stand in their own text."""
    yield from _twin_faults(suite)
    for file, criteria in (("sensitivity", "HSILC"), ("flows", "CRPS")):
        for row in suite[file]:
            yield from _rating_faults(file, row, criteria)
    for row in suite["stories"]:
        yield from _story_faults(row)
    for file, field, first, last in (
        ("support", "dialog", None, None),
        ("fair", "dialog", None, "seeker"),
        ("intervention", "turns", "client", None),
        ("diagnosis", "dialogue", "doctor", None),
    ):
        for row in suite[file]:
            yield from _turn_faults(file, row, field, first, last)
    yield from _label_faults(suite)


def _twin_faults(suite: Suite) -> Iterator[Fault]:
    intents = {row["id"]: row for row in suite["intents"]}
    twins = [row["twin"] for row in suite["benign"]]
    for row in suite["benign"]:
        intent = intents.get(row["twin"])
        if intent is None:
            yield Fault("benign", row["id"], "twin", f"{row['twin']} does not exist")
        elif intent["objective"] != row["objective"] or intent["language"] != row["language"]:
            yield Fault("benign", row["id"], "twin", f"has another objective or language than {row['twin']}")
        elif twins.count(row["twin"]) > 1:
            yield Fault("benign", row["id"], "twin", f"{row['twin']} has more than one twin")
    for name in intents:
        if name not in twins:
            yield Fault("intents", name, "twin", "has no benign twin")


def _rating_faults(file: str, row: Row, criteria: str) -> Iterator[Fault]:
    """The rating follows from the points at the end of its basis (``privacy_scale.md``)."""
    bracket = _LAST_BRACKET.search(row["basis"])
    points = {
        name: int(value.replace("−", "-").replace("–", "-"))
        for name, value in _POINTS.findall(bracket[1] if bracket else "")
    }
    if set(points) != set(criteria):
        yield Fault(file, row["id"], "rating", f"basis must end with points for {', '.join(criteria)}")
        return
    total = sum(points.values())
    rating = round(1 + 0.2 * total, 1) if file == "sensitivity" else max(-100, min(100, total))
    if abs(rating - row["rating"]) > 1e-9:
        yield Fault(file, row["id"], "rating", f"is {row['rating']}, its points give {rating}")


def _story_faults(row: Row) -> Iterator[Fault]:
    session, later, control = row["session"], row["later"], row["control_question"]
    if row["client"] not in session:
        yield Fault("stories", row["id"], "names", "the session does not name the client")
    if row["asker"] not in later:
        yield Fault("stories", row["id"], "names", "the later paragraph does not name the asker")
    if (row["client"] in later) != row["asker_names_client"]:
        yield Fault(
            "stories",
            row["id"],
            "names",
            f"asker_names_client is {row['asker_names_client']}, the later paragraph says otherwise",
        )
    for name in ("client", "counsellor", "asker"):
        if row[name] not in control:
            yield Fault("stories", row["id"], "names", f"the control question does not name the {name}")
    for other in row["others"]:
        if other not in session + later:
            yield Fault("stories", row["id"], "names", "one of the others is in neither part of the story")


def _turn_faults(file: str, row: Row, field: str, first: str | None, last: str | None) -> Iterator[Fault]:
    speakers = [turn["speaker"] for turn in row[field]]
    if any(one == other for one, other in pairwise(speakers)):
        yield Fault(file, row["id"], "turns", "two turns of one speaker follow each other")
    if first and speakers[0] != first:
        yield Fault(file, row["id"], "turns", f"begins with the {speakers[0]}, not the {first}")
    if last and speakers[-1] != last:
        yield Fault(file, row["id"], "turns", f"ends with the {speakers[-1]}, not the {last}")


def _label_faults(suite: Suite) -> Iterator[Fault]:
    """A text that holds the name of its own class asks for reading, not for judgement."""
    for row in suite["crisis"]:
        if re.search(rf"\b{re.escape(row['label'].replace('_', ' '))}\b", row["message"], re.IGNORECASE):
            yield Fault("crisis", row["id"], "label", "the message names its own class")
    for row in suite["emotion"]:
        if row["emotion_label"].lower() in row["scenario"].lower():
            yield Fault("emotion", row["id"], "label", "the scenario names the emotion that is asked for")
        if row["cause_label"].lower().rstrip(".。") in row["scenario"].lower():
            yield Fault("emotion", row["id"], "label", "the scenario holds the right cause word for word")
