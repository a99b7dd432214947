"""Units of a short run that are smaller than the cluster of resampling."""

from __future__ import annotations

from trustmh.items import Item


def one_item(item: Item) -> str:
    """Each item by itself: turns of one dialogue, methods around one intent."""
    return item.id


def original(item: Item) -> str:
    """An item with all its perturbed variants, whose ids are ``<id>~<variant>``."""
    return item.id.split("~", 1)[0]
