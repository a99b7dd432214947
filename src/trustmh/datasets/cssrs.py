"""500_Reddit_users_posts_labels.csv (Gaur et al., WWW 2019): a user's posts and a grade of suicide risk.

Columns User, Post (a Python list of strings, as text) and Label. In 28 rows a spreadsheet cut Post at 32,759 characters;
they are closed and marked ``repaired``. Item fields: ``posts``. Gold is the label. Ids are ``c-ssrs-500:<user number>``.
The posts are people's own: no message of this module ever quotes one.
"""

from __future__ import annotations

import ast
import html
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, get_args

from trustmh.datasets.catalogue import card
from trustmh.datasets.counts import check_counts
from trustmh.datasets.csv_rows import iterate_csv
from trustmh.datasets.digits import whole_number
from trustmh.items import Item, TrustmhError

#: From the least to the most severe.
Label = Literal["Supportive", "Indicator", "Ideation", "Behavior", "Attempt"]
LABELS: tuple[Label, ...] = get_args(Label)
COLUMNS = ("User", "Post", "Label")


def load(path: Path) -> list[Item]:
    """All users in file order. Raises :class:`TrustmhError` for a broken file or counts unlike the card's."""
    items = list(iterate(path))
    check_counts(card("c-ssrs-500"), [item.gold for item in items], path, ids=(item.id for item in items))
    return items


def iterate(path: Path) -> Iterator[Item]:
    """The users one by one, in flat memory, without a look at the counts."""
    for index, row in enumerate(iterate_csv(path, COLUMNS)):
        where = f"{path}: row {index}"
        user, label = row["User"].strip(), row["Label"].strip()
        prefix, _, number = user.rpartition("-")
        if prefix != "user" or whole_number(number) is None or label not in LABELS:
            raise TrustmhError(f"{where}: a user such as user-0 and one of {', '.join(LABELS)} were expected")
        posts, repaired = posts_of(row["Post"], where)
        yield Item(
            id=f"c-ssrs-500:{number}",
            dataset="c-ssrs-500",
            language="en",
            fields={"posts": posts},
            gold=label,
            cluster=f"c-ssrs-500:{number}",
            groups={"repaired": "yes" if repaired else "no"},
        )


def posts_of(cell: str, where: str) -> tuple[list[str], bool]:
    """The posts of a cell, HTML entities resolved, and whether its cut end had to be closed.

    Raises:
        TrustmhError: the cell is no list of strings, even when closed.

    """
    posts = _literal(cell)
    repaired = posts is None
    if posts is None:
        # A backslash at the cut belongs to an escape whose other half is lost.
        cut = cell[:-1] if (len(cell) - len(cell.rstrip("\\"))) % 2 else cell
        posts = next((found for end in ("']", '"]', "]") if (found := _literal(cut + end)) is not None), None)
    if posts is None:
        raise TrustmhError(f"{where}: column Post is not a list of strings, even when its end is closed")
    return [text for post in posts if (text := html.unescape(post).strip())], repaired


def _literal(text: str) -> list[str] | None:
    try:
        value = ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    return value if isinstance(value, list) and all(isinstance(post, str) for post in value) else None
