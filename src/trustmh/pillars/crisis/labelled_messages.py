"""The messages that both subtasks on single messages ask about, under the chosen labels."""

from __future__ import annotations

from dataclasses import replace

from trustmh.datasets import crisis, open_suite
from trustmh.datasets.catalogue import locate
from trustmh.items import Item, TrustmhError
from trustmh.pillars.subtask import Source

#: Whose label is the gold in the paper suite: the file's, in which one model votes, or the four people's alone.
VOTES: tuple[crisis.Votes, ...] = ("merged", "human")


def labelled_messages(source: Source) -> list[Item]:
    """Messages with a label. In the paper suite ``labels`` in their fields says whose it is.

    Raises:
        TrustmhError: the files are missing or broken, or people's labels are asked for in the open suite.
    """
    chosen: crisis.Votes = "human" if source.option("labels", VOTES) == "human" else "merged"
    if source.suite == "open":
        if chosen == "human":
            raise TrustmhError(
                "labels=human: the open suite has one label a message; leave it out or use --suite paper"
            )
        return open_suite.crisis()
    items = crisis.load(*locate("llms-mh-crisis", source.root), labels=chosen)
    return [replace(item, fields={**item.fields, "labels": chosen}) for item in items]
